import { describe, expect, it } from "vitest";
import { groupByKind, highlight, resultOf, searchPath, withRecent } from "./rules";

const row = {
  kind: "region",
  entity_id: "one",
  state_abbr: "SC",
  title: "Serra do Rio do Rastro",
  summary: "Curvas de concreto.",
  path: "/sc/rota/serra-do-rio-do-rastro",
  translations: {
    en: { title: "Rio do Rastro Range", summary: "Concrete bends." },
    es: { title: "Sierra del Rio do Rastro" },
  },
};

describe("resultOf", () => {
  it.each([
    ["pt-BR", "Serra do Rio do Rastro", "Curvas de concreto.", false, "/sc/rota/serra-do-rio-do-rastro"],
    ["en-US", "Rio do Rastro Range", "Concrete bends.", false, "/english/sc/rota/serra-do-rio-do-rastro"],
    ["es-419", "Sierra del Rio do Rastro", "Curvas de concreto.", true, "/espanol/sc/rota/serra-do-rio-do-rastro"],
  ] as const)("in %s returns %s", (locale, title, summary, fallback, href) => {
    expect(resultOf(row, locale)).toEqual({ kind: "region", id: "one", state: "SC", title, summary, fallback, href });
  });
});

describe("groupByKind", () => {
  it("keeps the order of the results within a kind and puts the kind of the best result first", () => {
    const of = (kind: "city" | "region", title: string) => ({
      kind,
      id: title,
      state: null,
      title,
      summary: "",
      fallback: false,
      href: `/${title}`,
    });
    const groups = groupByKind([of("city", "a"), of("region", "b"), of("city", "c")]);
    expect(groups.map(({ kind, results }) => [kind, results.map(({ title }) => title)])).toEqual([
      ["city", ["a", "c"]],
      ["region", ["b"]],
    ]);
  });
});

describe("highlight", () => {
  const marked = (text: string, query: string) =>
    highlight(text, query)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join("");

  it.each([
    ["São Joaquim", "sao joa", "[São] [Joa]quim"],
    ["Sa\u0303o Joaquim", "SÃO", "[São] Joaquim"],
    ["Serra do Rio", "rio d", "Serra do [Rio]"],
    ["Herval d'Oeste", "d'oeste", "Herval d'[Oeste]"],
    ["Gramado", "mado", "Gramado"],
    ["<b>Rota</b>", "rota", "<b>[Rota]</b>"],
    ["Rota", "", "Rota"],
    ["", "rota", ""],
    ["a.c", ".*", "a.c"],
  ])("%j searched for %j is %j", (text, query, shown) => {
    expect(marked(text, query)).toBe(shown);
  });
});

describe("withRecent", () => {
  it("puts the newest first, without duplicates in any notation, at most six", () => {
    expect(withRecent(["a serra", "mar"], " São ")).toEqual(["São", "a serra", "mar"]);
    expect(withRecent(["sao", "mar"], "São")).toEqual(["São", "mar"]);
    expect(withRecent(["bb", "cc", "dd", "ee", "ff", "gg"], "hh")).toEqual(["hh", "bb", "cc", "dd", "ee", "ff"]);
    expect(withRecent(["mar"], "x")).toEqual(["mar"]);
  });
});

describe("searchPath", () => {
  it.each([
    ["pt-BR", {}, "/busca"],
    ["en-US", { q: "são joaquim" }, "/english/busca?q=s%C3%A3o+joaquim"],
    ["es-419", { q: "a&b=c", uf: "sc", kind: "city" }, "/espanol/busca?q=a%26b%3Dc&uf=sc&kinds=city"],
  ] as const)("in %s with %j is %s", (locale, asked, path) => {
    expect(searchPath(locale, asked)).toBe(path);
  });
});
