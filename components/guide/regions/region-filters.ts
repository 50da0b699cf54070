import { nearestKm, type GeoPoint } from "@/lib/geo/geo/rules";

/** The filters of the list: query parameters and the property of a route each of them checks. */
export const FILTER_KEYS = ["distancia", "horas", "piso", "tema", "mes", "altitude"] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

export const SORTS = ["nome", "distancia", "duracao", "perto"] as const;
export type Sort = (typeof SORTS)[number];

/** The values of a route used by filters and sorting; unknown figures are null and match no band. */
export type RouteFacts = {
  name: string;
  km: number | null;
  minutes: number | null;
  surface: string | null;
  themes: readonly string[];
  months: readonly number[];
  altitude: number | null;
  points: readonly (readonly [lat: number, lng: number])[];
};

export type Options = Record<FilterKey, readonly string[]>;
type Filters = Partial<Record<FilterKey, string>>;
export type View = { filters: Filters; sort: Sort; map: boolean };

type Band = readonly [from: number, to: number];
const DISTANCES: Record<string, Band> = {
  "ate-100": [0, 100],
  "100-200": [100, 200],
  "200-400": [200, 400],
  "mais-de-400": [400, Infinity],
};
const HOURS: Record<string, Band> = { "ate-2": [0, 2], "2-4": [2, 4], "4-8": [4, 8], "mais-de-8": [8, Infinity] };
const ALTITUDES: Record<string, Band> = {
  "ate-500": [0, 500],
  "500-1000": [500, 1000],
  "mais-de-1000": [1000, Infinity],
};
const SURFACES: Record<string, string> = { asfalto: "paved", misto: "mixed", terra: "unpaved" };

/** Ranges include their upper limit ("up to 100 km"). */
const isIn = (value: number | null, band: Band | undefined) =>
  value !== null && band !== undefined && (value > band[0] || (value === 0 && band[0] === 0)) && value <= band[1];

const MATCHES: Record<FilterKey, (route: RouteFacts, value: string) => boolean> = {
  distancia: ({ km }, value) => isIn(km, DISTANCES[value]),
  horas: ({ minutes }, value) => isIn(minutes === null ? null : minutes / 60, HOURS[value]),
  piso: ({ surface }, value) => surface !== null && SURFACES[value] === surface,
  tema: ({ themes }, value) => themes.includes(value),
  mes: ({ months }, value) => months.includes(Number(value)),
  altitude: ({ altitude }, value) => isIn(altitude, ALTITUDES[value]),
};

/** Values that match at least one route, in display order. */
export function optionsOf(routes: readonly RouteFacts[]): Options {
  const all: Record<FilterKey, readonly string[]> = {
    distancia: Object.keys(DISTANCES),
    horas: Object.keys(HOURS),
    piso: Object.keys(SURFACES),
    tema: [...new Set(routes.flatMap(({ themes }) => themes))].toSorted(),
    mes: Array.from({ length: 12 }, (_, index) => String(index + 1)),
    altitude: Object.keys(ALTITUDES),
  };
  const used = (key: FilterKey) => all[key].filter((value) => routes.some((route) => MATCHES[key](route, value)));
  return {
    distancia: used("distancia"),
    horas: used("horas"),
    piso: used("piso"),
    tema: used("tema"),
    mes: used("mes"),
    altitude: used("altitude"),
  };
}

/** Reads the query of an address; values that are not offered are ignored. */
export function viewOfQuery(query: string, options: Options): View {
  const parameters = new URLSearchParams(query);
  const filters: Filters = {};
  for (const key of FILTER_KEYS) {
    const value = parameters.get(key);
    if (value !== null && options[key].includes(value)) filters[key] = value;
  }
  const sort = SORTS.find((name) => name === parameters.get("ordem")) ?? "nome";
  return { filters, sort, map: parameters.get("ver") === "mapa" };
}

/** The query that `viewOfQuery` reads back; unrelated parameters (such as a campaign's) are kept. */
export function queryOfView({ filters, sort, map }: View, current: string): string {
  const query = new URLSearchParams(current);
  const set = (key: string, value: string | undefined) => (value ? query.set(key, value) : query.delete(key));
  for (const key of FILTER_KEYS) set(key, filters[key]);
  set("ordem", sort === "nome" ? undefined : sort);
  set("ver", map ? "mapa" : undefined);
  return query.toString();
}

/** Straight-line distance in kilometres to the nearest stop. */
export function kmFrom(here: GeoPoint, { points }: RouteFacts): number | null {
  const km = nearestKm(
    here,
    points.map(([lat, lng]) => ({ lat, lng })),
  );
  return km === null ? null : Math.round(km);
}

/** The routes a view shows, in its order; sorting by distance without a position keeps the order by name. */
export function arrange<Item extends { facts: RouteFacts }>(
  items: readonly Item[],
  { filters, sort }: View,
  here: GeoPoint | null,
): Item[] {
  const shown = items.filter(({ facts }) =>
    FILTER_KEYS.every((key) => filters[key] === undefined || MATCHES[key](facts, filters[key])),
  );
  const value = (facts: RouteFacts): number | null => {
    if (sort === "distancia") return facts.km;
    if (sort === "duracao") return facts.minutes;
    return sort === "perto" && here ? kmFrom(here, facts) : 0;
  };
  // The list is already sorted by name, and sorting is stable.
  return shown.toSorted((a, b) => compare(value(a.facts), value(b.facts)));
}

function compare(a: number | null, b: number | null): number {
  if (a === b) return 0;
  return (a ?? Infinity) - (b ?? Infinity);
}
