import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pointsOf, withOthers } from "./extra-layers";
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
      pointsOf({ key: "radares", label: "Radares", notes: ["ANTT"] }, [
        [-19.9, -44.1, "BR-381", "MG", 483.7, "Betim", "Crescente", 80],
      ]),
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
    expect(
      pointsOf({ key: "postos", label: "Postos", notes: ["não verificado"] }, [[-9.1, -61.5, ""]])[0],
    ).toMatchObject({
      name: "Postos",
      detail: "não verificado",
    });
  });

  it("shows the date of a point of an extract", () => {
    const layer = { key: "postos", label: "Postos", notes: ["não verificado"] };
    expect(pointsOf(layer, [[-27.1, -49.1, "Posto", "2026-11-20"]])[0]).toMatchObject({
      name: "Posto",
      detail: "2026-11-20 · não verificado",
    });
  });

  it("shows the phone of the operator of a toll, and that a gate has no booth", () => {
    const phones = [["Motiva Pantanal: guincho e socorro (BR-163)", "0800 648 0163"]] as const;
    const layer = { key: "pedagios", label: "Pedágios", notes: ["ANTT", "não verificado"], phones };
    const rows = [
      [-20.4, -54.6, "Praça 1", "PANTANAL", "BR-163", "MS", 0],
      [-20.4, -54.6, "Pórtico", "NOVA 364", "BR-364", "RO", 1],
    ];
    expect(pointsOf(layer, rows).map(({ detail }) => detail)).toEqual([
      "BR-163 · MS · PANTANAL · 0800 648 0163 · ANTT",
      "BR-364 · RO · NOVA 364 · free flow · ANTT",
    ]);
  });

  it("adds booths of OpenStreetMap where ANTT has no plaza within two kilometres, each plaza once", () => {
    const layer = { key: "pedagios", label: "Pedágios", notes: ["ANTT", "não verificado"] };
    const plazas = pointsOf(layer, [[-23, -47, "Praça", "X", "BR-1", "SP", 0]]);
    const booths = pointsOf(
      layer,
      [
        [-23.01, -47, "cabine da praça", ""],
        [-23.03, -47, "Pedágio estadual", "SP-1"],
        [-23.031, -47, "outra cabine", ""],
        [-24, -47, "", ""],
      ],
      1,
    );
    expect(withOthers(plazas, booths).map(({ name, detail }) => [name, detail])).toEqual([
      ["Praça", "BR-1 · SP · X · ANTT"],
      ["Pedágio estadual", "SP-1 · não verificado"],
      ["Pedágios", "não verificado"],
    ]);
  });
});
