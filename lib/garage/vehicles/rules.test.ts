import { describe, expect, it } from "vitest";
import { describeVehicle, formatPlate, isKmEstimated, mergeChanges, normalisePlate, opensPage, tabsOf } from "./rules";

describe("plates", () => {
  it.each([
    ["abc-1234", "ABC1234", "ABC-1234"],
    ["ABC 1234", "ABC1234", "ABC-1234"],
    ["abc1d23", "ABC1D23", "ABC1D23"],
    ["ABC-1D23", "ABC1D23", "ABC1D23"],
  ])("%s is stored as %s and shown as %s", (typed, stored, shown) => {
    expect(normalisePlate(typed)).toBe(stored);
    expect(formatPlate(stored)).toBe(shown);
  });

  it.each(["", "ABC123", "ABCD123", "AB12345", "ABC12D3", "ABC-12345", "çbc1234"])("%s is no plate", (typed) => {
    expect(normalisePlate(typed)).toBeNull();
  });
});

describe("mergeChanges", () => {
  const original = { nickname: "Opala", color: "", fuels: ["gasoline"], year_made: null };

  it("writes only what the person changed", () => {
    const sent = { ...original, color: "verde", fuels: ["gasoline", "ethanol"] };
    expect(mergeChanges(original, sent, { ...original, year_made: 1974 })).toEqual({
      changes: { color: "verde", fuels: ["gasoline", "ethanol"] },
      conflicts: [],
    });
  });

  it("reports a field that somebody else changed to another value", () => {
    expect(mergeChanges(original, { ...original, color: "verde" }, { ...original, color: "azul" }).conflicts).toEqual([
      "color",
    ]);
  });

  it("accepts that both typed the same", () => {
    expect(mergeChanges(original, { ...original, color: "azul" }, { ...original, color: "azul" })).toEqual({
      changes: {},
      conflicts: [],
    });
  });
});

describe("describeVehicle", () => {
  const car = { make: "Chevrolet", model: "Opala", version: "Comodoro", year_made: 1974, year_model: 1975 };

  it.each([
    [car, "Chevrolet Opala Comodoro 1974/75"],
    [{ ...car, year_model: 1974, version: "" }, "Chevrolet Opala 1974"],
    [{ make: "", model: "", version: "", year_made: null, year_model: null }, ""],
  ])("%o is %s", (vehicle, expected) => {
    expect(describeVehicle(vehicle)).toBe(expected);
  });
});

it("kilometres are an estimate when they were noted as one or the odometer has stopped", () => {
  const car = { odometer_is_estimated: false, odometer_state: "ok" };
  expect(isKmEstimated(car)).toBe(false);
  expect(isKmEstimated({ ...car, odometer_is_estimated: true })).toBe(true);
  expect(isKmEstimated({ ...car, odometer_state: "broken" })).toBe(true);
  expect(isKmEstimated({ ...car, odometer_state: "replaced" })).toBe(false);
});

it("only the owner opens documents and the page that changes the car", () => {
  expect(tabsOf("owner")).toContain("documents");
  for (const role of ["viewer", "editor"] as const) {
    expect(opensPage(role, "summary")).toBe(true);
    for (const page of ["documents", "edit"] as const) expect(opensPage(role, page)).toBe(false);
  }
  expect(opensPage("owner", "edit")).toBe(true);
});
