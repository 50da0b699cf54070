import type { Light, Random } from "./sky";
import { HORIZON } from "./scenery";
import { between, tone } from "./sky";
import type { Spot } from "./vehicles";

/** A point of the ground seen from above: x to the right, depth away from the viewer. */
type Point = readonly [x: number, depth: number];

export type View = {
  layout: keyof typeof LAYOUTS;
  /** Depth of the part of the road where the car is. */
  near: number;
  /** Offset of the horizon in pixels, downwards. */
  drop: number;
};

/** Roads from the left edge, with the car on their first straight part; `sway` is a random number around 0. */
const LAYOUTS = {
  bend: (near: number, [a, b]: readonly [number, number]): Point[] => [
    [-2.4, near],
    [-1, near],
    [0.3, near + 0.03],
    [1.15 + a / 4, near + 0.4],
    [1.4 + a / 4, near + 1.3],
    [1 + a / 2, near + 2.5],
    [0.1 + a, 5.7],
    [-0.8 + b, 7.8],
    [-0.2 + b, 11],
    [1.4 + b * 3, 16],
    [1.2 + b * 5, 24],
    [-1.6, 42],
    [1, 90],
  ],
  serpentine: (near: number, [a, b]: readonly [number, number]): Point[] => [
    [-2.4, near],
    [-1, near],
    [0.5, near + 0.03],
    [1.35 + a / 4, near + 0.5],
    [1.1 + a / 4, near + 1.25],
    [-0.6, near + 1.7],
    [-1.9 + b / 3, near + 2.7],
    [-1.2 + b, near + 4.6],
    [1.6 + b, 10],
    [1.4 + a, 14],
    [-2.4, 20],
    [-1.6, 32],
    [3, 50],
    [1, 90],
  ],
  straight: (near: number, [a, b]: readonly [number, number]): Point[] => [
    [-2.4, near],
    [-1, near],
    [-0.1, near + 0.02],
    [0.62 + a / 4, near + 0.28],
    [0.86 + a / 4, near + 0.9],
    [0.8 + a / 3, near + 2],
    [0.6 + b / 2, 8],
    [0.6 + b, 16],
    [1 + b * 2, 34],
    [1 + b * 4, 90],
  ],
  crossing: (near: number, [a, b]: readonly [number, number]): Point[] => [
    [-2.4, near],
    [-1.2, near],
    [-0.4, near + a / 20],
    [0.4, near + b / 8],
    [1.2, near + 0.1 + b / 4],
    [2.6, near + 0.25 + b / 4],
  ],
} as const;

export const LAYOUT_NAMES = Object.keys(LAYOUTS) as [View["layout"], ...View["layout"][]];

/** The centre line, curved through the points of the layout. */
function layRoad(random: Random, { layout, near }: View): Point[] {
  const sway = () => (random() - 0.5) * 0.6;
  const posts = LAYOUTS[layout](near, [sway(), sway()]);
  const at = (index: number) => posts[Math.max(0, Math.min(posts.length - 1, index))] ?? [0, 90];
  return posts.slice(1).flatMap((_, index) =>
    (index < 1 || index > 8 ? [0, 0.5] : [0, 0.33, 0.67]).map((t): Point => {
      const curve = (axis: 0 | 1) =>
        catmullRom(at(index - 1)[axis], at(index)[axis], at(index + 1)[axis], at(index + 2)[axis], t);
      return [curve(0), curve(1)];
    }),
  );
}

function catmullRom(before: number, from: number, to: number, after: number, t: number): number {
  return (
    from +
    0.5 * t * (to - before + t * (2 * before - 5 * from + 4 * to - after + t * (3 * (from - to) + after - before)))
  );
}

/** The strip between two offsets of the centre line, as a path with relative steps to keep it short. */
function strip(line: readonly Point[], drop: number, left: number, right: number): string {
  const side = (offset: number) =>
    line.map(([x, depth], index) => {
      const [fromX, fromDepth] = line[Math.max(0, index - 1)] ?? [x, depth];
      const [toX, toDepth] = line[Math.min(line.length - 1, index + 1)] ?? [x, depth];
      const length = Math.hypot(toX - fromX, toDepth - fromDepth) || 1;
      const sideX = x - ((toDepth - fromDepth) / length) * offset;
      const sideDepth = depth + ((toX - fromX) / length) * offset;
      return [Math.round(600 + (sideX * 900) / sideDepth), Math.round(HORIZON + drop + 330 / sideDepth)] as const;
    });
  let [lastX, lastY] = [0, 0];
  const steps = [...side(left), ...side(right).toReversed()].map(([x, y]) => {
    const step = `${x - lastX} ${y - lastY}`;
    [lastX, lastY] = [x, y];
    return step;
  });
  return `M${steps[0]}l${steps.slice(1).join(" ")}z`;
}

const MAX_DASHES = 8;
const FARTHEST_DASH = 11;

/** The road with yellow dashes, from the foreground to the horizon. */
export function drawRoad(light: Light, random: Random, view: View, shoulder: string): string {
  const line = layRoad(random, view);
  const starts = line.flatMap(([, depth], index) =>
    index > 0 && index < line.length - 1 && depth < FARTHEST_DASH && (index < 4 || index % 2 === 0) ? [index] : [],
  );
  const dashes = starts.slice(0, MAX_DASHES).map((start) => {
    const [from = [0, 1.9], to = [0, 1.9]] = line.slice(start, start + 2);
    const along = (t: number): Point => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    return strip([along(0), along(start < 4 ? 0.6 : 1)], view.drop, -0.022, 0.022);
  });
  return `<path fill="${tone(light, "#4b4d57", 0.06)}" stroke="${shoulder}" stroke-width="5" d="${strip(line, view.drop, -0.36, 0.36)}"/><path fill="${light.name === "night" ? "#e0a83c" : "#f7b733"}" d="${dashes.join("")}"/>`;
}

/** Position of the car on the straight part of the road, in the right-hand lane of its direction. */
export function chooseSpot(random: Random, { layout, near, drop }: View, mirrored: boolean): Spot {
  const lane = mirrored ? { y: 2, scale: 1.82 } : { y: 54, scale: 1.98 };
  const [from, to] = layout === "crossing" ? [420, 780] : layout === "straight" ? [400, 500] : [400, 620];
  return {
    x: between(random, from, to),
    y: Math.round(HORIZON + drop + (330 + lane.y) / near),
    scale: Math.round((lane.scale / near) * 100) / 100,
  };
}
