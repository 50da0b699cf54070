import { kmAlongLine, type LinePoint } from "../../geo/geo/lines";
import { greatCircleKm, type GeoPoint } from "../../geo/geo/rules";
import { slugOf } from "../../platform/slug";

/** A road (`BA-099`) or its stretch between two towns; equal to private.are_served_roads of the database. */
export const SERVED_ROAD = /^([A-Z]{2,3}-\d{2,3})(?:: ([^:()]+) \(([A-Z]{2})\) – ([^:()]+) \(([A-Z]{2})\))?$/;

/** Where the tow of a road operator comes; `ends` is null for the whole road. */
export type ServedRoad = { road: string; ends: readonly [GeoPoint, GeoPoint] | null };

/** Name and state of a town as one key, without accents. */
export const townKey = (name: string, uf: string): string => `${uf}/${slugOf(name)}`;

/** The stretches with their ends; an item whose town is not in the list is left out, so that it matches no road. */
export function servedRoadsOf(
  items: readonly string[],
  seatOf: (key: string) => GeoPoint | undefined,
): readonly ServedRoad[] {
  return items.flatMap((item): ServedRoad[] => {
    const [, road, from, fromUf, to, toUf] = SERVED_ROAD.exec(item) ?? [];
    if (!road) return [];
    if (!from || !fromUf || !to || !toUf) return [{ road, ends: null }];
    const ends = [seatOf(townKey(from, fromUf)), seatOf(townKey(to, toUf))] as const;
    return ends[0] && ends[1] ? [{ road, ends: [ends[0], ends[1]] as const }] : [];
  });
}

/**
 * The names under which sources list a road. `ERS`, `CMG`, `LMG` and the like are state roads; those of a state whose
 * third letter is C (`RSC-453`, `CMG-491`, `MGC-491`) also have the number of a federal road.
 */
function namesOf(road: string): string[] {
  const [letters = "", digits = ""] = road.split("-");
  const number = digits.padStart(3, "0");
  if (letters.length === 2) return [`${letters}-${number}`];
  const uf = /^[CEL]/.test(letters) ? letters.slice(1) : letters.slice(0, 2);
  const isFederalToo = letters.startsWith("C") || letters.endsWith("C");
  return isFederalToo ? [`${uf}-${number}`, `BR-${number}`] : [`${uf}-${number}`];
}

/** Whether two names are of one road. */
export const isSameRoad = (a: string, b: string): boolean => namesOf(a).some((name) => namesOf(b).includes(name));

/** The seat of a town is up to this far from the road, and the stretch ends at a junction beside the town. */
const END_KM = 3;
/** Between its ends a road is beside the straight line by at most this, and more the farther both ends are. */
const BESIDE = { km: 5, share: 0.35 };
/** Kilometres of one degree of latitude. */
const DEGREE_KM = 111.2;

/**
 * Whether a point of the road is between the ends of a stretch, measured along the straight line between them, with
 * `marginKm` more at both ends.
 */
export function isOnStretch({ ends }: ServedRoad, point: GeoPoint, marginKm = END_KM): boolean {
  if (!ends) return true;
  const [from, to] = ends;
  const length = greatCircleKm(from, to);
  const shrink = Math.cos((from.lat * Math.PI) / 180);
  const plane = ({ lat, lng }: GeoPoint) =>
    [(lng - from.lng) * shrink * DEGREE_KM, (lat - from.lat) * DEGREE_KM] as const;
  const [x, y] = plane(to);
  const [px, py] = plane(point);
  const along = (px * x + py * y) / Math.max(length, 1);
  const beside = Math.abs(px * y - py * x) / Math.max(length, 1);
  const toEnd = Math.min(along, length - along);
  return toEnd >= -marginKm && beside <= BESIDE.km + BESIDE.share * Math.max(0, toEnd);
}

/** A route that only starts in the town where a stretch ends leaves it in another direction. */
const MIN_SERVED = { km: 2, share: 0.05 };

function isFollowed(stretch: ServedRoad, line: readonly LinePoint[]): boolean {
  if (!stretch.ends) return true;
  const isOn = line.map(([lat, lng]) => isOnStretch(stretch, { lat, lng }, 0));
  const kmAt = kmAlongLine(line);
  const km = kmAt
    .slice(1)
    .reduce((sum, at, index) => sum + (isOn[index] && isOn[index + 1] ? at - kmAt[index]! : 0), 0);
  return km >= Math.max(MIN_SERVED.km, MIN_SERVED.share * kmAt.at(-1)!);
}

type Piece = { line: readonly LinePoint[]; leg: { roads: readonly string[] } | null };

/** The roads of a tow service that the line of a route follows inside the served stretch, each once. */
export function servedOnWay(served: readonly ServedRoad[], way: readonly Piece[]): string[] {
  const found = served.filter((stretch) =>
    way.some(({ line, leg }) => leg?.roads.some((road) => isSameRoad(road, stretch.road)) && isFollowed(stretch, line)),
  );
  return [...new Set(found.map(({ road }) => road))];
}
