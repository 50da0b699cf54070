import { describe, expect, it } from "vitest";
import { namesOf } from "./data";
import { atlasItems, findItems } from "./search";

const DATA = {
  routes: [
    {
      names: { pt: "Serra do Rio do Rastro", en: "Rio do Rastro range" },
      href: "/sc/rota/serra",
      picture: "/cartao-postal/serra~serra.svg",
      sections: [
        {
          style: "traced" as const,
          line: [
            [-28.3, -49.3],
            [-28.4, -49.5],
            [-28.5, -49.6],
          ] as const,
        },
      ],
    },
    { names: { pt: "Sem posição" }, href: "/sc/rota/sem", picture: "", sections: [] },
  ],
  points: [
    {
      layer: "museum",
      names: { pt: "Museu do Rio" },
      href: "/sc/servicos/museu",
      lat: -27,
      lng: -48,
      precision: "town" as const,
    },
    {
      layer: "fotos",
      names: { pt: "Mirante São José" },
      href: "/sc/pontos-fotograficos#mirante",
      lat: -27,
      lng: -48,
      precision: "exact" as const,
    },
  ],
};

describe("atlasItems", () => {
  it("uses the reader's language and places a route at its middle stop", () => {
    expect(atlasItems(DATA, "en-US").map(({ name, lat, approximate }) => [name, lat, approximate])).toEqual([
      ["Rio do Rastro range", -28.4, false],
      ["Museu do Rio", -27, true],
      ["Mirante São José", -27, false],
    ]);
  });
});

it("shows the days of an event in the reader's language", () => {
  const days = { from: "2027-03-12T12:00:00Z", until: "2027-03-13T20:00:00Z" };
  const place = { names: { pt: "Encontro" }, href: "/x", lat: -27, lng: -50, precision: "exact" as const };
  const points = [
    { ...place, ...days, layer: "eventos" },
    { ...place, layer: "museu" },
  ];
  expect(atlasItems({ routes: [], points }, "en-US").map(({ detail }) => detail)).toEqual([
    "Mar 12 – 13, 2027",
    undefined,
  ]);
});

describe("findItems", () => {
  const items = atlasItems(DATA, "pt-BR");
  it.each([
    ["sao jose", ["Mirante São José"]],
    ["rio", ["Serra do Rio do Rastro", "Museu do Rio"]],
    ["museu", ["Museu do Rio"]],
    ["  ", []],
    ["castelo", []],
  ])("%s", (text, names) => {
    expect(findItems(items, text).map(({ name }) => name)).toEqual(names);
  });
});

describe("namesOf", () => {
  it("omits translations that equal the Portuguese name", () => {
    expect(namesOf({ name: "Museu", translations: { en: { name: "Museum" }, es: { name: "Museu" } } })).toEqual({
      pt: "Museu",
      en: "Museum",
    });
    expect(namesOf({ name: "Museu", translations: null })).toEqual({ pt: "Museu" });
  });
});
