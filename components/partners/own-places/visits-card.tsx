import { getLocale, getTranslations } from "next-intl/server";
import type { Visits } from "@/lib/partners/own-places/schema";
import { formatNumber } from "@/lib/platform/format";
import { CONTACT_KINDS } from "@/lib/platform/supabase/database-constants/partners";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";

const PERIODS = ["days7", "days30", "days90"] as const;

/** Views of the public page of a place, and taps on its contact links. */
export async function VisitFigures({ visits }: { visits: Visits }) {
  const t = await getTranslations("partners/own-places.visits");
  const locale = await getLocale();
  const languages = LOCALES.filter((one) => visits.locales[one]);
  return (
    <>
      <dl className="grid grid-cols-3 gap-3">
        {PERIODS.map((period) => (
          <div key={period} className="flex flex-col-reverse rounded-xl border-2 border-line p-3">
            <dt className="text-muted">{t(period)}</dt>
            <dd className="font-display text-3xl tabular">{formatNumber(visits[period], locale)}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-5 mb-2 text-xl">{t("contacts")}</h3>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {CONTACT_KINDS.map((kind) => (
          <div key={kind} className="flex flex-col-reverse rounded-xl border-2 border-line p-3">
            <dt className="text-muted">{t(`contact.${kind}`)}</dt>
            <dd className="font-display text-3xl tabular">{formatNumber(visits.contacts[kind] ?? 0, locale)}</dd>
          </div>
        ))}
      </dl>
      {languages.length > 0 && (
        <p className="mt-3 text-muted">
          {t("locales")}{" "}
          {languages
            .map((one) => `${t(`language.${one}`)} ${formatNumber(visits.locales[one] ?? 0, locale)}`)
            .join(" · ")}
        </p>
      )}
    </>
  );
}
