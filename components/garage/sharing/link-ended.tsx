import { getLocale, getTranslations } from "next-intl/server";
import { EndedLink } from "@/components/ui/ended-link";
import { localePath } from "@/lib/platform/i18n/routing";
import type { EndedLinkState } from "@/lib/platform/links/rules";

/** The page of a sale link that was ended, has expired, or whose car was deleted. */
export async function LinkEnded({ state }: { state: EndedLinkState }) {
  const [t, locale] = [await getTranslations("garage/sharing.ended"), await getLocale()];
  const action = { label: t("home"), href: localePath(locale, "/home") };
  return <EndedLink title={t("title")} reason={t(state)} advice={t("ask")} action={action} />;
}
