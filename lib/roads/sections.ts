import type { LinePoint } from "../geo/lines";
import { driveMinutes, type Pace } from "../pace/drive/rules";
import {
  avoidableOf,
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
  type TollPlaza,
  type Unavoidable,
} from "./rules";

/** A part of a route with the same facts, before pieces of the same road are joined. */
export type Piece = {
  kind: SectionKind;
  roadClass: RoadClass;
  ref: string | null;
  source: string | null;
  /** Earth or gravel; absent where the surface is not known. */
  isUnpaved?: boolean;
  points: LinePoint[];
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

/** Joins pieces of the same road. */
function joinedPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const points = withoutRepeats(piece.points);
    if (points.length < 2) continue;
    const last = joined.at(-1);
    const isSame =
      last?.kind === piece.kind &&
      last.roadClass === piece.roadClass &&
      last.ref === piece.ref &&
      last.source === piece.source &&
      last.isUnpaved === piece.isUnpaved;
    if (isSame) last.points.push(...points.slice(1));
    else joined.push({ ...piece, points });
  }
  return joined;
}

/** The sections of a leg, with the minutes of each. */
export function sectionsOf(pieces: readonly Piece[], pace: Pace): Section[] {
  const joined = joinedPieces(pieces);
  const minutes = driveMinutes(joined, pace);
  const [at60, at40] = SLOWER_KMH.map((kmh) => driveMinutes(joined, pace, kmh)) as [number[], number[]];
  return joined.map(({ kind, roadClass, ref, source, points }, index) => ({
    kind,
    line: encodeLine(points),
    roadClass,
    ref,
    km: round(lengthKm(points), 3),
    source,
    minutes: round(minutes[index]!, 2),
    slower: [round(at60[index]!, 2), round(at40[index]!, 2)],
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

/** What a route contains of the kinds that were to be avoided. */
export function unavoidableOf(
  sections: readonly Section[],
  tolls: readonly TollPlaza[],
  avoid: readonly Avoidable[],
): Unavoidable[] {
  return [...new Set(avoid)].flatMap((kind): Unavoidable[] => {
    if (kind === "toll") return tolls.length > 0 ? [{ kind, plazas: tolls.length }] : [];
    const km = sum(sections.filter(({ roadClass }) => avoidableOf(roadClass) === kind).map((section) => section.km));
    return km > 0 ? [{ kind, km: round(km, 1) }] : [];
  });
}
