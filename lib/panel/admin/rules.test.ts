import { describe, expect, it } from "vitest";
import { RESOURCES } from "./registry";
import { defineResource, type Field } from "./resource";
import {
  columnsOf,
  emptyValues,
  formValues,
  isOld,
  listAddress,
  NEVER,
  pageOf,
  readListQuery,
  tagsOf,
  versionAfter,
  withTranslation,
} from "./rules";
import { rowSchema } from "./schema";

const FIELDS: readonly Field[] = [
  { name: "name", kind: "text", required: true, translated: true },
  { name: "status", kind: "choice", options: ["draft", "published"], required: true },
  { name: "is_open", kind: "boolean" },
  { name: "tags", kind: "list" },
  { name: "coordinates", kind: "coordinates" },
  { name: "extra", kind: "json" },
];

const resource = {
  ...defineResource({
    key: "services",
    table: "places",
    titleColumn: "name",
    columns: ["name", "status", "updated_at"],
    filters: ["status"],
    hasTrash: true,
    page: "/{state_abbr}/lugar/{slug}",
    tags: ["services:{state_abbr}"],
    fields: FIELDS,
  }),
  path: "lugares",
};

describe("readListQuery", () => {
  it("parses known parameters", () => {
    expect(
      readListQuery(resource, {
        q: " serra ",
        page: "3",
        per: "50",
        sort: "-name",
        status: "draft",
        cols: ["name", "status"],
        trash: "1",
        missing: "en",
      }),
    ).toEqual({
      q: "serra",
      page: 3,
      per: 50,
      sort: "name",
      ascending: false,
      filters: { status: "draft" },
      columns: ["name", "status"],
      trash: true,
      missing: "en",
      old: false,
      map: false,
    });
  });

  it.each([
    {},
    { page: "-1", per: "7", sort: "password", secret: "x", cols: "password", missing: "fr", trash: "yes" },
    { page: "1e9", q: ["", "b"] },
  ])("ignores unknown parameters: %o", (params) => {
    expect(readListQuery(resource, params)).toMatchObject({
      q: "",
      page: 1,
      per: 25,
      sort: "updated_at",
      ascending: false,
      filters: {},
      columns: resource.columns,
      trash: false,
      missing: null,
    });
  });

  it("is the inverse of listAddress", () => {
    const query = readListQuery(resource, { q: "a b", status: "draft", sort: "name", page: "2" });
    const address = new URL(listAddress(resource, query), "http://x");
    expect(readListQuery(resource, Object.fromEntries(address.searchParams))).toEqual(query);
    expect(listAddress(resource, readListQuery(resource, {}))).toBe("/admin/lugares");
  });
});

describe("rows not verified for a year", () => {
  it("can be filtered only when the resource has a verification date, and a map is shown only with coordinates", () => {
    const dated = defineResource({
      ...resource,
      checked: "check_date",
      fields: FIELDS.filter(({ kind }) => kind !== "coordinates"),
    });
    expect(readListQuery(resource, { old: "1", map: "1" })).toMatchObject({ old: false, map: true });
    expect(readListQuery(dated, { old: "1", map: "1" })).toMatchObject({ old: true, map: false });
    expect(listAddress(dated, readListQuery(dated, { old: "1" }))).toBe("/admin/lugares?old=1");
  });

  it.each([
    ["2025-03-01", false],
    ["2025-02-28", true],
    [NEVER, true],
    [null, true],
    ["2026-04-01", false],
  ])("%s: %s", (day, old) => {
    expect(isOld(day, new Date("2026-03-01T00:00:00Z"))).toBe(old);
  });
});

describe("URLs and cache tags", () => {
  it("are built from the row", () => {
    expect(pageOf(resource, { state_abbr: "SC", slug: "ita", status: "published" })).toBe("/sc/lugar/ita");
    expect(tagsOf(resource, { state_abbr: "SC" }, { state_abbr: "PR" })).toEqual(["services:SC", "services:PR"]);
    expect(tagsOf(resource, { state_abbr: "SC" }, { state_abbr: null })).toEqual(["services:SC", "services"]);
    expect(tagsOf(resource)).toEqual(["services"]);
  });

  it.each([
    { state_abbr: "SC", slug: "ita", status: "draft" },
    { state_abbr: "SC", slug: "ita", status: "published", deleted_at: "2026-01-01" },
    { slug: "ita", status: "published" },
  ])("no page for %o", (row) => {
    expect(pageOf(resource, row)).toBeNull();
  });
});

describe("form values of a row", () => {
  it("joins and splits coordinates", () => {
    expect(
      formValues(FIELDS, { name: "A", lat: -27, lng: -49, tags: [], translations: { en: { name: "B" } } }),
    ).toMatchObject({ name: "A", coordinates: { lat: -27, lng: -49 }, translations: { en: { name: "B" } } });
    expect(columnsOf(FIELDS, { coordinates: { lat: -27, lng: -49 }, name: "A" })).toEqual({
      lat: -27,
      lng: -49,
      name: "A",
    });
    expect(columnsOf(FIELDS, { coordinates: null })).toEqual({ lat: null, lng: null });
  });

  it("restores the version after an audit entry", () => {
    const later = [
      { before: { name: "B" }, after: { name: "C" } },
      { before: { name: "A", status: "draft" }, after: { name: "B", status: "published" } },
    ];
    expect(versionAfter(later)).toEqual({ name: "A", status: "draft" });
    expect(versionAfter([])).toEqual({});
  });
});

describe("a new row of an import", () => {
  it.each(RESOURCES.filter(({ canCreate }) => canCreate).map((resource) => [resource.key, resource] as const))(
    "of %s needs only the required fields",
    (_, { fields }) => {
      const parsed = rowSchema(fields).safeParse(emptyValues(fields));
      const required = fields.filter((field) => field.required).map(({ name }) => name);
      expect(
        (parsed.error?.issues ?? []).map(({ path }) => String(path[0])).filter((name) => !required.includes(name)),
      ).toEqual([]);
    },
  );
});

describe("withTranslation", () => {
  const before = { en: { name: "Car", note: "Red" }, es: { name: "Coche" } };

  it.each([
    ["replaces a text", "Vehicle", { en: { name: "Vehicle", note: "Red" }, es: { name: "Coche" } }],
    ["removes an empty text", "", { en: { note: "Red" }, es: { name: "Coche" } }],
    ["removes an empty list", [], { en: { note: "Red" }, es: { name: "Coche" } }],
  ])("%s", (_, value, after) => {
    expect(withTranslation(before, { language: "en", name: "name", value })).toEqual(after);
  });

  it("adds the first text", () => {
    expect(withTranslation(null, { language: "es", name: "name", value: "Coche" })).toEqual({ es: { name: "Coche" } });
  });
});
