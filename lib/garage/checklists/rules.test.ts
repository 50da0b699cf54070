import { describe, expect, it } from "vitest";
import {
  carKindsOf,
  choicesOf,
  compareChecklists,
  isForCar,
  progressOf,
  resultOf,
  sectionsOf,
  typedCents,
  typedKm,
  type ItemStatus,
} from "./rules";

const items = (...statuses: ItemStatus[]) => statuses.map((status) => ({ status }));

describe("the result of a checklist", () => {
  it.each([
    [items("ok", "na"), "ok"],
    [items("ok", "attention"), "attention"],
    [items("ok", "pending"), "attention"],
    [items("attention", "fail", "pending"), "failed"],
    [items("na"), "ok"],
  ] as const)("%j is %s", (found, result) => expect(resultOf(found)).toBe(result));

  it("counts items that do not apply as done", () => {
    expect(progressOf(items("ok", "na", "pending"))).toEqual({ done: 2, total: 3 });
  });
});

describe("the kinds of a car", () => {
  it.each([
    [{ body_kind: "car", cooling: "air", fuel_system: "carburettor" }, ["air_cooled"]],
    [{ body_kind: "car", cooling: "water", fuel_system: "carburettor" }, ["carburettor"]],
    [{ body_kind: "car", cooling: "water", fuel_system: "injection" }, ["injection"]],
    [{ body_kind: "pickup", cooling: "water", fuel_system: "carburettor" }, ["carburettor", "pickup"]],
    [{ body_kind: "motorcycle", cooling: "air", fuel_system: "carburettor" }, ["motorcycle"]],
    [{ body_kind: "car", cooling: null, fuel_system: null }, ["air_cooled", "carburettor", "injection"]],
  ])("%j", (car, kinds) => expect(carKindsOf(car)).toEqual(kinds));

  it("an item without kinds is for every car", () => {
    expect([isForCar([], ["injection"]), isForCar(["pickup"], ["injection"])]).toEqual([true, false]);
  });
});

describe("comparing two checklists", () => {
  const row = (key: string, status: ItemStatus, value = "") => ({
    key,
    text: key,
    section: "s",
    status,
    value,
    unit: "",
    note: "",
  });

  it("pairs items by key and keeps those of one only", () => {
    const rows = compareChecklists([row("oil", "ok"), row("belt", "ok")], [row("oil", "fail"), row("horn", "ok")]);
    expect(rows.map(({ key, a, b, isDifferent }) => [key, a?.status, b?.status, isDifferent])).toEqual([
      ["oil", "ok", "fail", true],
      ["belt", "ok", undefined, true],
      ["horn", undefined, "ok", true],
    ]);
  });

  it("finds another value with the same status", () => {
    expect(compareChecklists([row("km", "ok", "26")], [row("km", "ok", "28")])[0]!.isDifferent).toBe(true);
  });
});

it("groups items by heading and splits choices by line", () => {
  const found = sectionsOf([{ section: "a" }, { section: "b" }, { section: "a" }]);
  expect(found.map(({ title, items: inside }) => [title, inside.length])).toEqual([
    ["a", 2],
    ["b", 1],
  ]);
  expect(choicesOf("Cheio\n Meio \n\n")).toEqual(["Cheio", "Meio"]);
});

it("reads numbers as people type them", () => {
  expect(["54.321", "54321,5", "54,321", " 12 ", "", "abc", "-1"].map(typedKm)).toEqual([
    54321,
    54321.5,
    54321,
    12,
    null,
    null,
    null,
  ]);
  expect(["120,50", "R$ 1.200,00", "120.5", "x"].map(typedCents)).toEqual([12050, 120000, 12050, null]);
});
