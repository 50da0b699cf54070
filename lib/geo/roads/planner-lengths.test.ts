import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCities } from "../municipalities/rules";
import type { LinePoint } from "../geo/lines";
import { slugOf } from "../../platform/slug";
import type { RoadSource } from "../../platform/settings/rules";
import townPairs from "../../../tests/support/town-pairs.json";
import { kmBetween, type RoadRoute } from "./rules";
import { RoutingThread } from "./thread";

const TIMEOUT = 600_000;
type Pair = { from: string; to: string | number[]; km: number; unknown?: string; longer?: string; needs?: RoadSource };
type StoredLeg = { from: number; to: number; needs: RoadSource[]; skip?: string; km?: number };
type StoredRoute = { route: string; stops: [position: number, lat: number, lng: number][]; legs: StoredLeg[] };

const cityOf = new Map(listCities().map((city) => [`${slugOf(city.name)}/${city.state_abbr}`, city]));
function placeOf(place: string | number[]): LinePoint {
  if (typeof place !== "string") return [place[0]!, place[1]!];
  const [name, state] = place.split("/") as [string, string];
  const { lat, lng } = cityOf.get(`${slugOf(name)}/${state}`)!;
  return [lat, lng];
}

/** Places on both sides of water where roads end near each other: only a ferry, or no way that is known. */
const APART: [name: string, from: LinePoint, to: LinePoint][] = [
  ["Itajaí–Navegantes", [-26.9045, -48.6545], [-26.8975, -48.6515]],
  ["Santos–Guarujá", [-23.985, -46.296], [-23.992, -46.284]],
  ["São Sebastião–Ilhabela", [-23.806, -45.402], [-23.809, -45.366]],
  ["Rio Grande–São José do Norte", [-32.031, -52.096], [-32.013, -52.04]],
  ["Salvador–Itaparica", [-12.965, -38.515], [-12.97, -38.612]],
  ["Cananéia–Ilha do Cardoso", [-25.015, -47.927], [-25.074, -47.92]],
  ["south of the island of Santa Catarina–Palhoça", [-27.83, -48.56], [-27.83, -48.6]],
  ["Penedo–Neópolis", [-10.29, -36.586], [-10.319, -36.579]],
  ["Carolina–Filadélfia", [-7.333, -47.469], [-7.335, -47.492]],
  ["Porto Alegre–Guaíba", [-30.12, -51.26], [-30.112, -51.315]],
];

/** Least and most minutes of drives in an old car over the mountains of Santa Catarina. */
const MINUTES: [from: string, to: string, least: number, most: number][] = [
  ["Bom Jardim da Serra/SC", "Lauro Müller/SC", 45, 70],
  ["Florianópolis/SC", "Bom Jardim da Serra/SC", 225, 285],
];

describe.each<{ name: string; switched: RoadSource[]; least: number }>([
  { name: "without the switched sources", switched: [], least: 771 },
  { name: "with both switched sources", switched: ["der-sp", "sie-sc"], least: 779 },
])("the planner $name", ({ switched, least }) => {
  const thread = new RoutingThread({ root: process.cwd(), switched }, { loadMs: TIMEOUT, stepMs: TIMEOUT });
  const route = async (...points: LinePoint[]) => (await thread.run({ kind: "route", points, avoid: [] })) as RoadRoute;

  beforeAll(async () => void (await route([-15.794, -47.883], [-16.327, -48.953])), TIMEOUT);
  afterAll(() => thread.close());

  it("has the lengths of town pairs, and no length where a road is in no source", { timeout: TIMEOUT }, async () => {
    const wrong: string[] = [];
    const errors: number[] = [];
    for (const { from, to, km, unknown, longer, needs } of townPairs as Pair[]) {
      const { legs } = await route(placeOf(from), placeOf(to));
      const error = Math.abs(legs[0]!.km - km);
      const isExpected = !unknown && (!needs || switched.includes(needs));
      const isFar = isExpected && !longer && error > Math.max(0.1 * km, 1.5);
      if (isFar || isExpected === (legs[0]!.isUnknown === true)) wrong.push(`${from}–${String(to)}`);
      if (isExpected) errors.push(error / km);
    }
    expect(wrong).toEqual([]);
    expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThanOrEqual(0.06);
  });

  it.each(MINUTES)("has a plausible time for %s–%s", { timeout: TIMEOUT }, async (from, to, least, most) => {
    const { legs, minutes } = await route(placeOf(from), placeOf(to));
    expect(legs[0]!.isUnknown).toBeUndefined();
    expect(minutes).toBeGreaterThanOrEqual(least);
    expect(minutes).toBeLessThanOrEqual(most);
  });

  it("has the length of every leg on the pages of the guide", { timeout: TIMEOUT }, async () => {
    const file = JSON.parse(readFileSync("supabase/seed/roads/route-legs.json", "utf8")) as { routes: StoredRoute[] };
    const different: string[] = [];
    let compared = 0;
    for (const { route: name, stops, legs } of file.routes) {
      const stopAt = (position: number): LinePoint => {
        const [, lat, lng] = stops.find(([at]) => at === position)!;
        return [lat, lng];
      };
      for (const leg of legs) {
        const usable = legs.filter(
          (other) =>
            other.from === leg.from && other.to === leg.to && other.needs.every((need) => switched.includes(need)),
        );
        const shown = usable.toSorted((a, b) => b.needs.length - a.needs.length).find(({ skip }) => !skip);
        if (shown !== leg) continue;
        compared++;
        const [from, to] = [stopAt(leg.from), stopAt(leg.to)];
        const { km } = await route(from, to);
        if (Math.abs(km - leg.km!) > Math.max(0.1 * leg.km!, 0.2)) different.push(`${name} ${leg.from}-${leg.to}`);
      }
    }
    expect(compared).toBeGreaterThanOrEqual(least);
    expect(different).toEqual([]);
  });

  it.each(APART)("does not join the roads of %s", { timeout: TIMEOUT }, async (_name, from, to) => {
    const { legs, sections } = await route(from, to);
    const estimate = 1.3 * kmBetween(...from, ...to);
    const isEstimate = legs[0]!.isUnknown === true && Math.abs(legs[0]!.km - estimate) < 0.1;
    expect(isEstimate || sections.some(({ kind }) => kind === "ferry")).toBe(true);
  });
});
