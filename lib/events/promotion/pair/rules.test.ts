import { describe, expect, it } from "vitest";
import { countPartners, stopsOf, townFinder, type PartnerTown } from "./rules";

const find = townFinder([
  { name: "Blumenau", state_abbr: "SC", lat: -26.92, lng: -49.07 },
  { name: "São José", state_abbr: "SC", lat: -27.61, lng: -48.63 },
]);

describe("townFinder", () => {
  it("ignores accents and letter case, and compares the state", () => {
    expect(find(" SAO JOSE ", "SC")).toMatchObject({ lat: -27.61 });
    expect(find("São José", "PR")).toBeNull();
    expect(find("São José", null)).toBeNull();
  });
});

describe("countPartners", () => {
  const rows: PartnerTown[] = [
    { kind: "expositor", town: "Blumenau", state: "SC", people: 3 },
    { kind: "expositor", town: "São José", state: "SC", people: 2 },
    { kind: "food_truck", town: "Lugar Nenhum", state: "SC", people: 1 },
  ];

  it("adds up people near the place, farther away and in unknown towns", () => {
    expect(countPartners(rows, { place: { lat: -26.9, lng: -49.1 }, km: 50, find })).toEqual([
      { kind: "expositor", near: 3, far: 2, unknown: 0 },
      { kind: "food_truck", near: 0, far: 0, unknown: 1 },
    ]);
  });
});

describe("stopsOf", () => {
  const at = (kmAlong: number, kmBeside = 1) => ({ kmAlong, kmBeside });

  it("takes the town nearest to the road in each part, none at the ends", () => {
    const places = [at(2), at(30, 5), at(35, 1), at(60), at(118)];
    expect(stopsOf(places, 120)).toEqual([at(35, 1), at(60)]);
  });

  it("takes at most eight", () => {
    const places = Array.from({ length: 200 }, (_, index) => at(index * 10));
    expect(stopsOf(places, 2000)).toHaveLength(8);
  });
});
