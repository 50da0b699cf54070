import { describe, expect, it } from "vitest";
import { fold } from "@/lib/platform/slug";
import { isNarrowed, isShown, marksOf, queryOfView, viewOfQuery, type Facet } from "./list-filter";

const FACETS: readonly Facet[] = [
  { key: "categoria", kind: "one", values: ["museum", "viewpoint"] },
  { key: "atributo", kind: "many", values: ["gated", "ramp_ok"] },
];
const EMPTY = { text: "", chosen: {}, near: false };

describe("the address of a filtered list", () => {
  it.each([
    ["", EMPTY],
    ["?categoria=museum&q=fusca", { text: "fusca", chosen: { categoria: ["museum"] }, near: false }],
    [
      "?categoria=castle&atributo=gated,flying,ramp_ok,gated",
      { text: "", chosen: { atributo: ["gated", "ramp_ok"] }, near: false },
    ],
    ["?categoria=museum,viewpoint&ordem=perto", { text: "", chosen: { categoria: ["museum"] }, near: true }],
    [`?q=${"x".repeat(5000)}`, { text: "x".repeat(80), chosen: {}, near: false }],
  ])("%.60s", (query, view) => {
    expect(viewOfQuery(query, FACETS)).toEqual(view);
  });

  it("is written so that it reads back, and keeps unrelated parameters", () => {
    const view = {
      text: "são bento",
      chosen: { categoria: ["viewpoint"], atributo: ["gated", "ramp_ok"] },
      near: true,
    };
    const query = queryOfView(view, FACETS, "?utm_source=placa&categoria=museum");
    expect(query).toContain("utm_source=placa");
    expect(query).toContain("atributo=gated,ramp_ok");
    expect(viewOfQuery(query, FACETS)).toEqual(view);
    expect(queryOfView(EMPTY, FACETS, query)).toBe("utm_source=placa");
  });
});

describe("a range of days", () => {
  it("is read from the address, written back and ignored when it is no date", () => {
    const view = viewOfQuery("?de=2027-02-01&ate=2027-02-28", FACETS);
    expect(view).toMatchObject({ from: "2027-02-01", until: "2027-02-28" });
    expect(queryOfView(view, FACETS, "")).toBe("de=2027-02-01&ate=2027-02-28");
    expect(viewOfQuery("?de=amanha", FACETS)).toEqual(EMPTY);
  });

  it.each([
    ["2027-02-01", "2027-02-28", true],
    ["2027-02-21", "2027-02-21", true],
    ["2027-02-22", "2027-03-01", false],
    ["2027-01-01", "2027-02-19", false],
    ["2027-02-21", undefined, true],
    [undefined, "2027-02-19", false],
  ])("from %s until %s shows an event on 20 and 21 February: %s", (from, until, expected) => {
    const item = { text: "", marks: new Set<string>(), from: "2027-02-20", until: "2027-02-21" };
    expect(isShown(item, { ...EMPTY, from, until })).toBe(expected);
  });
});

describe("isShown", () => {
  const item = {
    text: fold("Museu do Automóvel, São Bento do Sul"),
    marks: new Set(marksOf({ categoria: ["museum"], atributo: ["gated"], cidade: [null] }).split(" ")),
  };

  it.each([
    ["an empty filter", EMPTY, true],
    ["words without accents, in every order", { ...EMPTY, text: "bento automovel" }, true],
    ["a word that is missing", { ...EMPTY, text: "automovel joinville" }, false],
    ["its category", { ...EMPTY, chosen: { categoria: ["museum"] } }, true],
    ["another category", { ...EMPTY, chosen: { categoria: ["viewpoint"] } }, false],
    ["one attribute too many", { ...EMPTY, chosen: { atributo: ["gated", "ramp_ok"] } }, false],
  ])("%s", (_name, view, shown) => {
    expect(isShown(item, view)).toBe(shown);
  });

  it("isNarrowed is true for words but not for sorting by distance", () => {
    expect([isNarrowed(EMPTY), isNarrowed({ ...EMPTY, near: true }), isNarrowed({ ...EMPTY, text: "x" })]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
