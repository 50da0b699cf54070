import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { decodeLine } from "@/lib/geo/geo/lines";
import { kmToSegment, type GeoPoint } from "@/lib/geo/geo/rules";
import { listCities } from "@/lib/geo/municipalities/rules";
import { readNetworkFile } from "@/lib/geo/roads/network-file";
import { nearestHelp, operatorTows } from "@/lib/guide/services/rules";
import { isOnStretch, isSameRoad, servedRoadsOf, townKey } from "@/lib/guide/served-roads/rules";
import type { RouteLegs } from "../../scripts/roads/legs";
import { samplesOf } from "../../scripts/roads/line-samples";
import { readRouteStops } from "../../scripts/roads/stops";
import { readExtra } from "../../supabase/seed/extra-files";
import { businessesSchema } from "../../supabase/seed/extra-schema";
import { ROOT } from "../support/source-files";

const cities = listCities();
const seats = new Map(cities.map((city) => [townKey(city.name, city.state_abbr), city]));
const towns = new Map(cities.map((city) => [city.ibge_code, city]));
const seatOf = (key: string) => seats.get(key);

const tows = readExtra("businesses", businessesSchema)!
  .filter(({ category }) => category === "tow")
  .map(({ slug, name, city_ibge, served_roads = [], description }) => ({
    slug,
    name,
    description: description.pt,
    category_key: "tow",
    lat: null,
    lng: null,
    served_roads,
    city: towns.get(city_ibge)!,
  }));

const read = <Content>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Content;
const { routes } = read<{ routes: RouteLegs[] }>("supabase/seed/roads/route-legs.json");
const stopsOf = new Map(readRouteStops().map((route) => [route.route, route.stops]));
const shown = routes.flatMap(({ route, legs }) => {
  const way = legs.flatMap((leg) => ("skip" in leg ? [] : [{ line: decodeLine(leg.line), leg }]));
  const samples = way
    .flatMap(({ line }) => samplesOf(line).map(({ point }) => point))
    .filter((_, index) => index % 5 === 0);
  return operatorTows(tows, stopsOf.get(route)!, way, seatOf).map((tow) => ({ route, samples, ...tow }));
});

const numbered = ["osm/network.bin", "gov/network-dnit.bin"]
  .flatMap((file) => readNetworkFile(path.join(ROOT, "public/dados-abertos", file)).lines)
  .filter(({ ref }) => ref !== null);

/** The lines of a road in the files of the road network around a stop of a route. */
function networkLines(road: string, around: GeoPoint): GeoPoint[][] {
  return numbered
    .filter(({ ref, points: [lng = 0, lat = 0] }) => {
      const isNear = Math.abs(lat / 1e5 - around.lat) < 2 && Math.abs(lng / 1e5 - around.lng) < 2;
      return isNear && isSameRoad(ref!, road);
    })
    .map(({ points }) =>
      Array.from({ length: points.length / 2 }, (_, index) => ({
        lat: points[2 * index + 1]! / 1e5,
        lng: points[2 * index]! / 1e5,
      })),
    );
}

/** Beside this distance the route follows the road. */
const BESIDE_KM = 0.5;
const near = (point: GeoPoint, line: readonly GeoPoint[]) =>
  line.slice(1).some((end, index) => {
    const start = line[index]!;
    const isFar = Math.abs(start.lat - point.lat) > 0.5 || Math.abs(start.lng - point.lng) > 0.5;
    return !isFar && kmToSegment(point, start, end) <= BESIDE_KM;
  });

describe("tow services of road operators", () => {
  it("name the roads where they come, each between towns that exist", () => {
    const unbound = tows.filter(({ served_roads }) => served_roads.length === 0);
    const unread = tows.filter((tow) => servedRoadsOf(tow.served_roads, seatOf).length < tow.served_roads.length);
    expect([unbound, unread].flat().map(({ slug }) => slug)).toEqual([]);
  });

  it("are not the nearest tow of any route, because they do not come to all of its roads", () => {
    const near = [...stopsOf].filter(([, stops]) => nearestHelp(tows, stops).some(({ nearest }) => nearest));
    expect(near.map(([route]) => route)).toEqual([]);
  });

  it("are shown only on routes whose line follows the served road, by the lines of the road network", () => {
    const wrong = shown.flatMap(({ route, samples, place, roads }) =>
      roads
        .filter((road) => {
          const stretches = servedRoadsOf(place.served_roads, seatOf).filter((stretch) => stretch.road === road);
          const lines = networkLines(road, stopsOf.get(route)![0]!);
          const served = samples.filter((point) => stretches.some((stretch) => isOnStretch(stretch, point)));
          return !served.some((point) => lines.some((line) => near(point, line)));
        })
        .map((road) => `${route}: ${place.name}, ${road}`),
    );
    expect(shown.length).toBeGreaterThanOrEqual(12);
    expect(wrong).toEqual([]);
  });

  it.each([
    ["SC/serra-do-rio-do-rastro", []],
    ["AL/costa-dos-corais", []],
    ["RO/madeira-mamore", []],
    ["RO/jaru-a-cacoal", ["Nova 364: socorro na BR-364 (base Cacoal)"]],
    ["PR/litoral-paranagua-guaratuba", ["EPR Litoral Pioneiro: socorro na BR-277 (Paranaguá)"]],
    ["SC/costa-esmeralda", ["Autopista Litoral Sul: socorro na BR-101 (Biguaçu)"]],
  ])("of %s: %s", (wanted, names) => {
    expect(shown.filter(({ route }) => route === wanted).map(({ place }) => place.name)).toEqual(names);
  });
});
