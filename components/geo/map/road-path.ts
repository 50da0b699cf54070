import type { Point } from "@/lib/geo/geo/rules";

/** A smooth line through all points (Catmull-Rom). */
export function roadPath(points: readonly Point[]): string {
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)] as Point;
  const curves = points.slice(1).map((end, index) => {
    const [before, start, after] = [at(index - 1), at(index), at(index + 2)];
    const a = { x: start.x + (end.x - before.x) / 8, y: start.y + (end.y - before.y) / 8 };
    const b = { x: end.x - (after.x - start.x) / 8, y: end.y - (after.y - start.y) / 8 };
    return `C${[a, b, end].map(pair).join(" ")}`;
  });
  return points[0] ? `M${pair(points[0])}${curves.join("")}` : "";
}

/** A recorded road as straight segments between its points; points on the same drawing unit are left out. */
export function recordedPath(points: readonly Point[]): string {
  const pairs = points.map(pair);
  const [first, ...rest] = pairs.filter((place, index) => place !== pairs[index - 1]);
  if (first === undefined) return "";
  // A section shorter than one unit is still a visible dot.
  return rest.length > 0 ? `M${first}L${rest.join(" ")}` : `M${first}h0`;
}

function pair({ x, y }: Point): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}
