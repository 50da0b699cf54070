import { describe, expect, it } from "vitest";
import { clubTowns, makeKey, makesOfClubs } from "./rules";

describe("makes", () => {
  it.each([
    ["Volkswagen", "volkswagen"],
    ["Mercedes-Benz", "mercedes-benz"],
    ["Citroën", "citroen"],
    ["DKW / Vemag", "dkw-vemag"],
  ])("%s has the filter value %s", (make, key) => {
    expect(makeKey(make)).toBe(key);
  });

  it("are counted once per club and sorted by name", () => {
    expect(makesOfClubs([{ makes: ["Volkswagen"] }, { makes: [] }, { makes: ["Ford", "volkswagen"] }])).toEqual([
      { key: "ford", name: "Ford", count: 1 },
      { key: "volkswagen", name: "Volkswagen", count: 2 },
    ]);
  });
});

describe("clubTowns", () => {
  it("groups the clubs by city and leaves out those without one", () => {
    const [joinville, itu] = [{ ibge_code: 1 }, { ibge_code: 2 }];
    const towns = clubTowns([
      { id: "a", city: joinville },
      { id: "b", city: null },
      { id: "c", city: itu },
      { id: "d", city: joinville },
    ]);
    expect(towns.map(({ city, clubs }) => [city.ibge_code, clubs.map(({ id }) => id)])).toEqual([
      [1, ["a", "d"]],
      [2, ["c"]],
    ]);
  });
});
