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
