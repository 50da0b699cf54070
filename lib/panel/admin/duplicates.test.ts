import { describe, expect, it } from "vitest";
import { findRecord, findResource, RESOURCES } from "./registry";
import { duplicatesAddress, isOnSite, readDuplicateQuery } from "./rules";
import { mergeSchema, pairSchema } from "./schema";

const services = findResource("services")!;
const [ONE, TWO] = ["0b7e5a4e-1111-4c1e-9b1e-000000000001", "0B7E5A4E-1111-4C1E-9B1E-000000000002"];

describe("the URL of the list of duplicates", () => {
  it.each(["services", "photo-points", "clubes"])("is below %s", (path) => {
    expect(findRecord([path, "repetidos"])).toMatchObject({ resource: { path }, mode: "duplicates" });
  });

  it("is a normal id for lists without duplicate detection", () => {
    expect(findRecord(["blog", "repetidos"])).toMatchObject({ mode: "edit", id: "repetidos" });
  });

  it("cannot conflict with an id, because ids are UUIDs", () => {
    expect(RESOURCES.filter(({ duplicates, idColumn }) => duplicates && idColumn !== "id")).toEqual([]);
  });

  it.each([
    [{}, "/admin/services/repetidos"],
    [{ state: "SC", dismissed: false }, "/admin/services/repetidos?state_abbr=SC"],
    [{ state: "SC", dismissed: true }, "/admin/services/repetidos?state_abbr=SC&dispensados=1"],
  ])("builds the URL of %o and parses it again", (query, address) => {
    expect(duplicatesAddress(services, query)).toBe(address);
    expect(readDuplicateQuery(Object.fromEntries(new URL(address, "https://example.org").searchParams))).toEqual({
      state: "",
      dismissed: false,
      ...query,
    });
  });

  it.each([
    [{ state_abbr: "sc" }, "SC"],
    [{ state_abbr: "Santa" }, ""],
    [{ state_abbr: ["PR", "SC"] }, "PR"],
    [{ state_abbr: "S'" }, ""],
  ])("parses from %o the state %s", (params, state) => {
    expect(readDuplicateQuery(params).state).toBe(state);
  });
});

it("uses no distance above the maximum of the database", () => {
  expect(RESOURCES.filter(({ duplicates }) => (duplicates?.metres ?? 0) > 1000)).toEqual([]);
});

it.each([
  [{ status: "published" }, true],
  [{ status: "to_confirm" }, true],
  [{ status: "draft" }, false],
  [{ status: "published", deleted_at: "2026-01-01" }, false],
])("%o is public: %s", (row, isShown) => {
  expect(isOnSite(row)).toBe(isShown);
});

describe("input of a merge", () => {
  it.each([
    ["two rows", { remaining: ONE, other: TWO }, true],
    ["a row with itself", { remaining: ONE, other: ONE!.toUpperCase() }, false],
    ["no id", { remaining: ONE, other: "outra" }, false],
    ["more than that", { remaining: ONE, other: TWO, force: true }, false],
  ])("%s", (_, pair, isValid) => {
    expect(mergeSchema.safeParse({ resource: "services", ...pair }).success).toBe(isValid);
  });

  it.each([
    ["two rows", [ONE, TWO], true],
    ["a row with itself", [ONE, ONE], false],
    ["three rows", [ONE, TWO, TWO], false],
  ])("marking %s as different", (_, ids, isValid) => {
    expect(pairSchema.safeParse({ resource: "services", ids, different: true }).success).toBe(isValid);
  });
});
