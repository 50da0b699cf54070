import { landInFrame } from "@/components/geo/map/state-outline";
import { placeLabels } from "@/components/geo/map/label-placement";
import { drawSections, RouteLines } from "@/components/geo/map/route-lines";
import styles from "@/components/geo/map/preview.module.css";
import signs from "@/components/geo/map/signs.module.css";
import type { LinePoint } from "@/lib/geo/geo/lines";
import { projectToBox, type Position } from "@/lib/geo/geo/rules";
import type { Section } from "@/lib/geo/geo/lines";
import { thinTrack } from "@/lib/geo/tracks/rules";
import { pointsOfSections } from "@/lib/travel/trips/rules";
import type { SavedTrip } from "@/lib/travel/trips/schema";

const VIEW = { width: 640, height: 460, padding: 40 };
const FRAME = { left: 6, top: 6, right: VIEW.width - 6, bottom: VIEW.height - 6 };
/** More points than this cannot be seen in a drawing of this size. */
const MAX_POINTS = 400;

/** Joined sections of one style, with as many points as the drawing shows. */
function sectionsOf({ plan, route }: Pick<SavedTrip, "plan" | "route">): Section[] {
  if (!route) return [{ style: "unknown", line: plan.stops.map(({ lat, lng }) => [lat, lng] as const) }];
  const sections: { style: Section["style"]; line: LinePoint[] }[] = [];
  for (const section of route.sections) {
    const style = section.kind === "off-network" || section.kind === "join" ? "unknown" : "traced";
    const line = pointsOfSections([section]);
    const last = sections.at(-1);
    if (last?.style === style) last.line.push(...line);
    else sections.push({ style, line });
  }
  return sections.map(({ style, line }) => ({ style, line: thinTrack(line, MAX_POINTS) }));
}

/** The stored line of a trip with its stops, drawn on the server; the list of days is the text alternative. */
export function TripMap({ trip, title }: { trip: Pick<SavedTrip, "plan" | "route">; title: string }) {
  const stops = trip.plan.stops.filter(({ kind }) => kind === "stop");
  const sections = sectionsOf(trip).filter(({ line }) => line.length > 1);
  if (stops.length === 0) return null;
  const positions: Position[] = [
    ...stops.map(({ lat, lng }): Position => [lng, lat]),
    ...sections.flatMap(({ line }) => line.map(([lat, lng]): Position => [lng, lat])),
  ];
  const projection = projectToBox(positions, VIEW);
  const land = landInFrame(null, projection, { left: 0, top: 0, right: VIEW.width, bottom: VIEW.height });
  const lines = drawSections(sections, projection.project);
  const marks = stops.map((stop) => ({ ...stop, ...projection.project([stop.lng, stop.lat]) }));
  const labels = placeLabels(
    marks.map(({ name, x, y }) => ({ text: name, x, y })),
    { frame: FRAME, radius: 14, sizes: [20, 15], taken: [], roads: lines.map(({ points }) => points) },
  );
  return (
    <div className={styles.frame}>
      <svg className={styles.map} viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} role="img" aria-label={title}>
        <path className={styles.others} d={land.others} />
        <path className={styles.own} d={land.own} />
        <RouteLines sections={lines} />
        {marks.map(({ id, x, y }, index) => (
          <g
            key={id}
            className={`${styles.stop} ${signs.route}`}
            transform={`translate(${Math.round(x)} ${Math.round(y)})`}
          >
            <circle r="13" />
            <text>{index + 1}</text>
          </g>
        ))}
        {marks.map(({ id, name }, index) => {
          const label = labels[index];
          return (
            label && (
              <text
                key={id}
                aria-hidden="true"
                className={`${styles.name} ${label.size === 20 ? styles.large : styles.small}`}
                x={Math.round(label.x)}
                y={Math.round(label.y)}
                textAnchor={label.anchor}
              >
                {name}
              </text>
            )
          );
        })}
      </svg>
    </div>
  );
}
