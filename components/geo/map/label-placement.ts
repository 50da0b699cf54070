import type { Point } from "@/lib/geo/geo/rules";
import type { Rect } from "./outline";

export type LabelAnchor = "start" | "middle" | "end";
export type PlacedLabel = { x: number; y: number; anchor: LabelAnchor; size: number };
export type LabelRequest = Point & { text: string };
export type LabelRoom = {
  frame: Rect;
  /** Radius of the markers beside the labels. */
  radius: number;
  sizes: readonly number[];
  taken: readonly Rect[];
  roads: readonly (readonly Point[])[];
};

/** Barlow Condensed is about 0.46 em wide per letter; a larger value leaves some space. */
const LETTER_WIDTH = 0.49;
const ROAD_HALF_WIDTH = 5;

/** Moves overlapping markers apart; places in one town may have the same coordinates. */
export function spreadMarkers(points: readonly Point[], gap: number): Point[] {
  const spread = points.map((point) => ({ ...point }));
  for (let round = 0; round < 24; round++) {
    for (let i = 0; i < spread.length; i++) {
      for (let j = i + 1; j < spread.length; j++) pushApart(spread[i] as Point, spread[j] as Point, gap);
    }
  }
  return spread;
}

function pushApart(a: Point, b: Point, gap: number): void {
  const distance = Math.hypot(b.x - a.x, b.y - a.y);
  if (distance >= gap) return;
  const half = (gap - distance) / 2;
  const ux = distance === 0 ? 1 : (b.x - a.x) / distance;
  const uy = distance === 0 ? 0 : (b.y - a.y) / distance;
  a.x -= ux * half;
  a.y -= uy * half;
  b.x += ux * half;
  b.y += uy * half;
}

/**
 * Finds a free position beside each marker, in order of importance; null where there is none.
 * Tries large letters beside the road first, then small ones, then both across the road.
 */
export function placeLabels(
  requests: readonly LabelRequest[],
  { frame, radius, sizes, taken, roads }: LabelRoom,
): (PlacedLabel | null)[] {
  const obstacles = [...taken, ...requests.map((point) => around(point, radius))];
  const asphalt = roads.flatMap(sampleRoad).map((point) => around(point, ROAD_HALF_WIDTH));
  const placed: (PlacedLabel | null)[] = requests.map(() => null);
  const passes = [asphalt, []].flatMap((avoided) => sizes.map((size) => ({ avoided, size })));
  for (const { avoided, size } of passes) {
    requests.forEach((request, index) => {
      if (placed[index]) return;
      const spot = candidates(request, radius, size).find((candidate) =>
        fits(boxOf(candidate, request.text), frame, [...obstacles, ...avoided]),
      );
      if (!spot) return;
      placed[index] = spot;
      obstacles.push(boxOf(spot, request.text));
    });
  }
  return placed;
}

/** Points at regular distances along a road, so that labels avoid it. */
function sampleRoad(points: readonly Point[]): Point[] {
  return points.slice(1).flatMap((end, index) => {
    const start = points[index] as Point;
    const count = Math.ceil(Math.hypot(end.x - start.x, end.y - start.y) / 8);
    return Array.from({ length: count }, (_, step) => ({
      x: start.x + ((end.x - start.x) * step) / count,
      y: start.y + ((end.y - start.y) * step) / count,
    }));
  });
}

function candidates({ x, y }: Point, radius: number, size: number): PlacedLabel[] {
  const side = radius + size * 0.3;
  const above = radius + size * 0.65;
  const corner = radius * 0.75;
  const spots: [dx: number, dy: number, anchor: LabelAnchor][] = [
    [side, 0, "start"],
    [-side, 0, "end"],
    [0, -above, "middle"],
    [0, above, "middle"],
    [corner, -above * 0.8, "start"],
    [corner, above * 0.8, "start"],
    [-corner, -above * 0.8, "end"],
    [-corner, above * 0.8, "end"],
  ];
  return spots.map(([dx, dy, anchor]) => ({ x: x + dx, y: y + dy, anchor, size }));
}

function boxOf({ x, y, anchor, size }: PlacedLabel, text: string): Rect {
  const width = text.length * size * LETTER_WIDTH;
  const left = { start: x, middle: x - width / 2, end: x - width }[anchor];
  return { left, right: left + width, top: y - size * 0.5, bottom: y + size * 0.5 };
}

function fits(box: Rect, frame: Rect, obstacles: readonly Rect[]): boolean {
  const inside =
    box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
  return inside && !obstacles.some((other) => overlap(box, other));
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function around({ x, y }: Point, radius: number): Rect {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}
