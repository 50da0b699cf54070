import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pointsOf } from "./extra-layers";
import { coordinateItem, findOnBase, type SearchIndex } from "./places";

const INDEX = JSON.parse(readFileSync("public/map/search.json", "utf8")) as SearchIndex;

describe("findOnBase", () => {
  it.each([
    ["BR-282", "BR-282"],
    ["br 282", "BR-282"],
    ["br282", "BR-282"],
    ["AM-10", "AM-010"],
    ["florianopolis", "Florianópolis (SC)"],
    ["São Joaq", "São Joaquim (SC)"],
  ])("%s", (text, name) => {
    expect(findOnBase(INDEX, text).map((item) => item.name)).toContain(name);
  });

  it.each(["BR-999", "zzzz", " ", "b"])("finds nothing for %j", (text) => {
    expect(findOnBase(INDEX, text)).toEqual([]);
  });

  it("gives a road's bounds and a town's position", () => {
    const [west = 0, south = 0, east = 0, north = 0] = findOnBase(INDEX, "br-101")[0]?.bounds ?? [];
    expect(north - south).toBeGreaterThan(20);
    expect(east).toBeGreaterThan(west);
    expect(findOnBase(INDEX, "Curitiba")[0]).toMatchObject({
      lat: expect.closeTo(-25.43, 1),
      lng: expect.closeTo(-49.27, 1),
    });
  });

  it("has every municipality", () => expect(INDEX.towns).toHaveLength(5571));
});

describe("coordinateItem", () => {
  it.each([
    ["-27.6, -48.5", -27.6, -48.5],
    ["-27,6; -48,5", -27.6, -48.5],
    ["-27.6 -48.5", -27.6, -48.5],
    ["27°36'S 48°30'W", -27.6, -48.5],
    ["27°36'0\"S, 48°30'0\"O", -27.6, -48.5],
    ["2°30'N 60°O", 2.5, -60],
  ])("%s", (text, lat, lng) => {
    expect(coordinateItem(text)).toMatchObject({ lat: expect.closeTo(lat, 4), lng: expect.closeTo(lng, 4) });
  });

  it.each(["BR-282", "101 2", "-95.1, -48.5", "27°36'S", "serra"])("%s is no coordinate", (text) => {
    expect(coordinateItem(text)).toBeNull();
  });
});

describe("pointsOf", () => {
  it("names source and date of open data", () => {
    expect(
      pointsOf("radares", [[-19.9, -44.1, "BR-381", "MG", 483.7, "Betim", "Crescente", 80]], "Radares", "ANTT"),
    ).toEqual([
      {
        layer: "radares",
        name: "BR-381 km 483.7: 80 km/h",
        detail: "Betim · MG · Crescente · ANTT",
        lat: -19.9,
        lng: -44.1,
        approximate: false,
      },
    ]);
  });

  it("calls a point without a name by its layer", () => {
    expect(pointsOf("postos", [[-9.1, -61.5, ""]], "Postos", "não verificado")[0]).toMatchObject({
      name: "Postos",
      detail: "não verificado",
    });
  });
});
