import type { LinePoint } from "../geo/lines";
import { kmBetween, lengthKm, round, type Section } from "./rules";
import type { Piece } from "./sections";

/**
 * A longer way than this is a hole of the network more often than a road: of the 499 measured legs of the guide's routes
 * beyond 10 km, 6 are longer. Nearer points are taken as `FAR_KM` apart: a way around a block is no hole.
 */
const MAX_DETOUR = 1.95;
const FAR_KM = 10;
/** The limit for a way that keeps to one road, which a detour around a hole does not; and the share of that road. */
const ONE_ROAD = { detour: 3, share: 0.9 };
/** Share of straights above which the way is not a road. */
const MAX_STRAIGHT = 0.1;
/** The straight from a stop to its road is inside the town up to this length. */
const IN_TOWN_KM = 1;
/** Estimated kilometres of an unknown way for each kilometre of the straight line. */
const ESTIMATE_FACTOR = 1.3;

const isStraight = ({ kind }: Piece) => kind === "join" || kind === "off-network";

function isOneRoad(pieces: readonly Piece[], km: number): boolean {
  const kmOf = new Map<string, number>();
  for (const { ref, points } of pieces) if (ref) kmOf.set(ref, (kmOf.get(ref) ?? 0) + lengthKm(points));
  return Math.max(0, ...kmOf.values()) >= ONE_ROAD.share * km;
}

/** Whether the pieces of a leg can be shown as the way between two points. */
export function isPlausible(pieces: readonly Piece[], from: LinePoint, to: LinePoint): boolean {
  const straightKm = kmBetween(...from, ...to);
  const km = pieces.reduce((sum, { points }) => sum + lengthKm(points), 0);
  const limit = isOneRoad(pieces, km) ? ONE_ROAD.detour : MAX_DETOUR;
  if (km > limit * Math.max(straightKm, FAR_KM)) return false;
  const estimatedKm = pieces.reduce((sum, piece, index) => {
    if (!isStraight(piece)) return sum;
    const isConnection = index === 0 || index === pieces.length - 1;
    return sum + Math.max(0, lengthKm(piece.points) - (isConnection ? IN_TOWN_KM : 0));
  }, 0);
  return estimatedKm <= MAX_STRAIGHT * km;
}

/** The straight line that stands for a way which is not known. */
export const unknownPiece = (from: LinePoint, to: LinePoint): Piece => ({
  kind: "off-network",
  roadClass: "join",
  ref: null,
  source: null,
  points: [from, to],
  circuity: ESTIMATE_FACTOR,
});

/** Sections of an unknown way with estimated kilometres and minutes instead of those of the straight line. */
export const asEstimate = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({
    ...section,
    km: round(section.km * ESTIMATE_FACTOR, 3),
    minutes: round(section.minutes * ESTIMATE_FACTOR, 2),
    slower: [round(section.slower[0] * ESTIMATE_FACTOR, 2), round(section.slower[1] * ESTIMATE_FACTOR, 2)],
  }));
