import { greatCircleKm, kmToSegment, type GeoPoint } from "../../geo/geo/rules";
import { formatKm, formatNumber } from "../../platform/format";
import type { Locale } from "../../platform/i18n/routing";
import { HELP_CATEGORIES, HELP_KM, type HelpCategory } from "../services/rules";
import { isOnStretch, isSameRoad, type ServedRoad } from "../served-roads/rules";

export const BREAKDOWN_PATH = "/socorro";
/** Fetched by the page and cached by the service worker when it is installed. */
export const BREAKDOWN_DATA_PATH = "/socorro/dados.json";

export type Town = { name: string; uf: string } & GeoPoint;
export type Contact = { uf: string | null; name: string; phone: string; translations: unknown };
export type Helper = {
  category: HelpCategory;
  path: string;
  name: string;
  town: string | null;
  phone: string | null;
  whatsapp: string | null;
  translations: unknown;
  /** Without a position of its own a business counts as being at the seat of its town. */
  isAtSeat: boolean;
  /** The roads of a road operator, outside of which its tow does not come; null for help that comes anywhere. */
  serves: readonly ServedRoad[] | null;
} & GeoPoint;

/** Positions are in thousandths of a degree (110 m), which is enough to find a town and a road. */
export type BreakdownData = {
  /** Time when the server wrote the data, ISO 8601. */
  builtAt: string;
  /** Name, latitude and longitude of every municipal seat, by state. */
  towns: Record<string, readonly [name: string, lat: number, lng: number][]>;
  /** Lines of the federal roads: the road, its first point, then the differences from point to point. */
  roads: readonly (readonly [road: string, ...points: number[]])[];
  /** Speed cameras with the kilometre of the road where they are. */
  markers: readonly [road: string, uf: string, lat: number, lng: number, km: number][];
  contacts: readonly Contact[];
  helpers: readonly Helper[];
};

const SCALE = 1000;
export const toThousandths = (degrees: number): number => Math.round(degrees * SCALE);

/** Towns by distance from a point, nearest first. */
export function nearestTowns(data: BreakdownData, point: GeoPoint, count: number): (Town & { km: number })[] {
  return Object.entries(data.towns)
    .flatMap(([uf, towns]) =>
      towns.map(([name, lat, lng]) => {
        const town = { name, uf, lat: lat / SCALE, lng: lng / SCALE };
        return { ...town, km: greatCircleKm(point, town) };
      }),
    )
    .toSorted((a, b) => a.km - b.km)
    .slice(0, count);
}

/** A town that is at most this much farther away than the nearest one may be in the state of the visitor. */
const BORDER_KM = 15;

/** The states that a point may be in: those of the towns around it, nearest first. */
export function statesAround(towns: readonly { uf: string; km: number }[]): string[] {
  const limit = (towns[0]?.km ?? 0) + BORDER_KM;
  return [...new Set(towns.filter(({ km }) => km <= limit).map(({ uf }) => uf))];
}

/** The telephone numbers of some states, in their order. */
export const contactsOf = (data: BreakdownData, states: readonly string[]): Contact[] =>
  states.flatMap((uf) => data.contacts.filter((contact) => contact.uf === uf));

/** The tow of a whole road without known ends is offered up to this distance from its base. */
const OPERATOR_KM = 50;

/**
 * The roads on which the tow of a road operator comes to a point: the federal road there, or the state roads that may
 * be there, because the positions of those are not in the data. On a coarse position it may be any road.
 */
function roadsServedAt({ serves, km }: { serves: readonly ServedRoad[]; km: number }, at: Place): string[] {
  const isPossible = (name: string) =>
    at.road ? isSameRoad(name, roadName(at.road.road)) : at.isCoarse || !name.startsWith("BR-");
  const found = serves.filter(
    (stretch) => isPossible(stretch.road) && (stretch.ends ? isOnStretch(stretch, at.point) : km <= OPERATOR_KM),
  );
  return [...new Set(found.map(({ road }) => road))];
}

/** A position with the federal road there; a coarse one, such as a town, may be beside any road. */
export type Place = { point: GeoPoint; road: RoadPlace | null; isCoarse: boolean };

/**
 * The nearest places of each kind of help within `HELP_KM`, nearest first. `only` are the roads on which a road
 * operator comes; its tow is left out where none of them can be the road of the visitor.
 */
export function nearestHelpers(data: BreakdownData, at: Place, count = 3) {
  const helpers = data.helpers
    .map((helper) => ({ ...helper, km: greatCircleKm(at.point, helper) }))
    .filter(({ km }) => km <= HELP_KM)
    .flatMap(({ serves, ...helper }) => {
      const only = serves && roadsServedAt({ serves, km: helper.km }, at);
      return only?.length === 0 ? [] : [{ ...helper, only }];
    })
    .toSorted((a, b) => a.km - b.km);
  return HELP_CATEGORIES.map((category) => ({
    category,
    helpers: helpers.filter((helper) => helper.category === category).slice(0, count),
  }));
}

/** Largest error of a line in `roads`: it is simplified by 100 m and rounded by 80 m. */
const ROAD_ERROR_KM = 0.2;
/** A road farther away than this, plus the error of the position, is not named. */
const ROAD_KM = 0.3;
/** A position with a larger error fits too many roads. */
export const MAX_ERROR_KM = 1;

