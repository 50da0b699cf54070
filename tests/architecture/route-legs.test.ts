import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { decodeLine } from "@/lib/geo/geo/lines";
import { greatCircleKm, nearestState, type StateCollection } from "@/lib/geo/geo/rules";
import type { Leg, RouteLegs, TracedLeg } from "../../scripts/roads/legs";
import { samplesOf } from "../../scripts/roads/line-samples";
import { readRouteStops, type LocatedStop } from "../../scripts/roads/stops";
import { readRoadPoints, roadPointsBeside } from "../../supabase/seed/road-points";
import { ROOT } from "../support/source-files";

const SNAP_KM = 3;
/** Below this distance between two stops, a detour around a block makes the ratio meaningless. */
const SHORT_KM = 2;
const LONGEST_RATIO = 3;
const COAST_KM = 10;
const BORDER_KM = 3;
/** One sample of 100 m out of this many is compared with the borders. */
const EVERY = 20;
/** Longer than three times the straight line: BR-242 and BA-142 go around the Serra do Sincorá. */
const DETOURS = ["BA/circuito-do-diamante 4-5"];
const SOURCES = ["osm", "osm-catalog", "omt", "vic", "dnit", "sie-sc", "der-sp", "join"];

const read = <Content>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Content;
const { routes } = read<{ routes: RouteLegs[] }>("supabase/seed/roads/route-legs.json");
const { features } = read<StateCollection>("public/map/states.json");
const stopsOf = new Map(readRouteStops().map((route) => [route.route, route.stops]));

type Traced = { name: string; leg: TracedLeg; start: LocatedStop; end: LocatedStop };
const stopAt = (route: string, position: number) => stopsOf.get(route)!.find((stop) => stop.position === position)!;
const traced: Traced[] = routes.flatMap(({ route, legs }) =>
  legs.flatMap((leg) =>
    "skip" in leg
      ? []
      : [{ name: `${route} ${leg.from}-${leg.to}`, leg, start: stopAt(route, leg.from), end: stopAt(route, leg.to) }],
  ),
);
const namesOf = (legs: readonly Traced[]) => legs.map(({ name }) => name);

describe("legs of routes", () => {
  it("exist between all located stops of every route, in their order", () => {
    const pairs = (legs: readonly Pick<Leg, "from" | "to">[]) => [
      ...new Set(legs.map(({ from, to }) => `${from}-${to}`)),
    ];
    const expected = [...stopsOf].map(([route, stops]) => [
      route,
      pairs(stops.slice(1).map((stop, index) => ({ from: stops[index]!.position, to: stop.position }))),
    ]);
    expect(Object.fromEntries(routes.map(({ route, legs }) => [route, pairs(legs)]))).toEqual(
      Object.fromEntries(expected),
    );
  });

  it("start and end within 3 km of their stops", () => {
    const far = traced.filter(({ leg, start, end }) => {
      const line = decodeLine(leg.line).map(([lat, lng]) => ({ lat, lng }));
      return greatCircleKm(start, line[0]!) > SNAP_KM || greatCircleKm(end, line.at(-1)!) > SNAP_KM;
    });
    expect(namesOf(far)).toEqual([]);
  });

  it("are not shorter than the straight line, and at most three times as long", () => {
    const wrong = traced.filter(({ name, leg, start, end }) => {
      const straight = greatCircleKm(start, end);
      // Both ends may be up to 3 km from the stops.
      if (leg.km < straight - 2 * SNAP_KM) return true;
      if (DETOURS.includes(name)) return false;
      return straight > SHORT_KM ? leg.km > LONGEST_RATIO * straight : leg.km > LONGEST_RATIO * SHORT_KM;
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("stay in the states of their route's stops; ends may touch a neighbour", () => {
    const states = (route: string, uf: string) =>
      new Set([uf, ...stopsOf.get(route)!.map(({ lat, lng }) => nearestState(lat, lng, features, COAST_KM))]);
    const outside = routes.flatMap(({ route, legs }) => {
      const allowed = states(route, route.slice(0, 2));
      const own = features.filter(({ properties }) => allowed.has(properties.abbr));
      const samples = legs.flatMap((leg) => ("skip" in leg ? [] : samplesOf(decodeLine(leg.line))));
      const far = samples.filter((_, index) => index % EVERY === 0);
      return far.every(({ point }) => {
        if (nearestState(point.lat, point.lng, own, BORDER_KM)) return true;
        return allowed.has(nearestState(point.lat, point.lng, features, COAST_KM));
      })
        ? []
        : [route];
    });
    expect(outside).toEqual([]);
  });

  it("name the sources of their kilometres, and need the switch of each switched one", () => {
    const wrong = traced.filter(({ leg }) => {
      const names = Object.keys(leg.sources);
      const km = Object.values(leg.sources).reduce((sum, part) => sum + part, 0);
      const needs = names.filter((name) => name === "sie-sc" || name === "der-sp");
      return (
        names.length === 0 ||
        names.some((name) => !SOURCES.includes(name)) ||
        Math.abs(km - leg.km) > 0.5 + 0.02 * leg.km ||
        needs.sort().join() !== [...leg.needs].sort().join()
      );
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("have joins that are sections of their line", () => {
    const wrong = traced.filter(({ leg }) => {
      const last = decodeLine(leg.line).length - 1;
      return leg.joins.some(([from, to]) => from < 0 || to <= from || to > last);
    });
    expect(namesOf(wrong)).toEqual([]);
  });

  it("cover at least 145 whole routes without switched sources and 150 with them", () => {
    const isWhole = (legs: readonly Leg[], isUsable: (leg: Leg) => boolean) =>
      legs.every(({ from, to }) => legs.some((leg) => leg.from === from && leg.to === to && isUsable(leg)));
    const open = routes.filter(({ legs }) => isWhole(legs, (leg) => !("skip" in leg) && leg.needs.length === 0));
    const all = routes.filter(({ legs }) => isWhole(legs, (leg) => !("skip" in leg)));
    expect(open.length).toBeGreaterThanOrEqual(145);
    expect(all.length).toBeGreaterThanOrEqual(150);
  });

  it("of Serra do Rio do Rastro follow the hairpins without a switched source", () => {
    const climb = traced.filter(({ name }) => name === "SC/serra-do-rio-do-rastro 3-4");
    expect(climb.length).toBeGreaterThan(0);
    expect(climb.map(({ leg }) => leg.needs)).toContainEqual([]);
    // SIE-SC declares 15.1 km from the centre of Lauro Müller to the foot of the climb and 6.7 km of climb.
    expect(climb.filter(({ leg }) => leg.km < 20.5 || leg.km > 22.5)).toEqual([]);
  });

  it("pass the three free-flow tolls of RJ/costa-verde, two of them with rounded coordinates", () => {
    const legs = traced.filter(({ name }) => name.startsWith("RJ/costa-verde "));
    const points = legs.flatMap(({ leg }) => roadPointsBeside(leg.line, leg.km, readRoadPoints()));
    const tolls = points.filter(({ kind, source }) => kind === "toll" && source === "ANTT").map(({ name }) => name);
    expect(tolls).toEqual(["Itaguaí", "Mangaratiba", "Paraty"]);
  });
});
