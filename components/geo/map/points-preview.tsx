import { projectToBox, type Point } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { DrawingCredits } from "./drawing-credits";
import { placeLabels, type PlacedLabel } from "./label-placement";
import type { SignKind } from "./model";
import type { Section } from "@/lib/geo/geo/lines";
import { drawSections, hasRoadLine, RouteLines } from "./route-lines";
import { landInFrame, statePositions } from "./state-outline";
import styles from "./preview.module.css";
import signs from "./signs.module.css";

type PreviewPoint = {
  id: string;
  name: string;
  href?: string;
  lat: number;
  lng: number;
  kind: SignKind;
  /** Drawn larger, and its name is placed first. */
  isMain?: boolean;
};

type Props = {
  /** Null draws the country. */
  stateAbbr: StateAbbr | null;
  points: readonly PreviewPoint[];
  /** Routes below the points, as the sections of each. */
  routes?: readonly (readonly Section[])[];
  title: string;
  className?: string;
};

const VIEW = { width: 640, height: 520, padding: 26 };
const COUNTRY = { width: 640, height: 600, padding: 16 };
const LABEL_SIZES = [20, 14];
/** More names than this would cover the map. */
const MAX_NAMES = 40;

type Drawn = PreviewPoint & Point & { label: PlacedLabel | null };

/** Places on the outline of a state or the country, rendered on the server; the list on the page is the text alternative. */
export function PointsPreview({ stateAbbr, points, routes = [], title, className = "" }: Props) {
  const view = stateAbbr ? VIEW : COUNTRY;
  const projection = projectToBox(statePositions(stateAbbr), view);
  const land = landInFrame(
    stateAbbr,
    projection,
    { left: 0, top: 0, right: view.width, bottom: view.height },
    stateAbbr ? 1 : 1.6,
  );
  const lines = routes.map((sections) => drawSections(sections, projection.project));
  const roads = lines.flatMap((sections) => sections.map((section) => section.points));
  const drawn = drawPoints(points, projection.project, view, roads);
  const hasLinks = points.some(({ href }) => href);
  return (
    <div className={`${styles.frame} ${className}`}>
      <svg
        className={styles.map}
        viewBox={`0 0 ${view.width} ${view.height}`}
        role={hasLinks ? "group" : "img"}
        aria-label={title}
      >
        <path className={styles.others} d={land.others} />
        <path className={styles.own} d={land.own} />
        {lines.map((sections, index) => (
          <g key={index} className={styles.link}>
            <RouteLines sections={sections} />
          </g>
        ))}
        {drawn
          .toSorted((a, b) => Number(a.isMain ?? false) - Number(b.isMain ?? false))
          .map((point) => (
            <Mark key={point.id} {...point} />
          ))}
        {drawn.map((point) => (
          <Name key={point.id} {...point} />
        ))}
      </svg>
      {routes.some(hasRoadLine) && <DrawingCredits />}
    </div>
  );
}

function drawPoints(
  points: readonly PreviewPoint[],
  project: (position: [number, number]) => Point,
  view: typeof VIEW,
  roads: readonly Point[][],
): Drawn[] {
  const placed = points.map((point) => ({ ...point, ...project([point.lng, point.lat]) }));
  const named = placed.toSorted((a, b) => Number(b.isMain ?? false) - Number(a.isMain ?? false)).slice(0, MAX_NAMES);
  const labels = placeLabels(
    named.map(({ name, x, y }) => ({ text: name, x, y })),
    {
      frame: { left: 6, top: 6, right: view.width - 6, bottom: view.height - 6 },
      radius: 9,
      sizes: LABEL_SIZES,
      taken: [],
      roads,
    },
  );
  const labelOf = new Map(named.map(({ id }, index) => [id, labels[index] ?? null]));
  return placed.map((point) => ({ ...point, label: labelOf.get(point.id) ?? null }));
}

function Mark({ id, name, href, x, y, kind, isMain }: Drawn) {
  const at = `translate(${Math.round(x)} ${Math.round(y)})`;
  const mark = (
    <g className={`${styles.stop} ${signs[kind]}`} transform={at}>
      {isMain ? (
        <path className={styles.pin} d="M0 0C-4-9-13-14-13-24a13 13 0 1 1 26 0C13-14 4-9 0 0z" />
      ) : (
        <circle r="7" />
      )}
      {isMain && <circle className={styles.pinhole} cy="-24" r="5" />}
    </g>
  );
  if (!href) return mark;
  return (
    <a href={href} className={styles.link} aria-label={name} data-point={id}>
      <title>{name}</title>
      <circle className={styles.touch} cx={Math.round(x)} cy={Math.round(y)} r="16" />
      {mark}
    </a>
  );
}

function Name({ id, name, label }: Drawn) {
  if (!label) return null;
  const size = label.size === LABEL_SIZES[0] ? styles.large : styles.small;
  return (
    <text
      aria-hidden="true"
      data-point={id}
      className={`${styles.name} ${styles.plain} ${size}`}
      x={Math.round(label.x)}
      y={Math.round(label.y)}
      textAnchor={label.anchor}
    >
      {name}
    </text>
  );
}
