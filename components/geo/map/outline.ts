import { simplifyLine, type Point } from "@/lib/geo/geo/rules";

export type Rect = { left: number; top: number; right: number; bottom: number };

/** Simplifies a closed ring (first point repeated at the end); it is split at its farthest point because its two ends are the same point. */
export function simplifyRing(ring: readonly Point[], tolerance: number): Point[] {
  const cut = farthestFromStart(ring);
  const there = simplifyLine(ring.slice(0, cut + 1), tolerance, distanceToChord);
  return [...there.slice(0, -1), ...simplifyLine(ring.slice(cut), tolerance, distanceToChord)];
}

/** Sutherland-Hodgman: clips a ring to the rectangle; cut edges run along its sides. */
export function clipRing(ring: readonly Point[], { left, top, right, bottom }: Rect): Point[] {
  const sides: [inside: (point: Point) => boolean, cross: (a: Point, b: Point) => Point][] = [
    [({ x }) => x >= left, (a, b) => crossAtX(a, b, left)],
    [({ x }) => x <= right, (a, b) => crossAtX(a, b, right)],
    [({ y }) => y >= top, (a, b) => crossAtY(a, b, top)],
    [({ y }) => y <= bottom, (a, b) => crossAtY(a, b, bottom)],
  ];
  return sides.reduce<Point[]>(
    (points, [inside, cross]) =>
      points.flatMap((point, index) => {
        const previous = points.at(index - 1) as Point;
        const kept = inside(point) ? [point] : [];
        return inside(point) === inside(previous) ? kept : [cross(previous, point), ...kept];
      }),
    [...ring],
  );
}

/** A closed path with integer relative steps: `M12 40l3-4z`, about five bytes per point. */
export function ringPath(ring: readonly Point[]): string {
  const whole = ring.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  const start = whole[0];
  if (!start) return "";
  const steps = whole.slice(1).map((point, index) => {
    const previous = whole[index] as Point;
    return { x: point.x - previous.x, y: point.y - previous.y };
  });
  const numbers = steps.filter(({ x, y }) => x !== 0 || y !== 0).flatMap(({ x, y }) => [x, y]);
  // An island smaller than one unit has no visible path.
  if (numbers.length === 0) return "";
  return `M${start.x} ${start.y}l${numbers.join(" ").replaceAll(" -", "-")}z`;
}

export function ringArea(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, point, index) => {
    const next = ring[(index + 1) % ring.length] as Point;
    return sum + point.x * next.y - next.x * point.y;
  }, 0);
  return Math.abs(twice) / 2;
}

function farthestFromStart(ring: readonly Point[]): number {
  const start = ring[0];
  if (!start) return 0;
  const reach = ring.map(({ x, y }) => Math.hypot(x - start.x, y - start.y));
  return reach.indexOf(Math.max(...reach));
}

/** Distance of a point from the line through two others, in drawing units. */
export function distanceToChord(point: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(point.x - a.x, point.y - a.y);
  return Math.abs(dy * (point.x - a.x) - dx * (point.y - a.y)) / length;
}

function crossAtX(a: Point, b: Point, x: number): Point {
  return { x, y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) };
}

function crossAtY(a: Point, b: Point, y: number): Point {
  return { x: a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y), y };
}
