import type { NetworkLine } from "./network-file";

/** Ends nearer than this are the same place, in degrees (about 40 m). */
const TOUCH = 0.0004;

type Point = [lat: number, lng: number];

/** Joins lines with the same road number whose ends touch, longest first: the catalogue has one line for each way. */
export function chainLines(lines: readonly NetworkLine[], scale: number): NetworkLine[] {
  const open = new Map(
    lines.toSorted((a, b) => lengthOf(b) - lengthOf(a)).map((line, index) => [index, line] as const),
  );
  const chains: NetworkLine[] = [];
  for (const [index, line] of open) {
    open.delete(index);
    const forward = follow(line, open, scale);
    const both = follow({ ...forward, points: forward.points.toReversed() }, open, scale);
    chains.push(both);
  }
  return chains;
}

/** Appends lines to the end of a line until none touches it. */
function follow(line: NetworkLine, open: Map<number, NetworkLine>, scale: number): NetworkLine {
  const points = [...line.points];
  for (;;) {
    const end = points.at(-1)!;
    const found = [...open].find(([, { ref, points: others }]) => ref === line.ref && touches(others, end, scale));
    if (!found) return { ...line, points };
    open.delete(found[0]);
    const next = found[1].points;
    points.push(...(isNear(next[0]!, end, scale) ? next : next.toReversed()).slice(1));
  }
}

const touches = (points: readonly Point[], end: Point, scale: number) =>
  isNear(points[0]!, end, scale) || isNear(points.at(-1)!, end, scale);

const isNear = (a: Point, b: Point, scale: number) => Math.hypot(a[0] - b[0], a[1] - b[1]) <= TOUCH * scale;

function lengthOf({ points }: NetworkLine): number {
  return points.slice(1).reduce((sum, [lat, lng], index) => {
    const [fromLat, fromLng] = points[index]!;
    return sum + Math.hypot(lat - fromLat, lng - fromLng);
  }, 0);
}
