import { Search } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { Icon } from "@/components/ui/icon";
import { SearchOpener } from "./search-opener";

/** The search icon of a header: a link to the search page that JavaScript replaces with the palette. */
export async function SearchLink() {
  const t = await getTranslations("geo/search");
  return (
    <SearchOpener href={localePath(await getLocale(), "/busca")} label={t("open")} title={t("shortcut")}>
      <Icon of={Search} className="size-5" />
    </SearchOpener>
  );
}
