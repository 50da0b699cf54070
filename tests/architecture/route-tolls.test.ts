import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { decodeLine } from "@/lib/geo/geo/lines";
import { driverFacts } from "@/lib/guide/regions/driver";
import type { Leg, WayPiece } from "@/lib/guide/regions/way";
import type { RouteLegs } from "../../scripts/roads/legs";
import { readPlacedContent } from "../../supabase/seed/stop-positions";
import { readRoadPoints, roadPointsBeside } from "../../supabase/seed/road-points";
import { ROOT } from "../support/source-files";

const read = <Content>(file: string) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Content;
const legsOf = new Map(
  read<{ routes: RouteLegs[] }>("supabase/seed/roads/route-legs.json").routes.map(({ route, legs }) => [route, legs]),
);

function wayOf(route: string): WayPiece[] {
  return (legsOf.get(route) ?? []).flatMap((leg): WayPiece[] => {
    if ("skip" in leg) return [];
    const points = roadPointsBeside(leg.line, leg.km, readRoadPoints());
    const row = { points } as unknown as Leg;
    return [{ fromKm: 0, km: leg.km, line: decodeLine(leg.line), kmAt: [], style: "traced", joins: [], leg: row }];
  });
}

const routes = readPlacedContent().flatMap(({ state, routes: list }) =>
  list.map(({ slug, warnings }) => {
    const key = `${state.abbr}/${slug}`;
    const texts = warnings.map(({ pt }) => pt);
    const route = { surface: null, paved_pct: null, distance_km: null, region_waypoints: [], warnings: texts };
    return { key, texts, facts: driverFacts(route, wayOf(key), []) };
  }),
);

describe("tolls of the routes", () => {
  it.each(["pt-BR", "en-US", "es-419"])("are never called none in %s, because no list has all of them", (locale) => {
    const { driver, facts } = read<Record<"driver" | "facts", Record<string, string>>>(
      `messages/${locale}/guide/regions.json`,
    );
    const texts = [driver.tollCount, driver.tollUnknown, driver.tollWarning, facts.tollUnknown, facts.tollWarning];
    for (const text of texts) expect(text).toMatch(/^(?!.*\b(?:nenhum|none|no toll|ningun|=0)).+$/i);
  });

  it("are named, or announced by the warnings, on every route whose warnings are about a toll", () => {
    const about = routes.filter(({ texts }) => texts.some((text) => /pedágio|free flow/i.test(text)));
    const silent = about.filter(({ facts }) => !facts.hasTollWarning && !facts.tolls?.tolls.length);
    expect(about.length).toBeGreaterThanOrEqual(25);
    expect(silent.map(({ key }) => key)).toEqual([]);
  });

  it.each([
    ["RS/rota-romantica", ["EGR", "EGR"]],
    ["MG/mar-de-minas-capitolio", ["Nascentes das Gerais", "Nascentes das Gerais", "Nascentes das Gerais"]],
    ["BA/estrada-do-coco-linha-verde", ["CLN"]],
    ["RJ/costa-verde", ["Itaguaí", "Mangaratiba", "Paraty"]],
    ["BA/reconcavo-historico", []],
  ])("of %s are %j, with those of state roads from the map and without ended concessions", (key, names) => {
    const found = routes.find((route) => route.key === key)!.facts.tolls!.tolls;
    expect(found.map(({ name }) => name)).toEqual(names);
  });
});
