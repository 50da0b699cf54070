import { located, nearestKm, type GeoPoint } from "../../geo/geo/rules";
import { KIND_SEGMENT, type MapPlaceKind } from "../map-places/rules";
import { pageRange } from "../../platform/paging";
import { servedOnWay, servedRoadsOf } from "../served-roads/rules";
import { MAP_PLACE_KINDS, SERVICE_ATTRIBUTES } from "../../platform/supabase/database-constants/guide";
import { WEEKDAYS } from "../../platform/supabase/database-constants/partners";

export type ServiceAttribute = (typeof SERVICE_ATTRIBUTES)[number];

const fieldsOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};

/** Attributes that are true for a place. */
export function attributesOf(value: unknown): ServiceAttribute[] {
  const known = fieldsOf(value);
  return SERVICE_ATTRIBUTES.filter((name) => known[name] === true);
}

/** Car makes a place serves. */
export function makesOf(value: unknown): string[] {
  const { makes } = fieldsOf(value);
  return Array.isArray(makes) ? makes.filter((make): make is string => typeof make === "string") : [];
}

export type Weekday = (typeof WEEKDAYS)[number];
export type OpenHours = { day: Weekday; spans: [from: string, to: string][] }[];

const isSpan = (span: unknown): span is [string, string] =>
  Array.isArray(span) &&
  span.length === 2 &&
  span.every((time) => typeof time === "string" && /^\d{2}:\d{2}$/.test(time));

/** Opening hours by weekday; empty when unknown, a day without spans is closed. */
export function openHoursOf(value: unknown): OpenHours {
  const hours = fieldsOf(value);
  const days = WEEKDAYS.map((day) => ({ day, spans: Array.isArray(hours[day]) ? hours[day].filter(isSpan) : [] }));
  return days.some(({ spans }) => spans.length > 0) ? days : [];
}

/** Whether a business was never verified by the team; attractions need no verification. */
export function needsConfirmation({ verified_at, kind }: { verified_at: string | null; kind: string }): boolean {
  return verified_at === null && kind !== "attraction";
}

const SCHEMA_TYPE: Partial<Record<string, string>> = {
  lodging: "LodgingBusiness",
  food: "FoodEstablishment",
  workshop: "AutoRepair",
  parts: "AutoPartsStore",
  tow: "AutomotiveBusiness",
  fuel: "GasStation",
  wash: "AutoWash",
  museum: "Museum",
  attraction: "TouristAttraction",
  store: "Store",
};

/** The schema.org type of a category's kind. */
export function schemaTypeOf(kind: string): string {
  return SCHEMA_TYPE[kind] ?? "Place";
}

/**
 * The categories that have a place, directly or by a subcategory, with the number of places, in the given order. Empty
 * categories are not offered as filters.
 */
export function offeredCategories<Category extends { key: string; parent_key: string | null }>(
  categories: readonly Category[],
  places: readonly { category_key: string }[],
): { category: Category; count: number }[] {
  return categories
    .map((category) => {
      const keys = categories
        .filter(({ key, parent_key }) => key === category.key || parent_key === category.key)
        .map(({ key }) => key);
      return { category, count: places.filter(({ category_key }) => keys.includes(category_key)).length };
    })
    .filter(({ count }) => count > 0);
}

export const SERVICES_PER_PAGE = 60;

/**
 * Places of a list page, with the sponsored ones of the state before all others: which of them are on the page, and
 * the range of the other places, null when the page has none.
 */
export function sponsoredPage(
  sponsored: number,
  page: number,
  per: number,
): { first: [from: number, to: number]; others: [from: number, to: number] | null } {
  const [from, last] = pageRange(page, per);
  const first: [number, number] = [Math.min(from, sponsored), Math.min(last + 1, sponsored)];
  return { first, others: last >= sponsored ? [Math.max(0, from - sponsored), last - sponsored] : null };
}

/** Path of the list of the places of a state without locale prefix. */
export const servicesPath = (uf: string): string => `/${uf}/servicos`;

/** Path of a place without locale prefix. */
export function servicePath({ state_abbr, slug }: { state_abbr: string; slug: string }): string {
  return `/${state_abbr.toLowerCase()}/servicos/${slug}`;
}

/** Categories of help on the road, without their subcategories: an upholsterer repairs no breakdown. */
export const HELP_CATEGORIES = ["workshop", "tow"] as const;
export type HelpCategory = (typeof HELP_CATEGORIES)[number];
/** Help farther away than this, in a straight line, is not shown. */
export const HELP_KM = 150;
/** A workshop farther away from every stop of a route is no help on it. */
export const ROUTE_HELP_KM = 80;

