import { describe, expect, it } from "vitest";
import { BRAZILIAN, type Notation } from "../../platform/typed-values";
import { changesOfCsv, csvCells, valuesOfCsv } from "./csv";
import type { Field } from "./resource";
import { csvColumns } from "./rules";

const FIELDS: readonly Field[] = [
  { name: "name", kind: "text", required: true, translated: true },
  { name: "status", kind: "choice", options: ["draft", "published"], required: true },
  { name: "is_open", kind: "boolean" },
  { name: "ramp_ok", kind: "boolean", nullable: true },
  { name: "tags", kind: "list" },
  { name: "months", kind: "choices", options: ["1", "2"] },
  { name: "coordinates", kind: "coordinates" },
  { name: "km", kind: "number", decimals: 1 },
  { name: "day", kind: "date" },
  { name: "extra", kind: "json" },
];
const resource = { idColumn: "id", fields: FIELDS };
const ROW = {
  id: "1",
  name: "-Ítá",
  status: "draft",
  is_open: true,
  ramp_ok: null,
  tags: ["a", "b"],
  months: [1, 2],
  lat: -27.5,
  lng: -49,
  km: -3.25,
  day: null,
  extra: { b: 1, a: [1] },
  translations: { en: { name: "Ita" }, es: { name: "=Itá" } },
};
const exported = (row: object = ROW) =>
  Object.fromEntries(
    csvColumns(resource).map((column, index) => [column, csvCells(resource, row as Record<string, unknown>)[index]!]),
  );
const changes = (cells: object, row: object = ROW) =>
  changesOfCsv(resource, { ...exported(row), ...cells }, row as Record<string, unknown>);

describe("a row as cells", () => {
  it("has a column for every field and language", () => {
    expect(csvColumns(resource)).toEqual([
      "id",
      "name",
      "status",
      "is_open",
      "ramp_ok",
      "tags",
      "months",
      "lat",
      "lng",
      "km",
      "day",
      "extra",
      "name@en",
      "name@es",
    ]);
  });

  it("prevents formulas in texts and keeps numbers", () => {
    expect(exported()).toMatchObject({ name: "'-Ítá", lat: "-27,5", km: "-3,25", "name@es": "'=Itá" });
  });
});

describe("an unchanged cell", () => {
  it.each([
    ["as it is", ROW],
    ["with items of several lines", { ...ROW, tags: ["a\nb", " c "] }],
    ["with an item that looks like JSON", { ...ROW, tags: ["[x]"] }],
    ["with quotes before formula characters", { ...ROW, name: "'=1" }],
    ["with Windows line breaks", { ...ROW, name: "a\r\nb" }],
    ["that the form would refuse", { ...ROW, name: "", km: 1.25 }],
    ["without coordinates", { ...ROW, lat: null, lng: null }],
  ])("does not change a row %s", (_, row) => {
    expect(changes({}, row)).toEqual({});
  });

  it("is equal after a spreadsheet rewrote it", () => {
    expect(
      changes({
        name: "-Ítá",
        is_open: "VERDADEIRO",
        lat: "-27,5",
        lng: "-49,0",
        km: "-3,25",
        extra: '{"a":[1],"b":1}',
      }),
    ).toEqual({});
  });
});

describe("the notation of a file", () => {
  it("decides cells that can be read in two ways", () => {
    const cells = { km: "1.234", day: "05/03/2026" };
    const read = (notation: Notation) => valuesOfCsv(FIELDS.slice(-3), cells, notation);
    expect(read({ sign: ".", order: "mdy" })).toEqual({ km: "1.234", day: "2026-05-03" });
    expect(read(BRAZILIAN)).toEqual({ km: "1234", day: "2026-03-05" });
  });
});

describe("a changed cell", () => {
  it.each([
    [{ lat: "-28,5" }, { coordinates: { lat: -28.5, lng: -49 } }],
    [{ lat: "", lng: "" }, { coordinates: null }],
    [{ km: "1.234,5" }, { km: "1234.5" }],
    [{ km: "1.234" }, { km: "1234" }],
    [{ km: "R$ 1.234,5" }, { km: "1234.5" }],
    [{ km: "12.5" }, { km: "12.5" }],
    [{ km: "12 por dia" }, { km: "12 por dia" }],
    [{ day: "31/02/2026" }, { day: "31/02/2026" }],
    [{ km: "\u221212" }, { km: "-12" }],
    [{ is_open: "não" }, { is_open: false }],
    [{ is_open: "talvez" }, { is_open: "talvez" }],
    [{ ramp_ok: "sim" }, { ramp_ok: true }],
    [{ day: "05/03/2026" }, { day: "2026-03-05" }],
    [{ tags: "c\n d " }, { tags: ["c", "d"] }],
    [{ months: "2" }, { months: ["2"] }],
    [{ "name@en": "New" }, { translations: { en: { name: "New" }, es: { name: "=Itá" } } }],
    [{ "name@en": "" }, { translations: { en: {}, es: { name: "=Itá" } } }],
  ])("%j becomes %j", (cells, expected) => {
    expect(changes(cells)).toEqual(expected);
  });

  it("accepts both coordinates in one cell", () => {
    expect(valuesOfCsv(FIELDS, { coordinates: "-27,5; -49,25" })).toEqual({ coordinates: { lat: -27.5, lng: -49.25 } });
    expect(valuesOfCsv(FIELDS, { coordinates: "-27.5, -49.25" })).toEqual({ coordinates: { lat: -27.5, lng: -49.25 } });
    expect(valuesOfCsv(FIELDS, { coordinates: "-27,5 -49,25" })).toEqual({ coordinates: { lat: -27.5, lng: -49.25 } });
  });

  it("is parsed without the other columns", () => {
    expect(valuesOfCsv(FIELDS, { name: "B" })).toEqual({ name: "B" });
  });
});
