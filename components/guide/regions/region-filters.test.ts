import { describe, expect, it } from "vitest";
import { arrange, kmFrom, optionsOf, queryOfView, viewOfQuery, type RouteFacts, type View } from "./region-filters";

const route = (name: string, facts: Partial<RouteFacts>): { facts: RouteFacts } => ({
  facts: { name, km: null, minutes: null, surface: null, themes: [], months: [], altitude: null, points: [], ...facts },
});

const ROUTES = [
  route("Caminho do Mar", {
    km: 100,
    minutes: 120,
    surface: "paved",
    themes: ["litoral"],
    months: [1, 2],
    altitude: 40,
    points: [[-27.6, -48.5]],
  }),
  route("Serra", {
    km: 101,
    minutes: 240,
    surface: "mixed",
    themes: ["serra", "vinhos"],
    months: [3],
    altitude: 1460,
    points: [
      [-28.4, -49.5],
      [-27.7, -48.6],
    ],
  }),
  route("Sem dados", {}),
  route("Travessia", { km: 450, minutes: 540, surface: "unpaved", themes: ["rural"], months: [3, 12], altitude: 500 }),
];
const OPTIONS = optionsOf(ROUTES.map(({ facts }) => facts));
const view = (query: string): View => viewOfQuery(query, OPTIONS);
const names = (query: string, here: { lat: number; lng: number } | null = null) =>
  arrange(ROUTES, view(query), here).map(({ facts }) => facts.name);

describe("optionsOf", () => {
  it("offers only values that match a route", () => {
    expect(OPTIONS).toEqual({
      distancia: ["ate-100", "100-200", "mais-de-400"],
      horas: ["ate-2", "2-4", "mais-de-8"],
      piso: ["asfalto", "misto", "terra"],
      tema: ["litoral", "rural", "serra", "vinhos"],
      mes: ["1", "2", "3", "12"],
      altitude: ["ate-500", "mais-de-1000"],
    });
  });
});

describe("arrange", () => {
  it.each([
    ["no filter", "", ["Caminho do Mar", "Serra", "Sem dados", "Travessia"]],
    ["100 km belong to the lower distance range", "?distancia=ate-100", ["Caminho do Mar"]],
    ["101 km in the upper one", "?distancia=100-200", ["Serra"]],
    ["hours", "?horas=2-4", ["Serra"]],
    ["surface", "?piso=terra", ["Travessia"]],
    ["one of several themes", "?tema=vinhos", ["Serra"]],
    ["month", "?mes=3", ["Serra", "Travessia"]],
    ["two filters at once", "?mes=3&piso=misto", ["Serra"]],
    ["filters that exclude each other", "?piso=asfalto&tema=serra", []],
    ["by distance, unknown last", "?ordem=distancia", ["Caminho do Mar", "Serra", "Travessia", "Sem dados"]],
    ["by nearness without a position: by name", "?ordem=perto", ["Caminho do Mar", "Serra", "Sem dados", "Travessia"]],
  ])("%s", (_name, query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it("sorts by distance from the visitor", () => {
    expect(names("?ordem=perto", { lat: -28.4, lng: -49.5 })).toEqual([
      "Serra",
      "Caminho do Mar",
      "Sem dados",
      "Travessia",
    ]);
  });
});

describe("kmFrom", () => {
  it("measures to the nearest stop and returns null for routes without positions", () => {
    expect(kmFrom({ lat: -28.4, lng: -49.5 }, ROUTES[1]!.facts)).toBe(0);
    expect(kmFrom({ lat: -28.4, lng: -49.5 }, ROUTES[2]!.facts)).toBeNull();
  });
});

describe("invalid queries show the unfiltered list", () => {
  it.each([
    ["unknown values", "?distancia=-1&mes=13&piso=gelo&ordem=x&ver=y"],
    ["names of built-in object properties", "?tema=__proto__&distancia=constructor&piso=toString"],
    ["invalid percent-encoding", "?tema=%E0%A4%A&mes=%"],
    ["five thousand characters", `?tema=${"a".repeat(5000)}`],
    ["markup", "?tema=<script>alert(1)</script>"],
  ])("%s", (_name, query) => {
    expect(view(query)).toEqual({ filters: {}, sort: "nome", map: false });
    expect(names(query)).toHaveLength(ROUTES.length);
  });
});

describe("queryOfView", () => {
  it("is read back as the same view", () => {
    const view: View = { filters: { tema: "serra", mes: "3" }, sort: "duracao", map: true };
    expect(viewOfQuery(queryOfView(view, ""), OPTIONS)).toEqual(view);
  });

  it("keeps unrelated parameters and drops those no longer used", () => {
    expect(
      queryOfView({ filters: {}, sort: "nome", map: false }, "?utm_source=placa&tema=serra&ordem=perto&ver=mapa"),
    ).toBe("utm_source=placa");
  });
});
