import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { localePath } from "@/lib/platform/i18n/routing";
import { STATUS_PATH } from "@/lib/events/registrations/rules";

/** The same page for wrong, expired and revoked links of registrations. */
export async function RegistrationGone() {
  const [t, locale] = [await getTranslations("events/registrations"), await getLocale()];
  return (
    <main id="conteudo" className="page grid max-w-2xl content-start gap-6 py-8">
      <h1 className="display-1">{t("problem.gone")}</h1>
      <Link href={localePath(locale, STATUS_PATH)} className={buttonClass({ look: "primary", className: "w-fit" })}>
        {t("status.title")}
      </Link>
    </main>
  );
}
