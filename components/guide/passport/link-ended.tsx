import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { PASSPORT_PATH } from "@/lib/guide/passport/rules";
import { localePath } from "@/lib/platform/i18n/routing";

/** The page of a link that was switched off or that no passport has. */
export async function LinkEnded() {
  const [t, locale] = [await getTranslations("guide/passport.ended"), await getLocale()];
  return (
    <main id="conteudo" className="page grid max-w-3xl content-start gap-4 py-8">
      <h1 className="display-1">{t("title")}</h1>
      <p className="text-lg">{t("lead")}</p>
      <p className="text-lg text-muted">{t("ask")}</p>
      <p>
        <Link href={localePath(locale, PASSPORT_PATH)} className={buttonClass({ look: "primary" })}>
          {t("own")}
        </Link>
      </p>
    </main>
  );
}
