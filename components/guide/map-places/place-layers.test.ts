import { describe, expect, it, vi } from "vitest";
import { loadPlaceLayer, placeLayers } from "./place-layers";

const ROWS = [
  ["lodging", "hotel", "Hotel", -12.5, -41.4, "osm", "2021-08", "Lençóis", false, null],
  ["museum", "museum", "Museu", -12.6, -41.3, "ibram", "2015-12", "Lençóis", true, "(75) 3334-0000"],
];

describe("layers of map places", () => {
  const layers = placeLayers(
    { label: (key) => key, note: "não verificados" },
    "/mapa-interativo/dados/lugares-ba.json",
  );

  it("are one for each kind, with the file of the state", () => {
    expect(layers.map(({ key }) => key)).toEqual([
      "dormir",
      "comer",
      "abastecer",
      "consertar",
      "pecas",
      "hospital",
      "farmacia",
      "museu",
    ]);
    expect(layers.every(({ file }) => file === "/mapa-interativo/dados/lugares-ba.json")).toBe(true);
  });

  it("show the places of their kind with town, phone, date and the words for not verified", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(ROWS));
    expect(await loadPlaceLayer(layers.at(-1)!)).toEqual([
      {
        layer: "museu",
        name: "Museu",
        detail: "Lençóis · (75) 3334-0000 · 2015-12 · não verificados",
        lat: -12.6,
        lng: -41.3,
        approximate: true,
      },
    ]);
  });
});
