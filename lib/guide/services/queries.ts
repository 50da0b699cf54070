import "server-only";
import { cache } from "react";
import { located, type GeoPoint } from "../../geo/geo/rules";
import { nearestMapWorkshop } from "../map-places/queries";
import { separateStops } from "../map-places/rules";
import { listCities } from "../../geo/municipalities/rules";
import { stateTag } from "../../platform/cache-tags";
import { createPublicClient } from "../../platform/supabase/public";
import type { StateAbbr } from "../../geo/states/rules";
import {
  HELP_CATEGORIES,
  HELP_KM,
  nearestHelp,
  operatorTows,
  SERVICES_PER_PAGE,
  sponsoredPage,
  type PlaceList,
} from "./rules";
import { servedRoadsOf, townKey, type ServedRoad } from "../served-roads/rules";
import { countOrThrow, orThrow } from "../../platform/supabase/or-throw";

const CARD =
  "id, name, slug, state_abbr, category_key, description, lat, lng, is_approximate, attributes, verified_at, translations, city:cities (ibge_code, name, slug, state_abbr, lat, lng)";
const DETAIL =
  "address, phone, whatsapp, website, instagram, opening_hours, source, check_date, sources, copied, cover_url, photos, updated_at";
const PIN =
  "name, slug, state_abbr, category_key, lat, lng, is_approximate, cover_url, served_roads, translations, city:cities (name, lat, lng)";
const HELP =
  "id, name, slug, state_abbr, category_key, lat, lng, phone, whatsapp, verified_at, served_roads, translations, city:cities (name, state_abbr, lat, lng)";
const MAX_PINS = 1000;

/** Active service categories, in display order. */
export const listCategories = cache(async () => {
  const data = orThrow(
    await createPublicClient(["service_categories"])
      .from("service_categories")
      .select("key, parent_key, name, icon, color, kind, translations")
      .order("position")
      .limit(200),
  );
  return data;
});

/** Ids of the places of a state whose plan runs today, by name. */
const listSponsored = cache(async (abbr: StateAbbr): Promise<string[]> => {
  const answer = await createPublicClient([stateTag("services", abbr)]).rpc(
    "sponsored_places",
    { state: abbr },
    { get: true },
  );
  return orThrow(answer) ?? [];
});

/** A query for the published places of a state in a list; `keys` are those of the categories of its kind. */
function servicesOf(abbr: StateAbbr, list: PlaceList, keys: readonly string[]) {
  const all = createPublicClient([stateTag("services", abbr)])
    .from("services")
    .select(CARD, { count: "exact" })
    .eq("state_abbr", abbr);
  if (list === "all") return all;
  return list === "verified" ? all.not("verified_at", "is", null) : all.in("category_key", [...keys]);
}

/** One page of the published places of a list: sponsored ones first, then by name; and the total count. */
export const listServicesPage = cache(async (abbr: StateAbbr, page: number, list: PlaceList = "all") => {
  const [ids, categories] = await Promise.all([listSponsored(abbr), listCategories()]);
  const keys = categories.filter(({ kind }) => kind === list).map(({ key }) => key);
  const sponsored = ids.length > 0 ? orThrow(await servicesOf(abbr, list, keys).in("id", ids).order("name")) : [];
  const rest = () => {
    const all = servicesOf(abbr, list, keys);
    const own = sponsored.map(({ id }) => id);
    return (own.length > 0 ? all.not("id", "in", `(${own.join(",")})`) : all).order("name").order("id");
  };
  const others = countOrThrow(await rest().range(0, 0));
  const { first, others: range } = sponsoredPage(sponsored.length, page, SERVICES_PER_PAGE);
  const rows = range && range[0] < others ? orThrow(await rest().range(...range)) : [];
  const services = [
    ...sponsored.slice(...first).map((service) => ({ ...service, isSponsored: true })),
    ...rows.map((service) => ({ ...service, isSponsored: false })),
  ];
  return { services, total: others + sponsored.length };
});

/** One published place; null when there is none. */
export const getService = cache(async (abbr: StateAbbr, slug: string) => {
  return orThrow(
    await createPublicClient([stateTag("services", abbr)])
      .from("services")
      .select(`${CARD}, ${DETAIL}`)
      .eq("state_abbr", abbr)
      .eq("slug", slug)
      .maybeSingle(),
  );
});

/** Published places of a city, by name. */
export const listServicesIn = cache(async (abbr: string, code: number) => {
  return orThrow(
    await createPublicClient([stateTag("services", abbr)])
      .from("services")
      .select(CARD)
      .eq("city_ibge", code)
      .order("name")
      .limit(100),
  );
});

/** Published places as map markers, of one state or of the country. */
export const listServicePins = cache(async (abbr: StateAbbr | null) => {
  const all = createPublicClient([stateTag("services", abbr)])
    .from("services")
    .select(PIN);
  return orThrow(await (abbr ? all.eq("state_abbr", abbr) : all).order("state_abbr").order("name").limit(MAX_PINS));
});

/** Published workshops and tow services of the country; one cached answer for all pages. */
export const listHelp = cache(async () => {
  return orThrow(
    await createPublicClient(["services"])
      .from("services")
      .select(HELP)
      .in("category_key", [...HELP_CATEGORIES])
      .order("state_abbr")
      .order("slug")
      .limit(MAX_PINS),
  );
});

type Points = readonly { lat: number | null; lng: number | null }[];

/**
 * The nearest published workshop and tow service to any of the points (a town, or the stops of a route), in any state.
 * `onMap`: a workshop of public sources that is nearer than the one of the guide.
 */
export async function listNearestHelp(points: Points, maxKm = HELP_KM) {
  const [places, workshop] = await Promise.all([listHelp(), nearestMapWorkshop(separateStops(located(points)), maxKm)]);
  return nearestHelp(places, points, maxKm).map((row) => {
    const isNearer = row.category === "workshop" && workshop !== null && workshop.km < (row.nearest?.km ?? Infinity);
    return { ...row, onMap: isNearer ? workshop : null };
  });
}

let seats: ReadonlyMap<string, GeoPoint> | undefined;

/** The seat of a town by `townKey`; the list of municipalities is a file of the build, so it is read once. */
function seatOf(key: string): GeoPoint | undefined {
  seats ??= new Map(listCities().map((city) => [townKey(city.name, city.state_abbr), city]));
  return seats.get(key);
}

/** Where a tow service comes, from its texts; empty for one that comes anywhere. */
export const servedRoads = (items: readonly string[]): readonly ServedRoad[] => servedRoadsOf(items, seatOf);

/** The road operators whose tow comes to the line of a route. */
export async function listOperatorTows(points: Points, way: Parameters<typeof operatorTows>[2]) {
  return operatorTows(await listHelp(), points, way, seatOf);
}

export type NearestHelp = Awaited<ReturnType<typeof listNearestHelp>>[number];
export type OperatorTow = Awaited<ReturnType<typeof listOperatorTows>>[number];
export type Category = Awaited<ReturnType<typeof listCategories>>[number];
/** `isSponsored` and `hasVoucher` are known on the list pages of a state only. */
export type ListedService = Awaited<ReturnType<typeof listServicesIn>>[number] & {
  isSponsored?: boolean;
  hasVoucher?: boolean;
};
export type Service = NonNullable<Awaited<ReturnType<typeof getService>>>;
