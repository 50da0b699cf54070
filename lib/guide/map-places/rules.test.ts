import { describe, expect, it } from "vitest";
import { groupByKind, type SearchResult } from "../../geo/search/rules";
import { claimPath, onMapPath, placeSearchOf, separateStops, withMapPlaces } from "./rules";
import { copiedFacts } from "./schema";

describe("placeSearchOf", () => {
  it.each([
    ["hotel em Urubici", "urubici", "hotel"],
    ["pousada", "", "guest_house"],
    ["borracharia", "", "tyres"],
    ["auto peças em São José dos Campos", "sao jose dos campos", "car_parts"],
    ["onde comer perto de Lençóis", "lencois", "restaurant"],
    ["Museu do Cangaço", "cangaco", "museum"],
  ] as const)("%s asks for “%s” of class %s", (typed, words, of) => {
    const found = placeSearchOf(typed);
    expect([found.words, found.classes?.includes(of)]).toEqual([words, true]);
  });

  it("has no class for a town alone", () => {
    expect(placeSearchOf("Urubici")).toEqual({ words: "urubici", classes: null });
  });
});

const PLACE = {
  name: "Pousada & Café",
  kind: "lodging",
  class: "guest_house",
  state_abbr: "BA",
  lat: -12.5,
  lng: -41.4,
};

it("onMapPath opens the map at the place with its layer", () => {
  expect(onMapPath(PLACE)).toBe("/ba/mapa-interativo#-12.5000,-41.4000,16.0,dormir");
});

it("claimPath fills in what is known", () => {
  expect(claimPath({ ...PLACE, address: null }, "Lençóis")).toBe(
    "/ba/cadastro?lugar=Pousada+%26+Caf%C3%A9&categoria=lodging&municipio=Len%C3%A7%C3%B3is",
  );
});

it("copiedFacts are null when nothing is left", () => {
  expect(copiedFacts({ source: "osm", date: "2021-08", url: null, fields: ["name", "lat"] })).toEqual({
    source: "osm",
    date: "2021-08",
    fields: ["name", "lat"],
  });
  expect([copiedFacts(null), copiedFacts({ source: "osm", date: "2021", fields: [] })]).toEqual([null, null]);
});

describe("separateStops", () => {
  it("leaves out stops beside an earlier one", () => {
    const stops = [-28, -28.01, -28.2].map((lat) => ({ lat, lng: -49 }));
    expect(separateStops(stops).map(({ lat }) => lat)).toEqual([-28, -28.2]);
  });
});

describe("withMapPlaces", () => {
  const of = (kind: SearchResult["kind"], id: string): SearchResult => ({
    kind,
    id,
    state: null,
    title: id,
    summary: "",
    fallback: false,
    href: "/",
  });
  const groups = groupByKind([of("city", "a"), of("service", "b")]);
  const kinds = (query: string) => withMapPlaces(groups, [of("map_place", "c")], query).map(({ kind }) => kind);

  it("lists them after the places of the guide for a kind of place, otherwise last", () => {
    expect([kinds("hotel em Lages"), kinds("Lages")]).toEqual([
      ["service", "map_place", "city"],
      ["city", "service", "map_place"],
    ]);
    expect(withMapPlaces(groups, [], "hotel")).toEqual(groups);
  });
});
