import { getLocale, getTranslations } from "next-intl/server";
import { EndedLink } from "@/components/ui/ended-link";
import { localePath } from "@/lib/platform/i18n/routing";
import { PLANNER_PATH } from "@/lib/travel/saved-trips/rules";
import type { EndedLinkState } from "@/lib/platform/links/rules";

/** The page of a link that was revoked, has expired, or whose trip was deleted. */
export async function LinkEnded({ state }: { state: EndedLinkState }) {
  const [t, locale] = [await getTranslations("travel/saved-trips.ended"), await getLocale()];
  const action = { label: t("plan"), href: localePath(locale, PLANNER_PATH) };
  return <EndedLink title={t("title")} reason={t(state)} advice={t("ask")} action={action} />;
}
