import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

type Props = { eventId: string; mayIssue: boolean; mayDesign: boolean };

/** The pages of the certificates of an event that the account may open. */
export async function CertificateLinks({ eventId, mayIssue, mayDesign }: Props) {
  const [t, locale] = [await getTranslations("events/panel.certificates"), await getLocale()];
  return (
    <div className="grid gap-3">
      <p className="max-w-3xl text-muted">{t("lead")}</p>
      <p className="max-w-3xl text-muted">{t("after")}</p>
      <p className="flex flex-wrap gap-3 empty:hidden">
        {mayIssue && (
          <Link
            href={`${localePath(locale, panelPath("certificates"))}?evento=${eventId}`}
            className={buttonClass({ look: "outline" })}
          >
            {t("issue")}
          </Link>
        )}
        {mayDesign && (
          <Link
            href={localePath(locale, panelPath("certificate_templates"))}
            className={buttonClass({ look: "outline" })}
          >
            {t("templates")}
          </Link>
        )}
      </p>
    </div>
  );
}
