import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { localePath } from "@/lib/platform/i18n/routing";
import { PLANNER_PATH } from "@/lib/travel/saved-trips/rules";

/** The page of a link that was revoked, has expired, or whose trip was deleted. */
export async function LinkEnded({ state }: { state: "revoked" | "expired" | "deleted" }) {
  const [t, locale] = [await getTranslations("travel/saved-trips.ended"), await getLocale()];
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-4 py-8">
      <h1 className="display-1">{t("title")}</h1>
      <p className="text-lg">{t(state)}</p>
      <p className="text-lg text-muted">{t("ask")}</p>
      <p>
        <Link href={localePath(locale, PLANNER_PATH)} className={buttonClass({ look: "primary" })}>
          {t("plan")}
        </Link>
      </p>
    </main>
  );
}
