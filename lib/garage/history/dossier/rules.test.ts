import { describe, expect, it } from "vitest";
import { ageOf, missingSlots, requirementsOf, totalOf } from "./rules";
import { dossierSchema } from "./schema";
import { PHOTO_SLOTS } from "../../../platform/supabase/database-constants/garage";

const TODAY = "2026-11-26";
const NO_POINTS = {
  mechanics: null,
  bodywork: null,
  suspension: null,
  appearance: null,
  safety: null,
  emissions: null,
  noise: null,
  other: null,
};

it.each([
  [null, "unknown", null],
  [1974, "met", 2004],
  [1995, "met", 2025],
  [1996, "this_year", 2026],
  [1997, "not_yet", 2027],
] as const)("a car of %s: %s", (year, status, from) => {
  expect(ageOf(year, TODAY)).toEqual({ status, from });
});

it("adds the points of the groups that are filled in", () => {
  expect(totalOf(null)).toBeNull();
  expect(totalOf(NO_POINTS)).toBeNull();
  expect(totalOf({ ...NO_POINTS, mechanics: 30, noise: 0 })).toBe(30);
});

describe("what is missing", () => {
  const papers = {
    plate: "ABC1234",
    chassis: "9BG",
    documents: [{ kind: "crlv", expires_on: "2026-11-26" }],
    certificate: { number: "77", expires_on: "2031-01-01" },
  };
  const complete = {
    yearMade: 1974,
    points: { ...NO_POINTS, mechanics: 80 },
    minimum: 80,
    club: "Clube",
    slots: PHOTO_SLOTS,
    papers,
  };
  const missing = (facts: Partial<typeof complete>) =>
    requirementsOf({ ...complete, ...facts }, TODAY).flatMap(({ key, isMet }) => (isMet ? [] : [key]));

  it.each([
    [{}, []],
    [{ yearMade: 1996 }, ["age"]],
    [{ points: { ...NO_POINTS, mechanics: 79 } }, ["points"]],
    [{ slots: PHOTO_SLOTS.slice(1) }, ["photos"]],
    [{ club: "" }, ["club"]],
    [{ papers: { ...papers, documents: [{ kind: "crlv", expires_on: "2026-11-25" }] } }, ["crlv"]],
    [{ papers: { ...papers, chassis: "" } }, ["numbers"]],
    [{ papers: { ...papers, certificate: { number: "77", expires_on: "2026-11-25" } } }, ["cvcol"]],
  ] as [Partial<typeof complete>, string[]][])("%j", (facts, keys) => {
    expect(missing(facts)).toEqual(keys);
  });

  it("leaves out papers for members, who do not read them", () => {
    const keys = requirementsOf({ ...complete, papers: null }, TODAY).map(({ key }) => key);
    expect(keys).toEqual(["age", "points", "photos", "club"]);
    expect(missingSlots(["front"])).toHaveLength(PHOTO_SLOTS.length - 1);
  });
});

it("refuses a sum over 100", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    id: "00000000-0000-4000-8000-000000000001",
    original: "{}",
    mechanics: "60",
    bodywork: "41",
  }))
    form.set(name, value);
  const result = dossierSchema.safeParse(form);
  expect(result.error?.issues.map(({ message, path }) => [message, path])).toEqual([["pointsTooMany", ["mechanics"]]]);
  form.set("bodywork", "40");
  expect(dossierSchema.safeParse(form).success).toBe(true);
});
