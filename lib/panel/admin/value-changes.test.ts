import { expect, it } from "vitest";
import { changesOf } from "./value-changes";
import type { Field } from "./resource";

const FIELDS: readonly Field[] = [
  { name: "name", kind: "text", translated: true },
  { name: "phone", kind: "text" },
  { name: "tags", kind: "list" },
  { name: "is_open", kind: "boolean" },
];

it("lists what a changed row had and has, also in other languages", () => {
  const before = { name: "Oficina", phone: null, tags: ["a"], translations: { en: { name: "Workshop" } } };
  expect(
    changesOf(FIELDS, before, { phone: "3422-1007", tags: ["a"], translations: { en: { name: "Garage" }, es: {} } }),
  ).toEqual([
    { field: "phone", before: null, after: "3422-1007" },
    { field: "name@en", before: "Workshop", after: "Garage" },
  ]);
});

it("lists of a new row what is filled in", () => {
  expect(changesOf(FIELDS, null, { name: "Oficina", phone: "", tags: [], is_open: false, translations: {} })).toEqual([
    { field: "name", before: undefined, after: "Oficina" },
  ]);
});
