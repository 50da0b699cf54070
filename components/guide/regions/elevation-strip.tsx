import { getLocale, getTranslations } from "next-intl/server";
import { formatKm, formatMetres, formatNumber, formatPercent } from "@/lib/platform/format";
import { elevationPoints, steepestGrade } from "@/lib/guide/regions/rules";

const VIEW = { width: 640, height: 120, top: 12 };

type Props = {
  profile: unknown;
  /** The altitudes of the towns on the line, which are shown when there is no recording. */
  towns: readonly { km: number; metres: number; name: string }[];
};

/** Elevation chart of an imported profile, otherwise of the towns whose altitude is known; nothing without two points. */
export async function ElevationStrip({ profile, towns }: Props) {
  const recorded = elevationPoints(profile);
  const isRecorded = recorded.length > 1;
  const points = isRecorded ? recorded : towns.map(({ km, metres }) => [km, metres] as const);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last[0] <= first[0]) return null;
  const t = await getTranslations("guide/regions.route");
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
          <path
            d={line}
            className="fill-none stroke-rota-text"
            strokeWidth="3"
            strokeDasharray={isRecorded ? undefined : "6 6"}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <figcaption className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-sm text-muted tabular">
          <span>
            {formatMetres(low, locale)} – {formatMetres(high, locale)}
          </span>
          {grade && (
            <span>
              {t(isRecorded ? "grade" : "gradeOfTowns", {
                percent: formatPercent(grade.percent / 100, locale),
                from: formatNumber(grade.fromKm, locale, { maximumFractionDigits: 1 }),
                to: formatNumber(grade.toKm, locale, { maximumFractionDigits: 1 }),
              })}
            </span>
          )}
          <span>{formatKm(last[0] - first[0], locale)}</span>
        </figcaption>
      </figure>
      {!isRecorded && (
        <p className="mt-2 text-sm text-muted">
          {t("elevationOfTowns", { towns: towns.map(({ name }) => name).join(", ") })}
        </p>
      )}
    </section>
  );
}
