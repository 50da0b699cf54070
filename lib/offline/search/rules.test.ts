import { describe, expect, it } from "vitest";
import { searchPacks } from "./rules";

const PACK = {
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
    expect(searchPacks([PACK], "pt-BR", query).map(({ name }) => name)).toEqual(names);
  });

  it("leads to the pages of the pack, and searches packs of before", () => {
    const [, point] = searchPacks([PACK], "en-US", "serra");
    expect(point).toEqual({
      kind: "photo_point",
      name: "Mirante da Serra",
      state: "SC",
      path: "/english/sc/pontos-fotograficos",
    });
    const { places: _, ...earlier } = PACK;
    expect(searchPacks([earlier], "pt-BR", "serra")).toHaveLength(2);
  });
});
