import { projectToBox, type Point, type Position } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { DrawingCredits } from "../drawing-credits";
import { placeLabels, type PlacedLabel } from "../label-placement";
import { locatedWaypoints, type MapRoute } from "../model";
import { drawSections, hasRoadLine, pathOfSections, RouteLines, type DrawnSection } from "../route-lines";
import { landInFrame, statePositions } from "../state-outline";
import styles from "../preview.module.css";

export type StatePreviewRoute = MapRoute & { href: string };

const VIEW = { width: 640, height: 520, padding: 26 };
const FRAME = { left: 6, top: 6, right: VIEW.width - 6, bottom: VIEW.height - 6 };
const DOT = 5;
const LABEL_SIZES = [20, 14];

type Drawn = StatePreviewRoute & { points: Point[]; line: DrawnSection[]; label: PlacedLabel | null };

/** A state with all its routes as links; rendered on the server, the list of routes on the page is the text alternative. */
export function StatePreview({
  stateAbbr,
  routes,
  labels,
}: {
  stateAbbr: StateAbbr;
  routes: readonly StatePreviewRoute[];
  labels: { title: string };
}) {
  const projection = projectToBox(statePositions(stateAbbr), VIEW);
  const land = landInFrame(stateAbbr, projection, { left: 0, top: 0, right: VIEW.width, bottom: VIEW.height });
  const drawn = drawRoutes(routes, projection.project);
  return (
    <div className={styles.frame}>
      <svg className={styles.map} viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} role="group" aria-label={labels.title}>
        <path className={styles.others} d={land.others} />
        <path className={styles.own} d={land.own} />
        {drawn.map((route) => (
          <RouteLink key={route.id} {...route} />
        ))}
        {drawn.map((route) => (
          <RouteName key={route.id} {...route} />
        ))}
      </svg>
      {routes.some(({ sections }) => hasRoadLine(sections ?? [])) && <DrawingCredits />}
    </div>
  );
}

function drawRoutes(routes: readonly StatePreviewRoute[], project: (position: Position) => Point): Drawn[] {
  const drawn = routes
    .map((route) => ({
      ...route,
      points: locatedWaypoints(route.waypoints).map(({ lng, lat }) => project([lng, lat])),
      line: drawSections(route.sections ?? [], project),
    }))
    .filter(({ points }) => points.length > 0);
  const labels = placeLabels(
    drawn.map(({ name, points }) => ({ text: name, ...(points[Math.floor(points.length / 2)] as Point) })),
    {
      frame: FRAME,
      radius: DOT + 3,
      sizes: LABEL_SIZES,
      taken: [],
      roads: drawn.flatMap(({ line }) => line.map((section) => section.points)),
    },
  );
  return drawn.map((route, index) => ({ ...route, label: labels[index] ?? null }));
}

function RouteLink({ name, href, points, line }: Drawn) {
  const dots = points.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`).join("");
  return (
    <a href={href} aria-label={name} className={styles.link}>
      <title>{name}</title>
      <path className={styles.hit} d={pathOfSections(line)} />
      <RouteLines sections={line} />
      <path className={styles.dots} d={dots} />
    </a>
  );
}

/** Names are drawn above all roads, so each needs a second link, which is for pointers only. */
function RouteName({ name, href, label }: Drawn) {
  if (!label) return null;
  const size = label.size === LABEL_SIZES[0] ? styles.large : styles.small;
  return (
    <a href={href} tabIndex={-1} aria-hidden="true" className={styles.link}>
      <text
        className={`${styles.name} ${size}`}
        x={Math.round(label.x)}
        y={Math.round(label.y)}
        textAnchor={label.anchor}
      >
        {name}
      </text>
    </a>
  );
}
