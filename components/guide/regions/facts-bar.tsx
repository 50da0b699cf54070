import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RoadShield } from "../../ui/road-shield";
import {
  formatKm,
  formatMetres,
  formatMinutes,
  formatMoney,
  formatMonths,
  formatNumber,
  formatPercent,
} from "@/lib/platform/format";
import type { DriverFacts } from "@/lib/guide/regions/driver";
import type { Region } from "@/lib/guide/regions/queries";
import {
  CLASSIC_KM_PER_LITRE,
  classicLitres,
  elevationPoints,
  steepestGrade,
  tollSum,
} from "@/lib/guide/regions/rules";

function Fact({ label, children, estimated }: { label: string; children: ReactNode; estimated?: string }) {
  return (
    <div className="border-l-4 border-faixa pl-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-[1.35rem] leading-tight tabular">
        {estimated ? <span className="whitespace-nowrap">{children}</span> : children}
        {estimated && <span className="ml-1 inline-block align-middle font-sans text-xs text-muted">{estimated}</span>}
      </dd>
    </div>
  );
}

type Props = {
  region: Region;
  driver: Pick<DriverFacts, "tolls" | "hasTollWarning">;
  /** Price in cents of each toll on the line; null where none is stored. */
  tollPrices: readonly (number | null)[];
  /** Shown when the route has no best months. */
  goodMonths?: readonly number[];
};

/** Key facts of a route for drivers; unknown values are left out. */
export async function FactsBar({ region, driver, tollPrices, goodMonths = [] }: Props) {
  const t = await getTranslations("guide/regions");
  const locale = await getLocale();
  const estimated = t("facts.estimated");
  const { distance_km, duration_classic_min, surface, paved_pct, max_altitude_m, best_months, roads, days } = region;
  const basis = region.distance_basis as "traced" | null;
  const grade = steepestGrade(elevationPoints(region.elevation_profile));
  const share = paved_pct === null ? null : formatPercent(paved_pct / 100, locale);
  return (
    <section aria-label={t("facts.title")} className="page">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 rounded-2xl border-2 border-line bg-surface p-5 sm:grid-cols-3 lg:grid-cols-4">
        {distance_km !== null && (
          <Fact label={t("facts.distance")} estimated={basis ? t(`facts.basis.${basis}`) : undefined}>
            {formatKm(distance_km, locale)}
          </Fact>
        )}
        {duration_classic_min !== null && (
          <Fact label={t("facts.duration")} estimated={estimated}>
            {formatMinutes(duration_classic_min)}
          </Fact>
        )}
        {days !== null && <Fact label={t("facts.days")}>{t("facts.daysValue", { count: days })}</Fact>}
        {(surface || share) && (
          <Fact label={t("facts.surface")}>
            {surface && t(`surface.${surface as "paved"}`)}
            {share && (
              <span className={surface ? "block font-sans text-sm text-muted" : undefined}>
                {t("facts.pavedShare", { share })}
              </span>
            )}
          </Fact>
        )}
        {distance_km !== null && (
          <Fact label={t("facts.fuel", { rate: formatNumber(CLASSIC_KM_PER_LITRE, locale) })} estimated={estimated}>
            {t("facts.litres", { litres: formatNumber(classicLitres(distance_km), locale) })}
          </Fact>
        )}
        <Fact label={t("facts.tolls")}>
          <Tolls driver={driver} prices={tollPrices} />
        </Fact>
        {grade && <Fact label={t("facts.grade")}>{formatPercent(grade.percent / 100, locale)}</Fact>}
        {max_altitude_m !== null && <Fact label={t("facts.highest")}>{formatMetres(max_altitude_m, locale)}</Fact>}
        {best_months.length > 0 && <Fact label={t("facts.months")}>{formatMonths(best_months, locale)}</Fact>}
        {best_months.length === 0 && goodMonths.length > 0 && (
          <Fact label={t("facts.months")} estimated={estimated}>
            {formatMonths(goodMonths, locale)}
          </Fact>
        )}
        {roads.length > 0 && (
          <Fact label={t("facts.roads")}>
            <span className="flex flex-wrap gap-1 pt-1">
              {roads.map((road) => (
                <RoadShield key={road} road={road} />
              ))}
            </span>
          </Fact>
        )}
      </dl>
      <p className="mt-2 text-sm text-muted">{t(basis ? `facts.basisNote.${basis}` : "facts.paceNote")}</p>
    </section>
  );
}

/** What the tolls of the line cost together, as far as their prices are known. */
async function Tolls({ driver, prices }: { driver: Props["driver"]; prices: Props["tollPrices"] }) {
  const [t, locale] = await Promise.all([getTranslations("guide/regions"), getLocale()]);
  const { tolls, hasTollWarning } = driver;
  const count = tolls?.tolls.length ?? 0;
  if (count === 0) return t(hasTollWarning ? "facts.tollWarning" : tolls ? "facts.tollUnknown" : "driver.noData");
  const { cents, unpriced } = tollSum(prices);
  const known = cents > 0 && formatMoney(cents, locale);
  return (
    <>
      {known || t("driver.tollCount", { count })}
      {unpriced > 0 && (
        <span className="block font-sans text-sm text-muted">
          {known ? t("facts.tollsUnpriced", { count: unpriced }) : t("facts.tollsNoPrice")}
        </span>
      )}
    </>
  );
}
