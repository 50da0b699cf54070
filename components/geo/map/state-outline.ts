import type { Point, Position, Projection, StateCollection, StateFeature } from "@/lib/geo/geo/rules";
import { polygonsOf } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import shapes from "@/public/map/states.json";
import { clipRing, ringPath, simplifyRing, type Rect } from "./outline";

const { features } = shapes as unknown as StateCollection;

/**
 * The rest of the continent, simplified and drawn below the states, so that Argentina is not painted as sea.
 * The rings must have the same direction as those of the states: opposite directions in one path would create holes.
 */
const CONTINENT: readonly Position[] = [
  [-54, -1],
  [-56, -15],
  [-52.5, -25],
  [-53, -28.5],
  [-53.4, -33.75],
  [-54.2, -34.7],
  [-55, -35],
  [-56.2, -34.9],
  [-58, -34.5],
  [-77, -36],
  [-77, 8.6],
  [-60, 8.6],
  [-58.2, 6.8],
  [-57, 6],
  [-54, 5.8],
  [-52.3, 4.9],
  [-51.6, 4.4],
  [-51.8, 3.9],
];

/** Land inside a drawing: the state itself (or all states), and everything else so that borders differ from coasts. */
export type Land = { own: string; others: string };

/** Draws the land inside `frame`, simplified to its scale (server only, because it imports all shapes). */
export function landInFrame(abbr: StateAbbr | null, { project }: Projection, frame: Rect, tolerance = 1): Land {
  const draw = (rings: readonly (readonly Position[])[]) =>
    rings
      .map((ring) => clipRing(ring.map(project), grow(frame, 12)))
      .filter((ring) => ring.length > 2)
      .map((ring) => ringPath(simplifyRing([...ring, ring[0] as Point], tolerance)))
      .join("");
  const isOwn = ({ properties }: StateFeature) => abbr === null || properties.abbr === abbr;
  const others = features.filter((feature) => !isOwn(feature)).map(ringsOf);
  return {
    own: draw(features.filter(isOwn).flatMap(ringsOf)),
    others: draw([CONTINENT, ...others.flat()]),
  };
}

/** The corners of a state's mainland, or of every state's, used to fit it into a frame. */
export function statePositions(abbr: StateAbbr | null): Position[] {
  if (abbr === null) return features.flatMap(({ properties }) => statePositions(properties.abbr));
  const feature = features.find(({ properties }) => properties.abbr === abbr);
  if (!feature) return [];
  const byLength = ringsOf(feature).toSorted((a, b) => b.length - a.length);
  const mainland = byLength[0] ?? [];
  const near = byLength.slice(1).filter((ring) => ring.every((position) => isNear(position, mainland)));
  return [mainland, ...near].flat();
}

/** Oceanic islands lie hundreds of kilometres away and would make the state too small. */
function isNear([lng, lat]: Position, mainland: readonly Position[]): boolean {
  return mainland.some(([x, y]) => Math.abs(x - lng) < 0.8 && Math.abs(y - lat) < 0.8);
}

function ringsOf({ geometry }: StateFeature): (readonly Position[])[] {
  return polygonsOf(geometry).flatMap(([outer]) => (outer ? [outer] : []));
}

function grow({ left, top, right, bottom }: Rect, by: number): Rect {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
