import type { LinePoint } from "../geo/lines";
import { driveMinutes, type Pace } from "../pace/drive/rules";
import {
  avoidablesOf,
  encodeLine,
  kmBetween,
  lengthKm,
  OFF_NETWORK_KM,
  round,
  SLOWER_KMH,
  type Avoidable,
  type Leg,
  type RoadClass,
  type Section,
  type SectionKind,
  type Surface,
  type TollPlaza,
  type Unavoidable,
} from "./rules";

/** A part of a route with the same facts, before pieces of the same road are joined. */
export type Piece = {
  kind: SectionKind;
  roadClass: RoadClass;
  ref: string | null;
  source: string | null;
  points: LinePoint[];
  /** Absent where it is not known. */
  surface?: Surface;
  name?: string;
  /** Estimated kilometres for each one of the straight line, where the way is not known. */
  circuity?: number;
  /** Metres above sea level of each point, null where it is not known. */
  heights?: (number | null)[];
};

/** Below this, a point is on the road. */
const ON_ROAD_KM = 0.03;

/** The straight line between a point and its place on the network. */
export function connectionPiece([lat, lng]: LinePoint, onRoad: LinePoint, isEnd: boolean): Piece[] {
  const km = kmBetween(lat, lng, ...onRoad);
  if (km <= ON_ROAD_KM) return [];
  const kind = km > OFF_NETWORK_KM ? "off-network" : "join";
  const points: LinePoint[] = isEnd ? [onRoad, [lat, lng]] : [[lat, lng], onRoad];
  return [{ kind, roadClass: "join", ref: null, source: null, points }];
}

/** A line without points that repeat the one before them. */
const withoutRepeats = (points: readonly LinePoint[]) =>
  points.filter(([lat, lng], index) => index === 0 || lat !== points[index - 1]![0] || lng !== points[index - 1]![1]);

/** Pieces with the same number are one road, whatever the names of its parts. */
const isSameRoad = (a: Piece, b: Piece) =>
  a.kind === b.kind &&
  a.roadClass === b.roadClass &&
  a.source === b.source &&
  a.surface === b.surface &&
  a.ref === b.ref &&
  (a.ref !== null || a.name === b.name);

/** Joins pieces of the same road. */
function joinedPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const points = withoutRepeats(piece.points);
    if (points.length < 2) continue;
    const last = joined.at(-1);
    if (last && isSameRoad(last, piece)) last.points.push(...points.slice(1));
    else joined.push({ ...piece, points });
  }
  return joined;
}

/** The sections of a leg, with the minutes of each. */
export function sectionsOf(pieces: readonly Piece[], pace: Pace): Section[] {
  const joined = joinedPieces(pieces);
  const parts = joined.map((piece) => ({ ...piece, isUnpaved: piece.surface === "unpaved" }));
  const minutes = driveMinutes(parts, pace);
  const [at60, at40] = SLOWER_KMH.map((kmh) => driveMinutes(parts, pace, kmh)) as [number[], number[]];
  return joined.map(({ kind, roadClass, ref, source, points, surface, name }, index) => ({
    kind,
    line: encodeLine(points),
    roadClass,
    ref,
    km: round(lengthKm(points), 3),
    source,
    minutes: round(minutes[index]!, 2),
    slower: [round(at60[index]!, 2), round(at40[index]!, 2)],
    ...(surface && { surface }),
    ...(name && { name }),
  }));
}

const isStraight = ({ kind }: Section) => kind === "join" || kind === "off-network";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function legOf(sections: readonly Section[], from: number, firstSection: number): Leg {
  return {
    from,
    to: from + 1,
    km: round(sum(sections.map(({ km }) => km)), 2),
    estimatedKm: round(sum(sections.filter(isStraight).map(({ km }) => km)), 2),
    minutes: Math.round(sum(sections.map(({ minutes }) => minutes))),
    firstSection,
    endSection: firstSection + sections.length,
  };
}

export const totals = (legs: readonly Leg[]) => ({
  km: round(sum(legs.map(({ km }) => km)), 2),
  estimatedKm: round(sum(legs.map(({ estimatedKm }) => estimatedKm)), 2),
  minutes: sum(legs.map(({ minutes }) => minutes)),
});

/** Share of the kilometres on roads whose surface must be known before a route may claim to avoid unpaved ones. */
const KNOWN_SURFACES = 0.9;

/** The preferences that a route has no data for. */
export function unsupportedOf(sections: readonly Section[], avoid: readonly Avoidable[]): Avoidable[] {
  const onRoads = sections.filter(({ kind }) => kind === "road");
  const known = onRoads.filter(({ roadClass, surface }) => surface || roadClass === "track");
  const kmOf = (some: readonly Section[]) => sum(some.map(({ km }) => km));
  return avoid.filter((kind) => kind === "unpaved" && kmOf(known) < kmOf(onRoads) * KNOWN_SURFACES);
}

/** What a route contains of the kinds that were to be avoided. */
export function unavoidableOf(
  sections: readonly Section[],
  tolls: readonly TollPlaza[],
  avoid: readonly Avoidable[],
): Unavoidable[] {
  return [...new Set(avoid)].flatMap((kind): Unavoidable[] => {
    if (kind === "toll") return tolls.length > 0 ? [{ kind, plazas: tolls.length }] : [];
    const avoided = sections.filter(({ roadClass, surface }) => avoidablesOf(roadClass, surface).includes(kind));
    const km = sum(avoided.map((section) => section.km));
    return km > 0 ? [{ kind, km: round(km, 1) }] : [];
  });
}
