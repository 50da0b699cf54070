import { Search } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { Icon } from "@/components/ui/icon";
import { SearchOpener } from "./search-opener";

/** The magnifier of a header: a link to the search page that scripts turn into the palette. */
export async function SearchLink() {
  const t = await getTranslations("search");
  return (
    <SearchOpener href={localePath(await getLocale(), "/busca")} label={t("open")} title={t("shortcut")}>
      <Icon of={Search} className="size-5" />
    </SearchOpener>
  );
}
