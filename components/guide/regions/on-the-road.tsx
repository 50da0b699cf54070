import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { RoadShield } from "../../ui/road-shield";
import { formatMetres } from "@/lib/platform/format";
import type { LineFacts } from "@/lib/guide/regions/line-facts";
import type { RoadPoint } from "@/lib/guide/regions/way";

type Props = { facts: LineFacts; named: readonly string[] };

/**
 * Speed cameras, altitudes of the towns and, where the facts at the top do not name all of them, the roads of the line;
 * tolls and fuel are in the driver's box.
 */
export async function OnTheRoad({ facts, named }: Props) {
  const t = await getTranslations("guide/regions.road");
  const locale = await getLocale();
  const { cameras, roads, altitudes, hasLine } = facts;
  if (!hasLine && altitudes.length === 0) return null;
  return (
    <section id="estrada" className="page mt-12 scroll-mt-20 print:mt-6">
      <h2 className="display-2 mb-4">{t("title")}</h2>
      <dl className="grid gap-x-6 gap-y-5 rounded-2xl border-2 border-line bg-surface p-5 sm:grid-cols-2">
        {roads.some((road) => !named.includes(road)) && (
          <Entry term={t("roads")}>
            <span className="flex flex-wrap gap-1 pt-1">
              {roads.map((road) => (
                <RoadShield key={road} road={road} />
              ))}
            </span>
          </Entry>
        )}
        <Entry term={t("cameras")}>
          {cameras.length > 0 ? <Cameras cameras={cameras} /> : t(hasLine ? "noCameras" : "noData")}
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
      {hasLine && <p className="mt-2 text-sm text-muted">{t("note")}</p>}
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
  const t = await getTranslations("guide/regions.road");
  return (
    <details>
      <summary className="cursor-pointer">{t("cameraCount", { count: cameras.length })}</summary>
      <ul>
        {cameras.map(({ km, name, road, limit }) => (
          <li key={`${km} ${name}`}>
            <span className="tabular">{t("atKm", { km: Math.round(km) })}</span>
            {" · "}
            {[name, road].filter(Boolean).join(", ")}
            {limit ? ` · ${t("limit", { limit })}` : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}
