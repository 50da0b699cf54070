import { Check, ChevronDown, ThermometerSun } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import type { Climate } from "@/lib/geo/climate/queries";
import { HOT_MAX_C, MAX_STATION_KM } from "@/lib/geo/climate/rules";
import { formatKm } from "@/lib/platform/format";
import { ClimateTable } from "./climate-table";

type Props = {
  climate: Climate;
  /** The capital whose climate this is; without it, the middle of a route. */
  capital?: string;
  /** Months, 1–12, marked as the best ones. */
  bestMonths: readonly number[];
};

/** Climate normals and sun times by month, closed on the screen and open in print. */
export async function ClimateSection({ climate, capital, bestMonths }: Props) {
  const t = await getTranslations("geo/climate");
  const { nearest, sun, hot } = climate;
  const place = await stationText(nearest, capital);
  return (
    <section id="clima" className="page mt-12 scroll-mt-20 break-inside-avoid">
      <details data-print="open" className="group rounded-2xl border-2 border-line bg-surface">
        <summary className="flex list-none items-center gap-4 p-5 [&::-webkit-details-marker]:hidden">
          <span className="grow">
            <h2 className="display-2">{t("title")}</h2>
            <span className="mt-1 block text-muted">{place}</span>
          </span>
          <Icon of={ChevronDown} className="size-6 shrink-0 text-muted group-open:rotate-180 print:hidden" />
        </summary>
        <div className="grid gap-6 px-5 pb-5 lg:grid-cols-[1.6fr_1fr]">
          <ClimateTable normals={nearest?.station ?? null} sun={sun} hot={hot} best={bestMonths} />
          <div className="grid content-start gap-3 text-sm text-muted">
            {bestMonths.length > 0 && (
              <p className="flex gap-2">
                <Icon of={Check} className="mt-0.5 size-4 shrink-0 text-rota-text" />
                {t(capital ? "bestLegend" : "bestOfRoute")}
              </p>
            )}
            {hot.length > 0 && (
              <p className="flex gap-2">
                <Icon of={ThermometerSun} className="mt-0.5 size-4 shrink-0 text-faixa-text" />
                {t("hotLegend", { degrees: HOT_MAX_C })}
              </p>
            )}
            <p>{t(capital ? "sunNoteCapital" : "sunNote")}</p>
            {nearest && <p>{t("relief")}</p>}
            {nearest && <p>{t("source")}</p>}
          </div>
        </div>
      </details>
    </section>
  );
}

/** Which station the values come from, and how far away it is. */
async function stationText(nearest: Climate["nearest"], capital?: string): Promise<string> {
  const [t, locale] = await Promise.all([getTranslations("geo/climate"), getLocale()]);
  if (!nearest) return t("noStation", { km: formatKm(MAX_STATION_KM, locale) });
  const { name, state_abbr: uf } = nearest.station;
  const km = formatKm(Math.max(1, Math.round(nearest.km)), locale);
  return capital ? t("stationOfCapital", { name, uf, km, city: capital }) : t("stationOfRoute", { name, uf, km });
}
