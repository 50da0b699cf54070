import { describe, expect, it } from "vitest";
import { appliesTo, EMPTY_LIST, progressOf, readDeviceList, type ChecklistItem, type TripFilter } from "./rules";

const ALL: TripFilter = { car: "", trip: "", terrains: [] };
const item = (key: string, kinds: Partial<ChecklistItem>): ChecklistItem => ({
  key,
  text: key,
  why: "",
  cars: [],
  trips: [],
  terrains: [],
  ...kinds,
});

describe("appliesTo", () => {
  const fanBelt = item("belt", { cars: ["air_cooled"] });
  const chains = item("brakes", { terrains: ["serra"] });
  const tent = item("tent", { trips: ["weekend", "long"] });
  it.each<[string, ChecklistItem, Partial<TripFilter>, boolean]>([
    ["every item without a filter", fanBelt, {}, true],
    ["items for the chosen car", fanBelt, { car: "air_cooled" }, true],
    ["no items for another car", fanBelt, { car: "injection" }, false],
    ["items for the chosen trip length", tent, { trip: "long" }, true],
    ["no items for another trip length", tent, { trip: "day" }, false],
    ["what one of the terrains asks for", chains, { terrains: ["rain", "serra"] }, true],
    ["nothing of other terrains", chains, { terrains: ["coast"] }, false],
    [
      "items for every car, trip and terrain",
      item("cnh", {}),
      { car: "pickup", trip: "day", terrains: ["coast"] },
      true,
    ],
  ])("lists %s", (_, listed, filter, expected) => {
    expect(appliesTo(listed, { ...ALL, ...filter })).toBe(expected);
  });
});

describe("progressOf", () => {
  it("counts only checked items of this trip", () => {
    const sections = [
      { key: "a", title: "A", items: [item("belt", { cars: ["air_cooled"] }), item("cnh", {}), item("tyre", {})] },
    ];
    expect(progressOf(sections, { ...ALL, car: "pickup" }, new Set(["belt", "cnh", "gone"]))).toEqual({
      done: 1,
      total: 2,
    });
  });
});

describe("readDeviceList", () => {
  it("parses the stored format", () => {
    const list = { car: "pickup", trip: "long", terrains: ["serra"], ticks: ["cnh"] };
    expect(readDeviceList(JSON.stringify(list))).toEqual(list);
  });

  it.each([null, "", "nada", "null", "[]", "7", '{"car":"tractor","terrains":"serra","ticks":[1,null]}'])(
    "returns the default for %s",
    (stored) => {
      expect(readDeviceList(stored)).toEqual(EMPTY_LIST);
    },
  );
});
