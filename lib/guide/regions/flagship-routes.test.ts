import { describe, expect, it } from "vitest";
import { gpxOf } from "../../geo/downloads/rules";
import { listCities } from "../../geo/municipalities/rules";
import { townProfile } from "./line-facts";
import { kmAtStopsOfWay, sectionsOf, wayOf, type Leg } from "./way";
import { rowsOfContent } from "@/supabase/seed/content-rows";
import { legRows, readRouteLegs } from "@/supabase/seed/route-legs";
import { readPlacedContent } from "@/supabase/seed/stop-positions";

const cityByCode = new Map(listCities().map((city) => [city.ibge_code, city]));
const contents = readPlacedContent();
const routeLegs = readRouteLegs();

function routeOf(key: string) {
  const [abbr, slug] = key.split("/") as [string, string];
  const rows = rowsOfContent(
    contents.find(({ state }) => state.abbr === abbr)!,
    cityByCode,
  );
  const stops = rows.waypoints.filter(({ region_slug }) => region_slug === slug);
  const region = rows.regions.find((one) => one.slug === slug)!;
  const rowsOf = legRows(routeLegs.get(key) ?? [], region, rows.waypoints);
  const legs = rowsOf.map((row) => ({ km: null, line: null, joins: [], ...row })) as unknown as Leg[];
  return { stops, way: wayOf(stops, legs) };
}

/**
 * The routes that visitors know best, as a local installation shows them: with SIE-SC and DER-SP. `missing` is the number
 * of legs without a line: the park road to the Morro da Igreja is in no source.
 */
describe.each([
  ["SC/serra-do-rio-do-rastro", 0],
  ["SC/urubici-morro-da-igreja", 2],
  ["PR/estrada-da-graciosa", 0],
  ["MG/congonhas-ouro-preto-mariana", 0],
  ["SP/rio-santos-litoral-norte", 0],
  ["RS/rota-romantica", 0],
  ["SP/mantiqueira-campos-do-jordao", 0],
])("the route %s", (key, missing) => {
  const { stops, way } = routeOf(key);

  it("has a line for every leg that a source has", () => {
    expect(way.length).toBeGreaterThan(1);
    expect(way.filter(({ style }) => style === "unknown").length).toBeLessThanOrEqual(missing);
  });

  it("has a track in its GPX file", () => {
    const track = sectionsOf(way)
      .filter(({ style }) => style !== "unknown")
      .map(({ line }) => line);
    const file = {
      name: key,
      description: "",
      url: "https://example.org",
      updatedAt: "2026-01-01T00:00:00Z",
      stops: [],
    };
    expect(gpxOf({ ...file, track, credits: null }).match(/<trkpt /g)!.length).toBeGreaterThan(50);
  });

  it("has the altitudes of its towns as a profile", () => {
    const profile = townProfile(
      stops.map(({ kind, name, city_ibge }) => ({ kind, name, city_ibge })),
      kmAtStopsOfWay(way, stops),
    );
    expect(profile.length).toBeGreaterThan(1);
    expect(profile.map(({ km }) => km)).toEqual(profile.map(({ km }) => km).toSorted((a, b) => a - b));
  });
});
