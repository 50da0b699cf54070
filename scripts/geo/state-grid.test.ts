import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stateOfPoint, type StateCollection } from "@/lib/geo/geo/rules";
import { StateGrid } from "./state-grid";

const grid = StateGrid.ofBrazil();
const { features } = JSON.parse(readFileSync("public/map/states.json", "utf8")) as StateCollection;

describe("StateGrid", () => {
  it.each([
    ["Urubici", -49.59, -28.02, "SC"],
    ["Brasília", -47.88, -15.79, "DF"],
    ["the beach of Florianópolis", -48.42, -27.6, "SC"],
    ["Montevideo", -56.16, -34.9, null],
    ["the Atlantic", -40, -30, null],
  ])("has the state of %s", (_name, lng, lat, state) => expect(grid.stateAt(lng, lat)).toBe(state));

  it("agrees with the shapes wherever they have a state", () => {
    const differences: number[][] = [];
    for (let lng = -57; lng < -39; lng += 0.37)
      for (let lat = -33; lat < -14; lat += 0.29) {
        const exact = stateOfPoint(lat, lng, features);
        if (exact && grid.stateAt(lng, lat) !== exact) differences.push([lng, lat]);
      }
    expect(differences).toEqual([]);
  });
});
