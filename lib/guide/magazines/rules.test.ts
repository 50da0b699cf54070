import { describe, expect, it } from "vitest";
import { foldLetters } from "../../platform/slug";
import {
  artOf,
  excerptOf,
  hashOfPage,
  hitsIn,
  isPdf,
  issueFileAddress,
  issueFileKey,
  issueKey,
  withProgress,
  pageOfHash,
  pdfPath,
  readReading,
  spreadOf,
  turnedPage,
  lastUnfinishedIssue,
  nextZoom,
} from "./rules";

describe("issueKey", () => {
  it.each([
    ["edicao-1", "slug"],
    ["7", "number"],
    ["00000000-0000-4000-8000-00000000b001", "id"],
    ["Edicao", undefined],
    ["a,b", undefined],
    ["", undefined],
    ["a".repeat(121), undefined],
  ])("%s is a %s", (value, column) => {
    expect(issueKey(value)?.column).toBe(column);
  });
});

describe("pdfPath", () => {
  it("prefers the uploaded file", () => {
    expect(pdfPath({ slug: "edicao-1", pdf_path: null })).toBe("/revista-digital/edicao-1/pdf");
    expect(pdfPath({ slug: "edicao-1", pdf_path: "/arquivos/um.pdf" })).toBe("/arquivos/um.pdf");
  });
});

describe("artOf", () => {
  it("uses one biome for all pages of an issue and another for the next issue", () => {
    const [cover, page, next] = [
      artOf({ slug: "a", number: 1 }),
      artOf({ slug: "a", number: 1 }, 2),
      artOf({ slug: "b", number: 2 }),
    ];
    expect(page.biome).toBe(cover.biome);
    expect(page.slug).not.toBe(cover.slug);
    expect(next.biome).not.toBe(cover.biome);
    expect(artOf({ slug: "c", number: 999 }).biome).toBeTruthy();
  });
});

describe("pageOfHash", () => {
  it.each([
    ["#pagina=7", 7],
    ["#pagina-7", 7],
    ["#pagina=99", 12],
    ["#pagina=0", null],
    ["#pagina=-1", null],
    ["#pagina=7a", null],
    ["#outra", null],
    ["", null],
  ])("%s is page %s", (hash, page) => {
    expect(pageOfHash(hash, 12)).toBe(page);
  });

  it("parses the result of hashOfPage", () => {
    expect(pageOfHash(hashOfPage(5), 12)).toBe(5);
  });
});

describe("an open issue", () => {
  it.each([
    [1, 12, [1]],
    [2, 12, [2, 3]],
    [3, 12, [2, 3]],
    [11, 12, [10, 11]],
    [12, 12, [12]],
    [12, 13, [12, 13]],
    [1, 1, [1]],
  ])("at page %i of %i shows %j", (page, pages, open) => {
    expect(spreadOf(page, pages)).toEqual(open);
  });

  it.each([
    [1, 1, true, 2],
    [3, 1, true, 4],
    [2, -1, true, 1],
    [5, -1, true, 2],
    [12, 1, true, 12],
    [1, -1, true, 1],
    [3, 1, false, 4],
    [3, -1, false, 2],
  ] as const)("turning from %i by %i (two pages: %s) shows %i", (page, step, isSpread, next) => {
    expect(turnedPage(page, 12, step, isSpread)).toBe(next);
  });

  it("zooms within its limits", () => {
    expect([nextZoom(100, -1), nextZoom(100, 1), nextZoom(250, 1)]).toEqual([100, 125, 250]);
  });
});

describe("search in an issue", () => {
  const text = "A Subida em segunda; a subída continua.";

  it("finds words without accents and case, with their offset in the text", () => {
    const hits = hitsIn(foldLetters(text), "subida");
    expect(hits.map((at) => text.slice(at, at + 6))).toEqual(["Subida", "subída"]);
  });

  it.each(["", " ", "a", "xyz"])("finds nothing for %j", (question) => {
    expect(hitsIn(foldLetters(text), question)).toEqual([]);
  });

  it("keeps the offset of every letter", () => {
    const strange = "ÁÇÃÕ İı ß – “x” ﬁ";
    expect(foldLetters(strange)).toHaveLength(strange.length);
  });

  it("returns the text around a hit", () => {
    expect(excerptOf(text, 2, 6, 4)).toBe("A Subida em…");
    expect(excerptOf(text, 23, 6, 2)).toBe("…a subída c…");
  });
});

describe("reading progress on a device", () => {
  const progress = { page: 7, pages: 12, title: "Um", at: 1 };

  it.each([
    [null],
    ["{"],
    ["[]"],
    ["null"],
    ['{"edicao-1":{"page":-1}}'],
    ['{"A B":{"page":1,"pages":2,"title":"","at":1}}'],
  ])("is empty for %j", (stored) => {
    expect(readReading(stored)).toEqual({});
  });

  it("is parsed as it was stored", () => {
    expect(readReading(JSON.stringify(withProgress({}, "edicao-1", progress)))).toEqual({ "edicao-1": progress });
  });

  it("drops the oldest entries above the limit", () => {
    let reading = {};
    for (let at = 1; at <= 40; at += 1) reading = withProgress(reading, `edicao-${at}`, { ...progress, at });
    expect(Object.keys(reading)).toHaveLength(30);
    expect(reading).not.toHaveProperty("edicao-1");
    expect(reading).toHaveProperty("edicao-40");
  });

  it("continues with the last unfinished issue", () => {
    expect(
      lastUnfinishedIssue({ a: { ...progress, at: 1 }, b: { ...progress, at: 3, page: 12 }, c: { ...progress, at: 2 } })
        ?.slug,
    ).toBe("c");
    expect(lastUnfinishedIssue({ a: { ...progress, page: 1 } })).toBeNull();
  });
});

describe("files of issues", () => {
  const KEY = "2026-11/00000000-0000-4000-8000-000000000001.pdf";

  it("are mapped back to their storage key", () => {
    expect(issueFileKey(issueFileAddress(KEY))).toBe(KEY);
  });

  it.each([
    "/midia/../a.pdf",
    "/midia/2026-11/a.pdf",
    `https://example.org/midia/${KEY}`,
    `/midia/${KEY}?x`,
    "/midia/2026-11/00000000-0000-4000-8000-000000000001.webp",
    "",
  ])("%j is not a stored file", (address) => {
    expect(issueFileKey(address)).toBeNull();
  });

  it.each([
    ["%PDF-1.7\nx\n%%EOF\n", true],
    ["%PDF-2.0\nx\n%%EOF", true],
    ["%PDF-1.7\nx", false],
    ["<html>%PDF-1.7 %%EOF", false],
    ["MZ %%EOF", false],
    ["%PDF-x %%EOF", false],
    ["", false],
  ])("%j is a complete PDF: %j", (text, whole) => {
    expect(isPdf(new TextEncoder().encode(text))).toBe(whole);
  });
});
