import { formatNumber } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { climbOf, altitudeProfile, SLOPE_KM, steepest } from "@/lib/travel/conditions/elevation/rules";
import type { Profile, StoredRoute } from "@/lib/travel/trips/schema";
import { fill } from "../../ui/fill";
import { kmText, type ConditionTexts } from "./texts";

const VIEW = { width: 640, height: 120, top: 12 };
/** Metres of altitude that the height of the drawing shows at least: a flat road must not look like mountains. */
const MIN_SHOWN_M = 100;

/** The parts of a profile as lines of the drawing, over the whole length of the trip. */
function linesOf(profile: Profile, totalKm: number, low: number, high: number): { line: string; area: string }[] {
  const x = (km: number) => Math.round((km / totalKm) * VIEW.width * 10) / 10;
  const scale = (VIEW.height - VIEW.top) / Math.max(high - low, MIN_SHOWN_M);
  const y = (metres: number) => Math.round((VIEW.height - 4 - (metres - low) * scale * 0.95) * 10) / 10;
  return profile.map((part) => {
    const line = part.map(([km, metres], index) => `${index ? "L" : "M"}${x(km)} ${y(metres)}`).join("");
    return { line, area: `${line}V${VIEW.height}H${x(part[0]![0])}Z` };
  });
}

type Props = { route: StoredRoute; texts: ConditionTexts; locale: Locale };

/** The altitudes of a trip where they are known, with gaps elsewhere; nothing without any. */
export function ElevationBand({ route, texts, locale }: Props) {
  const [profile, totalKm] = [altitudeProfile(route), route.km];
  if (!profile || totalKm <= 0) return null;
  const whole = { fromKm: 0, toKm: totalKm };
  const { up, down, measuredKm } = climbOf(profile, whole);
  const slope = steepest(profile, whole, SLOPE_KM.short);
  const heights = profile.flat().map(([, metres]) => metres);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const values = {
    up: kmText(up, locale),
    down: kmText(down, locale),
    low: kmText(low, locale),
    high: kmText(high, locale),
    known: kmText(measuredKm, locale),
    total: kmText(totalKm, locale),
    percent: slope === null ? "" : formatNumber(slope, locale, { maximumFractionDigits: 1 }),
  };
  return (
    <figure className="overflow-hidden rounded-xl border-2 border-line bg-surface break-inside-avoid">
      <figcaption className="grid gap-0.5 px-4 py-3 leading-tight">
        <b className="font-display text-xl">{texts.elevation.title}</b>
        <span className="tabular">{fill(texts.elevation.climb, values)}</span>
        {slope !== null && <span className="tabular">{fill(texts.elevation.slope, values)}</span>}
        <span className="text-sm text-muted tabular">
          {fill(texts.elevation.known, values)}. {route.profile ? texts.elevation.source : texts.elevation.ground}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={fill(texts.elevation.chart, values)}
        className="h-28 w-full"
      >
        {linesOf(profile, totalKm, low, high).map(({ line, area }) => (
          <g key={line}>
            <path d={area} className="fill-rota opacity-30" />
            <path d={line} className="fill-none stroke-rota-text" strokeWidth="3" vectorEffect="non-scaling-stroke" />
          </g>
        ))}
      </svg>
    </figure>
  );
}
