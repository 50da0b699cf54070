import { describe, expect, it } from "vitest";
import { packFiles, packPages, searchPacks } from "./rules";

describe("packs", () => {
  it("contain the pages of a state in one language", () => {
    expect(
      packPages("sc", "en-US", { routes: ["serra"], cities: ["lages"], services: ["museu"], photoPoints: true }),
    ).toEqual([
      "/english/sc/home",
      "/english/sc/regioes",
      "/english/sc/rota/serra",
      "/english/sc/pontos-fotograficos",
      "/english/sc/mapa-interativo",
      "/english/sc/servicos",
      "/english/sc/servicos/museu",
      "/english/sc/clubes-parceiros",
      "/english/sc/cidade/lages",
      "/english/checklist-viagem",
      "/english/eventos/lacambeche",
      "/english/eventos/lacambeche/sc",
    ]);
    expect(packPages("ac", "pt-BR", { routes: [], cities: [], services: [], photoPoints: false })).not.toContain(
      "/ac/pontos-fotograficos",
    );
  });

  it("contain the map data and the tracks of the routes", () => {
    expect(packFiles("sc", "es-419", { routes: ["serra"] })).toEqual([
      "/mapa-interativo/dados/sc.json",
      "/mapa-interativo/dados/lugares-sc.json",
      "/espanol/sc/rota/serra/gpx",
    ]);
  });
});

const KEPT = {
  uf: "sc",
  routes: [{ name: "Serra do Rio do Rastro", path: "/sc/rota/serra-do-rio-do-rastro", gpx: "", km: 80, stops: [] }],
  photoPoints: [{ name: "Mirante da Serra", description: "", lat: -28, lng: -49 }],
  places: [
    { kind: "city" as const, name: "São Joaquim", path: "/sc/cidade/sao-joaquim" },
    { kind: "service" as const, name: "Museu do Automóvel", path: "/sc/servicos/museu" },
  ],
};

describe("searchPacks()", () => {
  it.each([
    ["serra", ["Serra do Rio do Rastro", "Mirante da Serra"]],
    ["rio serra", ["Serra do Rio do Rastro"]],
    ["SAO joa", ["São Joaquim"]],
    ["museu automovel", ["Museu do Automóvel"]],
    ["uto", []],
    ["s", []],
    ["", []],
  ])("finds in %j %j", (query, names) => {
    expect(searchPacks([KEPT], "pt-BR", query).map(({ name }) => name)).toEqual(names);
  });

  it("leads to the pages of the pack, and searches packs of before", () => {
    const [, point] = searchPacks([KEPT], "en-US", "serra");
    expect(point).toEqual({
      kind: "photo_point",
      name: "Mirante da Serra",
      state: "SC",
      path: "/english/sc/pontos-fotograficos",
    });
    const { places: _, ...earlier } = KEPT;
    expect(searchPacks([earlier], "pt-BR", "serra")).toHaveLength(2);
  });
});
