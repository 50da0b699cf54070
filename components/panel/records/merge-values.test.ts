import { describe, expect, it } from "vitest";
import { mergeValues } from "./merge-values";
import type { Field } from "@/lib/panel/admin/resource";

const FIELDS: readonly Field[] = [
  { name: "name", kind: "text" },
  { name: "km", kind: "number" },
  { name: "coordinates", kind: "coordinates" },
  { name: "attributes", kind: "attributes" },
  { name: "stops", kind: "rows", rows: { parent: "p", order: "o", fields: [{ name: "name", kind: "text" }] } },
];
const BASE = {
  name: "A",
  km: 1,
  coordinates: { lat: -27, lng: -49 },
  attributes: { gated: true },
  translations: { en: { name: "A", body: "B" } },
  stops: [
    { id: "1", name: "Um", note: "" },
    { id: "2", name: "Dois", note: "" },
    { id: "3", name: "Três", note: "" },
  ],
};
const [ONE, TWO, THREE] = BASE.stops as [object, object, object];
const merge = (mine: object, theirs: object) => mergeValues(FIELDS, BASE, { ...BASE, ...mine }, { ...BASE, ...theirs });

describe("mergeValues", () => {
  it.each([
    ["different fields", { name: "B" }, { km: 2 }, { name: "B", km: 2 }],
    ["the same change", { km: "2" }, { km: 2 }, { km: "2" }],
    [
      "different languages and fields",
      { translations: { en: { name: "X", body: "B" } } },
      { translations: { en: { name: "A", body: "Y" }, es: { name: "Z" } } },
      { translations: { en: { name: "X", body: "Y" }, es: { name: "Z" } } },
    ],
    [
      "different attributes",
      { attributes: { gated: true, flatbed: true } },
      { attributes: {} },
      { attributes: { flatbed: true } },
    ],
    [
      "different stops",
      { stops: [{ ...ONE, name: "Um!" }, TWO, THREE] },
      { stops: [ONE, { ...TWO, name: "Dois!" }, THREE] },
      { stops: [{ ...ONE, name: "Um!" }, { ...TWO, name: "Dois!" }, THREE] },
    ],
    [
      "different fields of one stop",
      { stops: [{ ...ONE, name: "Um!" }, TWO, THREE] },
      { stops: [{ ...ONE, note: "n" }, TWO, THREE] },
      { stops: [{ ...ONE, name: "Um!", note: "n" }, TWO, THREE] },
    ],
    [
      "a stop added on one side and one removed on the other",
      { stops: [ONE, TWO, THREE, { name: "Novo" }] },
      { stops: [ONE, THREE] },
      { stops: [ONE, THREE, { name: "Novo" }] },
    ],
    [
      "stops added on both sides",
      { stops: [ONE, TWO, THREE, { name: "Novo" }] },
      { stops: [ONE, TWO, THREE, { id: "4", name: "Outro" }] },
      { stops: [ONE, TWO, THREE, { id: "4", name: "Outro" }, { name: "Novo" }] },
    ],
    [
      "a reordering on one side and a change on the other",
      { stops: [ONE, { ...TWO, name: "Dois!" }, THREE] },
      { stops: [THREE, TWO, ONE] },
      { stops: [THREE, { ...TWO, name: "Dois!" }, ONE] },
    ],
  ])("merges %s without a conflict", (_, mine, theirs, expected) => {
    expect(merge(mine, theirs)).toEqual({ values: { ...BASE, ...expected }, conflicts: [] });
  });

  it.each([
    ["one text", { name: "B" }, { name: "C" }, "name"],
    ["one point", { coordinates: { lat: -28, lng: -49 } }, { coordinates: { lat: -27, lng: -50 } }, "coordinates"],
    [
      "one field of one stop",
      { stops: [{ ...ONE, name: "X" }, TWO, THREE] },
      { stops: [{ ...ONE, name: "Y" }, TWO, THREE] },
      "stops",
    ],
    ["a stop that the other removed", { stops: [{ ...ONE, name: "X" }, TWO, THREE] }, { stops: [TWO, THREE] }, "stops"],
    ["the order", { stops: [TWO, ONE, THREE] }, { stops: [ONE, THREE, TWO] }, "stops"],
    [
      "one translation",
      { translations: { en: { name: "X", body: "B" } } },
      { translations: { en: { name: "Y", body: "B" } } },
      "translations",
    ],
  ])("reports a conflict for %s that both changed, and for nothing else", (_, mine, theirs, name) => {
    const { values, conflicts } = merge({ ...mine, km: 5 }, theirs);
    expect(conflicts).toEqual([name]);
    expect(values).toEqual({ ...BASE, ...mine, km: 5 });
  });
});
