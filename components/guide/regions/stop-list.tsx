import { getLocale, getTranslations } from "next-intl/server";
import { translated } from "@/lib/platform/i18n/content";
import type { Waypoint } from "@/lib/guide/regions/queries";

const SIGN: Record<string, string> = {
  town: "bg-rota text-rota-ink",
  food: "bg-primary text-primary-ink",
  stop: "bg-primary text-primary-ink",
};
const ATTRACTION = "bg-placa text-placa-ink";

/** The stops in travel order, the text alternative of the map. */
export async function StopList({
  stops,
  km,
  isMeasured,
}: {
  stops: readonly Waypoint[];
  km: readonly (number | null)[];
  isMeasured: boolean;
}) {
  const t = await getTranslations("guide/regions");
  const locale = await getLocale();
  return (
    <ol className="relative grid print:hidden gap-1 before:absolute before:bottom-6 before:left-[1.1rem] before:top-6 before:border-l-4 before:border-dashed before:border-faixa">
      {stops.map((stop, index) => {
        const note = translated(stop, "note", locale).text;
        const here = km[index];
        const place = stop.lat === null ? t("route.noPosition") : stop.is_approximate ? t("route.approximate") : "";
        return (
          <li key={stop.position} className="relative flex gap-4 rounded-xl py-2 pr-2">
            <span
              className={`grid size-9 shrink-0 place-items-center rounded-lg border-2 border-background font-display text-lg tabular ${SIGN[stop.kind] ?? ATTRACTION}`}
            >
              {stop.position}
            </span>
            <div>
              <h3 className="text-xl">{stop.name}</h3>
              <p className="text-sm text-muted">
                {t(`kind.${stop.kind as "town"}`)}
                {place && ` · ${place}`}
                {index > 0 && here != null && (
                  <span className="tabular">
                    {" "}
                    · {t(isMeasured ? "route.atMeasuredKm" : "route.atKm", { km: here })}
                  </span>
                )}
              </p>
              {note && <p className="mt-1">{note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
