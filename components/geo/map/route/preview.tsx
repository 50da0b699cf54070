import type { StateAbbr } from "@/lib/geo/states/rules";
import type { Section, SectionStyle } from "@/lib/geo/geo/lines";
import { SECTION_STYLES } from "@/lib/geo/geo/rules";
import { signOf, type MapWaypoint } from "../model";
import { LABEL_SIZES, layOutRoute, ROUTE_VIEW, type RouteLayout, type RouteStop } from "./layout";
import { SteeringCompass } from "../steering-compass";
import styles from "../preview.module.css";
import signs from "../signs.module.css";

export type RoutePreviewLabels = { title: string; trace: Record<SectionStyle, string>; scale: string };

const TRACE: Record<SectionStyle, string | undefined> = {
  traced: styles.traced,
  simplified: styles.simplified,
  unknown: undefined,
};

/** The best known style, which the legend in the picture names; the page lists the others below it. */
const mainStyle = ({ traces }: RouteLayout): SectionStyle =>
  (["traced", "simplified"] as const).find((style) => traces.some((trace) => trace.style === style)) ?? "unknown";

const { width, height, legend, radius } = ROUTE_VIEW;
const MAP_BOTTOM = height - legend;
/** Grid lines of the preview. */
const GRID = `M80 0V${MAP_BOTTOM}M240 0V${MAP_BOTTOM}M400 0V${MAP_BOTTOM}M560 0V${MAP_BOTTOM}M0 60H${width}M0 208H${width}M0 356H${width}`;

/** One route as a static image, rendered on the server; nothing when no stop has coordinates. */
export function RoutePreview({
  stateAbbr,
  waypoints,
  sections = [],
  labels,
}: {
  stateAbbr: StateAbbr;
  waypoints: readonly MapWaypoint[];
  sections?: readonly Section[];
  labels: RoutePreviewLabels;
}) {
  const layout = layOutRoute(stateAbbr, waypoints, sections);
  if (!layout) return null;
  return (
    <div className={styles.frame}>
      <svg className={styles.map} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={labels.title}>
        <path className={styles.others} d={layout.land.others} />
        <path className={styles.own} d={layout.land.own} />
        <path className={styles.grid} d={GRID} />
        <path className={styles.casing} d={layout.road} />
        <path className={styles.road} d={layout.road} />
        {layout.traces.map(({ style, path }) => (
          <path key={style} className={`${styles.trace} ${TRACE[style] ?? ""}`} d={path} />
        ))}
        <Locator {...layout.locator} />
        <SteeringCompass {...layout.compass} size={30} />
        {layout.stops.map((stop) => (
          <StopName key={stop.position} {...stop} />
        ))}
        {layout.stops.map((stop) => (
          <StopMarker key={stop.position} {...stop} />
        ))}
        <Legend scale={layout.scale} style={mainStyle(layout)} labels={labels} />
      </svg>
    </div>
  );
}

/** The styles of the lines of a route below its map; nothing when the whole line is traced. */
export function LineLegend({
  sections,
  labels,
}: {
  sections: readonly Section[];
  labels: RoutePreviewLabels["trace"];
}) {
  const drawn = SECTION_STYLES.filter((style) => sections.some((section) => section.style === style));
  if (drawn.every((style) => style === "traced")) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {drawn.map((style) => (
        <li key={style} className="flex items-center gap-2">
          <svg className={styles.sample} viewBox="0 0 46 12" aria-hidden="true">
            <path className={styles.road} d="M6 6h34" />
            <path className={`${styles.trace} ${TRACE[style] ?? ""}`} d="M6 6h34" />
          </svg>
          {labels[style]}
        </li>
      ))}
    </ul>
  );
}

function StopMarker({ x, y, position, kind, isApproximate }: RouteStop) {
  return (
    <g className={`${styles.stop} ${signs[signOf(kind)]}`} transform={`translate(${Math.round(x)} ${Math.round(y)})`}>
      <circle r={radius} className={isApproximate ? styles.approximate : undefined} />
      <text>{position}</text>
    </g>
  );
}

function StopName({ name, label }: RouteStop) {
  if (!label) return null;
  const size = label.size === LABEL_SIZES[0] ? styles.large : styles.small;
  return (
    <text
      className={`${styles.name} ${size}`}
      x={Math.round(label.x)}
      y={Math.round(label.y)}
      textAnchor={label.anchor}
    >
      {name}
    </text>
  );
}

function Locator({ x, path, dot }: RouteLayout["locator"]) {
  return (
    <g className={styles.locator} transform={`translate(${x} 0)`}>
      <rect x="8" y="8" width="102" height="88" rx="8" />
      <path d={path} />
      <circle cx={Math.round(dot.x)} cy={Math.round(dot.y)} r="6" />
    </g>
  );
}

type LegendProps = { scale: RouteLayout["scale"]; style: SectionStyle; labels: RoutePreviewLabels };

function Legend({ scale, style, labels }: LegendProps) {
  const right = width - 16;
  const middle = MAP_BOTTOM + legend / 2;
  return (
    <g className={styles.legend}>
      <rect y={MAP_BOTTOM} width={width} height={legend} />
      <path className={styles.road} d={`M16 ${middle}h46`} />
      <path className={`${styles.trace} ${TRACE[style] ?? ""}`} d={`M16 ${middle}h46`} />
      <text x="74" y={middle}>
        {labels.trace[style]}
      </text>
      <path className={styles.bar} d={`M${right - scale.width} ${middle - 5}v10h${scale.width}v-10`} />
      <text x={right - scale.width - 10} y={middle} textAnchor="end">{`${labels.scale} ${scale.km} km`}</text>
    </g>
  );
}
