import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RoadShield } from "../ui/road-shield";
import { formatKm, formatMetres } from "@/lib/platform/format";
import type { RoadFacts } from "@/lib/regions/road-facts";
import type { RoadPoint } from "@/lib/regions/way";

type Props = { facts: RoadFacts; surface: string | null };

/** Roads, tolls, speed cameras, fuel, surface and altitudes along a route. */
export async function OnTheRoad({ facts, surface }: Props) {
  const [t, surfaces, locale] = await Promise.all([
    getTranslations("regions.road"),
    getTranslations("regions.surface"),
    getLocale(),
  ]);
  const { tolls, cameras, fuelGap, roads, altitudes, hasLine } = facts;
  return (
    <section id="estrada" className="page mt-12 scroll-mt-20 print:mt-6">
      <h2 className="display-2 mb-4">{t("title")}</h2>
      <dl className="grid gap-x-6 gap-y-5 rounded-2xl border-2 border-line bg-surface p-5 sm:grid-cols-2">
        {roads.length > 0 && (
          <Entry term={t("roads")}>
            <span className="flex flex-wrap gap-1 pt-1">
              {roads.map((road) => (
                <RoadShield key={road} road={road} />
              ))}
            </span>
          </Entry>
        )}
        {surface && <Entry term={t("surface")}>{surfaces(surface as "paved")}</Entry>}
        <Entry term={t("tolls")}>
          {tolls.length > 0 ? <PointList points={tolls} /> : hasLine ? t("noTolls") : t("noData")}
        </Entry>
        <Entry term={t("cameras")}>
          {cameras.length > 0 ? <Cameras cameras={cameras} /> : hasLine ? t("noCameras") : t("noData")}
        </Entry>
        <Entry term={t("fuelGap")}>
          {fuelGap
            ? t("fuelGapValue", { km: formatKm(Math.round(fuelGap.km), locale), from: Math.round(fuelGap.fromKm) })
            : t("noData")}
          <small className="block text-muted">{t(fuelGap ? "fuelNote" : "fuelUnknown")}</small>
        </Entry>
        {altitudes.length > 0 && (
          <Entry term={t("altitudes")}>
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {altitudes.map(({ name, metres }) => (
                <li key={name}>
                  {name} <b className="tabular">{formatMetres(metres, locale)}</b>
                </li>
              ))}
            </ul>
            <small className="block text-muted">{t("altitudeNote")}</small>
          </Entry>
        )}
      </dl>
    </section>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="border-l-4 border-faixa pl-3">
      <dt className="font-display text-lg">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

async function Cameras({ cameras }: { cameras: readonly RoadPoint[] }) {
  const t = await getTranslations("regions.road");
  return (
    <details>
      <summary className="cursor-pointer">{t("cameraCount", { count: cameras.length })}</summary>
      <PointList points={cameras} />
      <small className="block text-muted">{t("cameraNote")}</small>
    </details>
  );
}

async function PointList({ points }: { points: readonly RoadPoint[] }) {
  const t = await getTranslations("regions.road");
  return (
    <ul>
      {points.map(({ kind, km, name, road, limit, freeFlow }) => (
        <li key={`${km} ${name}`}>
          <span className="tabular">{t("atKm", { km: Math.round(km) })}</span>
          {" · "}
          {[name, road].filter(Boolean).join(", ")}
          {limit ? ` · ${t("limit", { limit })}` : ""}
          {freeFlow ? ` · ${t("freeFlow")}` : ""}
          {kind === "toll" && <span className="text-muted"> (ANTT)</span>}
        </li>
      ))}
    </ul>
  );
}
