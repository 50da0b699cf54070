import type { Point, Position } from "@/lib/geo/geo/rules";
import type { Section } from "@/lib/geo/geo/lines";
import { recordedPath } from "./road-path";
import styles from "./preview.module.css";

/** A section of a route in drawing units. */
export type DrawnSection = { isKnown: boolean; points: Point[] };

/** Whether the sections draw a road and not only straight connections of stops. */
export const hasRoadLine = (sections: readonly Section[]) => sections.some(({ style }) => style !== "unknown");

/** Projects the sections of a route to drawing units. */
export function drawSections(sections: readonly Section[], project: (position: Position) => Point): DrawnSection[] {
  return sections.map(({ style, line }) => ({
    isKnown: style !== "unknown",
    points: line.map(([lat, lng]) => project([lng, lat])),
  }));
}

/** One SVG path through all sections. */
export function pathOfSections(sections: readonly DrawnSection[]): string {
  return sections.map(({ points }) => recordedPath(points)).join("");
}

/** The line of a route: solid where the road is known, dashed where it only connects its ends. */
export function RouteLines({ sections }: { sections: readonly DrawnSection[] }) {
  const known = pathOfSections(sections.filter(({ isKnown }) => isKnown));
  const unknown = pathOfSections(sections.filter(({ isKnown }) => !isKnown));
  return (
    <>
      <path className={styles.road} d={pathOfSections(sections)} />
      {known && <path className={`${styles.trace} ${styles.traced}`} d={known} />}
      {unknown && <path className={styles.trace} d={unknown} />}
    </>
  );
}
