import { describe, expect, it } from "vitest";
import { isSubmittedForm, pageCount, pageOfQuery, pageOfSegment, pageRange } from "./paging";

describe("pageOfQuery", () => {
  it.each([
    ["3", 3],
    [["2", "9"], 2],
    ["99999", 99_999],
    [undefined, 1],
    ["0", 1],
    ["-1", 1],
    ["1.5", 1],
    ["1e9", 1],
    ["x", 1],
    [[], 1],
  ])("%j is page %i", (value, page) => expect(pageOfQuery(value)).toBe(page));
});

describe("pageOfSegment", () => {
  it.each([
    ["1", 1],
    ["12345", 12_345],
    ["0", null],
    ["01", null],
    ["1e3", null],
    ["123456", null],
    ["x", null],
    ["", null],
  ])("%j is %j", (segment, page) => expect(pageOfSegment(segment)).toBe(page));
});

it("counts the pages of a list", () =>
  expect([0, 1, 50, 51].map((total) => pageCount(total, 50))).toEqual([1, 1, 1, 2]));

it("gives the first and last row of a page", () =>
  expect([pageRange(1, 50), pageRange(3, 50)]).toEqual([
    [0, 49],
    [100, 149],
  ]));

it("the query of the filter form is told from an address of a list", () => {
  expect(isSubmittedForm({ q: "a", status: "", per: "25" })).toBe(true);
  expect(isSubmittedForm({ q: "a", cols: ["name", "status"] })).toBe(true);
  expect(isSubmittedForm({ q: "a", cols: "name,status" })).toBe(false);
  expect(isSubmittedForm({})).toBe(false);
});
