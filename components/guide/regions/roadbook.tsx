import { getLocale, getTranslations } from "next-intl/server";
import { encode, MARGIN } from "@/components/guide/qr-codes/draw";
import { translated } from "@/lib/platform/i18n/content";
import { barsOf } from "@/lib/guide/qr-codes/rules";
import type { Waypoint } from "@/lib/guide/regions/queries";

const CELL = "border border-text px-2 py-1 text-left align-top";

/** The stops as a printed roadbook, with a column for handwritten odometer readings. */
export async function Roadbook({
  stops,
  km,
  url,
}: {
  stops: readonly Waypoint[];
  km: readonly (number | null)[];
  url: string;
}) {
  const t = await getTranslations("guide/regions.roadbook");
  const locale = await getLocale();
  // Inline SVG, because a lazy image outside the viewport would not be loaded for printing.
  const { modules } = await encode(url, { dark: "#000000", light: "#ffffff", level: "M" });
  const side = modules.size + 2 * MARGIN;
  const before = (index: number) => km.slice(0, index).findLast((value) => value !== null) ?? null;
  return (
    <div className="hidden print:block">
      <table className="w-full border-collapse text-sm">
        <caption className="pb-1 text-left font-display text-lg">{t("title")}</caption>
        <thead>
          <tr>
            <th className={CELL}>#</th>
            <th className={CELL}>{t("stop")}</th>
            <th className={CELL}>{t("leg")}</th>
            <th className={CELL}>{t("total")}</th>
            <th className={`${CELL} w-28`}>{t("odometer")}</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {stops.map((stop, index) => {
            const [here, last] = [km[index] ?? null, before(index)];
            const note = translated(stop, "note", locale).text;
            return (
              <tr key={stop.position} className="break-inside-avoid">
                <td className={CELL}>{stop.position}</td>
                <td className={CELL}>
                  <b>{stop.name}</b>
                  {note && <span className="block">{note}</span>}
                </td>
                <td className={CELL}>{here !== null && last !== null ? `≈ ${here - last}` : "–"}</td>
                <td className={CELL}>{here === null ? "–" : `≈ ${here}`}</td>
                <td className={CELL}>......</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mt-1 text-xs">{t("note")}</p>
      <figure className="mt-4 flex items-center gap-4">
        <svg
          role="img"
          aria-label={t("code")}
          viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
          className="size-32 shrink-0"
          shapeRendering="crispEdges"
        >
          <path
            d={barsOf(modules)
              .map(({ x, y, width }) => `M${x} ${y}h${width}v1h-${width}z`)
              .join("")}
          />
        </svg>
        <figcaption className="text-sm wrap-anywhere">
          {t("code")}: {url}
        </figcaption>
      </figure>
    </div>
  );
}