export type RoadPlace = { road: string; km: number | null };

/** The federal road at a position and its approximate kilometre; null when there is none or the position is too coarse. */
export function roadAt(data: BreakdownData, point: GeoPoint, accuracyM: number, uf: string): RoadPlace | null {
  const errorKm = accuracyM / 1000;
  if (errorKm > MAX_ERROR_KM) return null;
  let [road, nearest] = ["", ROAD_KM + ROAD_ERROR_KM + errorKm];
  for (const line of data.roads) {
    const km = kmToLine(line, point, nearest);
    if (km < nearest) [road, nearest] = [line[0], km];
  }
  return road ? { road, km: kilometreOn(data.markers, road, uf, point) } : null;
}

function kmToLine(line: BreakdownData["roads"][number], point: GeoPoint, limitKm: number): number {
  let [lat, lng] = [0, 0];
  let before: GeoPoint | null = null;
  let nearest = limitKm;
  for (let index = 1; index < line.length; index += 2) {
    lat += line[index] as number;
    lng += line[index + 1] as number;
    const next = { lat: lat / SCALE, lng: lng / SCALE };
    if (before) nearest = Math.min(nearest, kmToSegment(point, before, next));
    before = next;
  }
  return nearest;
}

/** A single marker gives the kilometre up to this distance. */
const BESIDE_MARKER_KM = 1;
/** Between two markers farther apart than this a straight line is too different from the road. */
const MAX_GAP_KM = 40;
/** A road is at most this much longer than the straight line; more, or less than the line, is an error in the data. */
const MAX_DETOUR = 1.5;

/** Kilometre of a road near a point, interpolated between the speed cameras before and after it; null when unknown. */
export function kilometreOn(
  markers: BreakdownData["markers"],
  road: string,
  uf: string,
  point: GeoPoint,
): number | null {
  const own = markers
    .filter((marker) => marker[0] === road && marker[1] === uf)
    .map(([, , lat, lng, km]) => {
      const at = { lat: lat / SCALE, lng: lng / SCALE };
      return { at, km, away: greatCircleKm(point, at) };
    })
    .toSorted((a, b) => a.away - b.away);
  const [first] = own;
  if (!first) return null;
  if (first.away <= BESIDE_MARKER_KM) return Math.round(first.km);
  const second = own.find(({ at, km, away }) => {
    const [gap, line] = [Math.abs(km - first.km), greatCircleKm(first.at, at)];
    const isPlausible = gap <= MAX_GAP_KM && gap >= line * 0.95 && gap <= line * MAX_DETOUR + 1;
    return isPlausible && first.away + away <= gap * 1.1 + 1;
  });
  if (!second) return null;
  const share = first.away / (first.away + second.away);
  return Math.round(first.km + (second.km - first.km) * share);
}

/** `BR-40` → `BR-040`, as on the signs. */
export const roadName = (road: string): string =>
  road.replace(/^([A-Z]+)-(\d+)$/, (_, letters: string, number: string) => `${letters}-${number.padStart(3, "0")}`);

export type Located = GeoPoint & { accuracyM: number };

/** What a breakdown needs of a car: a name for the message, and the kind of engine that selects the steps. */
export type HelpCar = {
  /** Null for a car that is only named in a plan. */
  id: string | null;
  name: string;
  fuelSystem: string | null;
  cooling: string | null;
};

export type MessageTexts = Record<
  "start" | "position" | "map" | "town" | "chosenTown" | "road" | "car" | "problem" | "time",
  string
>;

export type MessageFacts = {
  at: Located | null;
  town: { name: string; uf: string; km: number | null } | null;
  road: string;
  car: string;
  problem: string;
  /** Local date and time of the position or, without one, of the message; empty before hydration. */
  time: string;
};

const fill = (text: string, values: Record<string, string>) =>
  Object.entries(values).reduce((filled, [key, value]) => filled.replace(`{${key}}`, () => value), text);

/** Degrees with five decimals (1 m), with a point in every language so that maps accept them. */
export const degreesText = ({ lat, lng }: GeoPoint): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`;

/** Text of the message that asks for help; lines without a fact are left out. */
export function helpMessage(texts: MessageTexts, facts: MessageFacts, locale: Locale): string {
  const { at, town, road, car, problem, time } = facts;
  const metres = at && formatNumber(Math.max(1, Math.round(at.accuracyM)), locale);
  const place =
    town &&
    (town.km === null
      ? fill(texts.chosenTown, { town: town.name, uf: town.uf })
      : fill(texts.town, { town: town.name, uf: town.uf, km: formatKm(Math.round(town.km), locale) }));
  return [
    texts.start,
    at && fill(texts.position, { position: degreesText(at), metres: metres! }),
    at && fill(texts.map, { url: mapLink(at) }),
    road && fill(texts.road, { road }),
    place,
    car && fill(texts.car, { car }),
    problem && fill(texts.problem, { problem }),
    time && fill(texts.time, { time }),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Opens the position in the map app of a phone; the receiver needs a connection, the sender does not. */
const mapLink = ({ lat, lng }: GeoPoint) => `https://maps.google.com/?q=${lat.toFixed(5)},${lng.toFixed(5)}`;

/** Opens a text message without a number; Android reads `?body`, iOS `&body`, and both accept this form. */
export const smsLink = (message: string): string => `sms:?&body=${encodeURIComponent(message)}`;
