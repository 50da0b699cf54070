import { getLocale, getTranslations } from "next-intl/server";
import { formatKm, formatMetres, formatPercent } from "@/lib/platform/format";
import { elevationPoints, steepestGrade } from "@/lib/regions/rules";

const VIEW = { width: 640, height: 120, top: 12 };

/** Elevation chart of an imported profile; nothing without one. */
export async function ElevationStrip({ profile }: { profile: unknown }) {
  const points = elevationPoints(profile);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last[0] <= first[0]) return null;
  const t = await getTranslations("regions.route");
  const locale = await getLocale();
  const heights = points.map(([, metres]) => metres);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const x = (km: number) => Math.round(((km - first[0]) / (last[0] - first[0])) * VIEW.width);
  const y = (metres: number) =>
    Math.round(VIEW.height - ((metres - low) / Math.max(high - low, 1)) * (VIEW.height - VIEW.top) * 0.9);
  const grade = steepestGrade(points);
  const line = points.map(([km, metres], index) => `${index ? "L" : "M"}${x(km)} ${y(metres)}`).join("");
  return (
    <section className="page mt-10">
      <h2 className="display-2 mb-3">{t("elevation")}</h2>
      <figure className="overflow-hidden rounded-2xl border-2 border-line bg-surface">
        <svg
          viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t("elevationTitle", {
            low: formatMetres(low, locale),
            high: formatMetres(high, locale),
            km: formatKm(last[0] - first[0], locale),
          })}
          className="h-32 w-full"
        >
          <path d={`${line}V${VIEW.height}H0Z`} className="fill-rota opacity-30" />
          <path d={line} className="fill-none stroke-rota-text" strokeWidth="3" vectorEffect="non-scaling-stroke" />
        </svg>
        <figcaption className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-sm text-muted tabular">
          <span>
            {formatMetres(low, locale)} – {formatMetres(high, locale)}
          </span>
          {grade && (
            <span>
              {t("grade", {
                percent: formatPercent(grade.percent / 100, locale),
                from: formatKm(grade.fromKm, locale),
                to: formatKm(grade.toKm, locale),
              })}
            </span>
          )}
          <span>{formatKm(last[0] - first[0], locale)}</span>
        </figcaption>
      </figure>
    </section>
  );
}
