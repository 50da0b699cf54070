import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RoadShield } from "../ui/road-shield";
import { formatKm, formatMetres, formatMinutes, formatMonths } from "@/lib/platform/format";
import type { Region } from "@/lib/regions/queries";

function Fact({ label, children, estimated }: { label: string; children: ReactNode; estimated?: string }) {
  return (
    <div className="border-l-4 border-faixa pl-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-display text-[1.35rem] leading-tight tabular">
        {children}
        {estimated && <span className="ml-1 align-middle font-sans text-xs text-muted">{estimated}</span>}
      </dd>
    </div>
  );
}

/** What a driver wants to know before turning the key; a field nobody is sure of is left out. */
export async function FactsBar({ region }: { region: Region }) {
  const t = await getTranslations("regions");
  const locale = await getLocale();
  const estimated = t("facts.estimated");
  const { distance_km, duration_classic_min, surface, max_altitude_m, best_months, roads } = region;
  return (
    <section aria-label={t("facts.title")} className="page">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 rounded-2xl border-2 border-line bg-surface p-5 sm:grid-cols-3 lg:grid-cols-6">
        {distance_km !== null && (
          <Fact label={t("facts.distance")} estimated={region.distance_is_estimated ? estimated : undefined}>
            {formatKm(distance_km, locale)}
          </Fact>
        )}
        {duration_classic_min !== null && (
          <Fact label={t("facts.duration")} estimated={estimated}>
            {formatMinutes(duration_classic_min)}
          </Fact>
        )}
        {surface && <Fact label={t("facts.surface")}>{t(`surface.${surface as "paved"}`)}</Fact>}
        {max_altitude_m !== null && <Fact label={t("facts.highest")}>{formatMetres(max_altitude_m, locale)}</Fact>}
        {best_months.length > 0 && <Fact label={t("facts.months")}>{formatMonths(best_months, locale)}</Fact>}
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
      {region.distance_is_estimated && <p className="mt-2 text-sm text-muted">{t("facts.estimatedNote")}</p>}
    </section>
  );
}