type Placed = { lat: number | null; lng: number | null };
type Helper = Placed & { category_key: string; city: GeoPoint | null; served_roads: readonly string[] };

/** Places by straight-line distance from the nearest of the points; one without coordinates is at the seat of its town. */
function byDistance<Place extends Helper>(places: readonly Place[], points: readonly Placed[]) {
  const starts = located(points);
  const withDistance = places.flatMap((place) => {
    const at = located([place])[0] ?? place.city;
    const km = at && nearestKm(at, starts);
    return km === null ? [] : [{ place, km }];
  });
  return withDistance.toSorted((a, b) => a.km - b.km);
}

/**
 * The nearest place of each category of help that comes anywhere; null when there is none within `maxKm`. The tow of
 * a road operator comes only to its road and is no help to somebody in a town.
 */
export function nearestHelp<Place extends Helper>(
  places: readonly Place[],
  points: readonly Placed[],
  maxKm = HELP_KM,
) {
  const sorted = byDistance(places, points).filter(({ place, km }) => km <= maxKm && place.served_roads.length === 0);
  return HELP_CATEGORIES.map((category) => ({
    category,
    nearest: sorted.find(({ place }) => place.category_key === category) ?? null,
  }));
}

/** The company in the name of a tow base: `Nova 364` of `Nova 364: socorro na BR-364 (base Cacoal)`. */
const companyOf = (name: string) => name.split(":")[0]!.trim();

/** The road operators whose tow comes to the line of a route, each once with the base that is nearest to a stop. */
export function operatorTows<Place extends Helper & { name: string }>(
  places: readonly Place[],
  points: readonly Placed[],
  way: Parameters<typeof servedOnWay>[1],
  seatOf: Parameters<typeof servedRoadsOf>[1],
) {
  const serving = byDistance(places, points).flatMap(({ place, km }) => {
    const roads = servedOnWay(servedRoadsOf(place.served_roads, seatOf), way);
    return place.category_key === "tow" && roads.length > 0 ? [{ place, km, roads }] : [];
  });
  return serving.filter(
    ({ place }, index) => serving.findIndex((other) => companyOf(other.place.name) === companyOf(place.name)) === index,
  );
}

const digitsOf = (phone: string | null) => (phone ?? "").replaceAll(/\D/g, "");

/** Emergency contacts of a state for a route: a road operator only where its tow comes to the line. */
export function contactsOnWay<Contact extends { kind: string; phone: string }>(
  contacts: readonly Contact[],
  tows: readonly { place: { phone: string | null } }[],
): Contact[] {
  const onWay = new Set(tows.map(({ place }) => digitsOf(place.phone)));
  return contacts.filter(({ kind, phone }) => kind !== "road_operator" || onWay.has(digitsOf(phone)));
}

/** The landscape of the postcard of a place, which has no biome of its own. */
export const biomeOfCategory = (key: string) => (key === "viewpoint" ? "serra" : "cidade-historica");

const VERIFIED_SEGMENT = "verificados";
/** Which places a list shows: all, those that the team verified, or one kind. */
export type PlaceList = "all" | "verified" | MapPlaceKind;

export const LISTS = ["all", "verified", ...MAP_PLACE_KINDS] as const satisfies readonly PlaceList[];

const segmentOf = (list: Exclude<PlaceList, "all">) => (list === "verified" ? VERIFIED_SEGMENT : KIND_SEGMENT[list]);

/** The list of a segment such as `dormir`; null for an unknown one. */
export function listOfSegment(segment: string): Exclude<PlaceList, "all"> | null {
  if (segment === VERIFIED_SEGMENT) return "verified";
  return MAP_PLACE_KINDS.find((kind) => KIND_SEGMENT[kind] === segment) ?? null;
}

/** Path of a page of a list of places without locale prefix; the first page has no page number. */
export function placesPath(uf: string, list: PlaceList, page = 1): string {
  const base = list === "all" ? servicesPath(uf) : `${servicesPath(uf)}/tipo/${segmentOf(list)}`;
  return page === 1 ? base : `${base}/pagina/${page}`;
}

/** Rows of map places on a page of a list that begins with `own` places of the guide; null when the page has none. */
export function mapRange(own: number, page: number, per: number): [from: number, to: number] | null {
  const to = page * per - own;
  return to <= 0 ? null : [Math.max(0, to - per), to - 1];
}
