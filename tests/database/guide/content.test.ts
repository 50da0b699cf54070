import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { greatCircleKm, nearestState, type GeoPoint, type StateCollection } from "@/lib/geo/geo/rules";
import { STATES } from "@/lib/geo/states/rules";
import { sql } from "../as-role";

const TOLERANCE_KM = 5;
const ROUTES_OF_SC = 8;
const ROUTES_OF_A_STATE = 3;

/** Routes that end in a neighbouring state; check each new one manually before adding it. */
const CROSSING_ROUTES = new Set([
  "DF/brasilia-a-alto-paraiso",
  "DF/brasilia-a-pirenopolis",
  "DF/formosa-e-itiquira",
  "MA/codo-caxias-timon",
  "RJ/uniao-e-industria",
  "SE/baixo-sao-francisco-sergipano",
  "SP/rastro-da-serpente",
  "SP/rio-santos-litoral-norte",
]);

const shapes = JSON.parse(
  readFileSync(path.join(import.meta.dirname, "../../../public/map/states.json"), "utf8"),
) as StateCollection;

type Stop = { name: string; kind: string; lat: number | null; lng: number | null; city_state: string | null };
type Route = { slug: string; state_abbr: string; distance_km: number | null; stops: Stop[] };

const routes = await sql<Route[]>`
  select regions.slug, regions.state_abbr, regions.distance_km::float, (
    select jsonb_agg(jsonb_build_object(
      'name', stop.name, 'kind', stop.kind, 'lat', stop.lat, 'lng', stop.lng, 'city_state', cities.state_abbr
    ) order by stop.position)
    from public.region_waypoints as stop left join public.cities on cities.ibge_code = stop.city_ibge
    where stop.region_id = regions.id
  ) as stops
  from public.regions where status = 'published' and deleted_at is null order by state_abbr, slug`;

describe.each(STATES)("$name", ({ abbr }) => {
  it("has its texts in three languages", async () => {
    const [row] = await sql`select translations from public.state_contents where state_abbr = ${abbr}`;
    const fields = ["best_season", "headline", "how_to_arrive", "intro"];
    for (const locale of ["en", "es"]) expect(Object.keys(row?.translations[locale]).toSorted()).toEqual(fields);
  });

  it("has enough routes", () => {
    const own = routes.filter((route) => route.state_abbr === abbr);
    expect(own.length).toBeGreaterThanOrEqual(abbr === "SC" ? ROUTES_OF_SC : ROUTES_OF_A_STATE);
  });
});

describe.each(routes)("$state_abbr/$slug", ({ state_abbr, slug, distance_km, stops }) => {
  it("has at least three stops, two of them on the map", () => {
    expect(stops.length).toBeGreaterThanOrEqual(3);
    expect(located(stops).length).toBeGreaterThanOrEqual(2);
  });

  it("stays in its state, or starts there and crosses the border in a town", () => {
    const feature = shapes.features.filter(({ properties }) => properties.abbr === state_abbr);
    const isInside = ({ kind, city_state, lat, lng }: Stop & GeoPoint) =>
      kind === "town" ? city_state === state_abbr : nearestState(lat, lng, feature, TOLERANCE_KM) !== null;
    const outside = located(stops).filter((stop) => !isInside(stop));
    const crosses = CROSSING_ROUTES.has(`${state_abbr}/${slug}`);
    expect(outside.filter((stop) => !crosses || stop.kind !== "town").map((stop) => stop.name)).toEqual([]);
    expect(located(stops).slice(0, 1).every(isInside)).toBe(true);
  });

  it("has its towns inside their municipalities", () => {
    const outside = located(stops).filter(({ kind, city_state, lat, lng }) => {
      const feature = shapes.features.filter(({ properties }) => properties.abbr === city_state);
      return kind === "town" && nearestState(lat, lng, feature, TOLERANCE_KM) === null;
    });
    expect(outside.map((stop) => stop.name)).toEqual([]);
  });

  it("has a plausible length for a road through its stops", () => {
    if (distance_km === null) return;
    const towns = located(stops).filter((stop) => stop.kind === "town");
    const straight = lengthOf(towns.length >= 2 ? towns : located(stops));
    expect(distance_km).toBeGreaterThanOrEqual(0.9 * straight - TOLERANCE_KM);
    expect(distance_km).toBeLessThanOrEqual(3 * straight + TOLERANCE_KM);
  });
});

function located(stops: Stop[]): (Stop & GeoPoint)[] {
  return stops.filter((stop): stop is Stop & GeoPoint => stop.lat !== null && stop.lng !== null);
}

function lengthOf(points: GeoPoint[]): number {
  return points.slice(1).reduce((sum, point, index) => sum + greatCircleKm(points[index] as GeoPoint, point), 0);
}
