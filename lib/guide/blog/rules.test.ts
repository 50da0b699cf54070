import { describe, expect, it } from "vitest";
import {
  changedAt,
  countWords,
  coverPhoto,
  isPostSlug,
  isTag,
  isTeam,
  listPath,
  postPath,
  postPathFrom,
  postRange,
  POSTS_PER_PAGE,
  readingMinutes,
  sourcesOf,
  tagOfSegment,
  tagsOf,
} from "./rules";

describe("paths of lists", () => {
  it.each([
    [{ uf: null, page: 1 }, "/blog"],
    [{ uf: null, page: 3 }, "/blog/pagina/3"],
    [{ uf: "sc", page: 1 }, "/sc/blog"],
    [{ uf: "sc", page: 2, category: "viagem" }, "/sc/blog/categoria/viagem/pagina/2"],
    [{ uf: null, page: 1, category: "viagem" }, "/blog/categoria/viagem"],
    [{ uf: "sc", page: 1, tag: "freio motor" }, "/blog/tag/freio%20motor"],
    [{ uf: null, page: 2, tag: "são joão" }, "/blog/tag/s%C3%A3o%20jo%C3%A3o/pagina/2"],
  ])("%j: %s", (view, path) => {
    expect(listPath(view)).toBe(path);
  });

  it("the range of a page contains one extra row", () => {
    expect(postRange(1)).toEqual([0, POSTS_PER_PAGE]);
    expect(postRange(2)).toEqual([POSTS_PER_PAGE, 2 * POSTS_PER_PAGE]);
  });
});

describe("paths of a post", () => {
  const national = { slug: "pneu", state_abbr: null };
  const local = { slug: "serra", state_abbr: "SC" };
  it("a state's post has the same path from every state", () => {
    expect([postPath(local), postPathFrom(null, local), postPathFrom("sc", local), postPathFrom("pr", local)]).toEqual(
      Array.from({ length: 4 }, () => "/sc/blog/serra"),
    );
  });
  it("a nationwide post has a path within each state and one canonical path", () => {
    expect([postPath(national), postPathFrom(null, national), postPathFrom("pr", national)]).toEqual([
      "/blog/pneu",
      "/blog/pneu",
      "/pr/blog/pneu",
    ]);
  });
});

describe("path segments", () => {
  it.each([
    ["pneu", true],
    ["pneu-2", true],
    ["Pneu", false],
    ["-pneu", false],
    ["a--b", false],
    ["a,or(id.gt.0)", false],
    ["", false],
    ["a".repeat(201), false],
  ])("slug %j: %s", (slug, known) => {
    expect(isPostSlug(slug)).toBe(known);
  });
  it.each([
    ["placa-preta", "placa-preta"],
    ["s%C3%A3o%20jo%C3%A3o", "são joão"],
    ["6%20V", "6 V"],
    ["a%2Cb", null],
    ["%22%7D", null],
    ["%E0%A4%A", null],
    ["%20", null],
    ["..", null],
    ["a".repeat(61), null],
    ["", null],
  ])("tag %j: %j", (segment, tag) => {
    expect(tagOfSegment(segment)).toBe(tag);
  });
  it("every valid tag is parsed from its own URL", () => {
    for (const tag of ["freio-motor", "4x4", "óleo 20W-50", "Fusca"]) {
      expect(isTag(tag)).toBe(true);
      expect(tagOfSegment(encodeURIComponent(tag))).toBe(tag);
    }
  });
});

describe("reading time", () => {
  it.each([
    [{ reading_min: 7, body: "um" }, 7],
    [{ reading_min: null, body: "palavra ".repeat(401) }, 3],
    [{ reading_min: null, body: "só isto" }, 1],
    [{ reading_min: null, body: "" }, null],
    [{ reading_min: null }, null],
  ])("of %#: %s minutes", (post, minutes) => {
    expect(readingMinutes(post)).toBe(minutes);
  });
  it("counts words, not punctuation", () => {
    expect(countWords("## Guarda-chuva\n\n- **não** é 1 pneu…")).toBe(5);
  });
});

describe("changedAt", () => {
  it.each([
    ["2026-01-01T10:00:00Z", "2026-01-01T22:00:00Z", null],
    ["2026-01-01T10:00:00Z", "2026-01-03T10:00:00Z", "2026-01-03T10:00:00Z"],
    ["2026-02-01T10:00:00Z", "2026-01-03T10:00:00Z", null],
    [null, "2026-01-03T10:00:00Z", null],
  ])("%s, %s: %s", (publish_at, updated_at, changed) => {
    expect(changedAt({ publish_at, updated_at })).toBe(changed);
  });
});

describe("sourcesOf", () => {
  it("keeps titles and web URLs", () => {
    const kept = [
      { title: " Lei ", url: "https://example.org/a" },
      { title: "Livro", url: null },
      { url: "https://example.org/b" },
    ];
    expect(sourcesOf(kept)).toEqual([
      { title: "Lei", url: "https://example.org/a" },
      { title: "Livro", url: null },
      { title: "https://example.org/b", url: "https://example.org/b" },
    ]);
    expect(sourcesOf([{ title: "Lei", url: "javascript:alert(1)" }])).toEqual([{ title: "Lei", url: null }]);
  });
  it.each([[null], [{}], ["x"], [[null, 3, {}, { title: " " }]]])("%j contains no sources", (value) => {
    expect(sourcesOf(value)).toEqual([]);
  });
});

describe("coverPhoto", () => {
  it.each([
    ["/storage/v1/object/public/blog/a.webp", "/storage/v1/object/public/blog/a.webp"],
    ["https://example.org/a.jpg", null],
    ["//example.org/a.jpg", null],
    ["/\\example.org/a.jpg", null],
    ["javascript:alert(1)", null],
    ['/a"onerror=x', null],
    ["", null],
    [null, null],
  ])("%j: %j", (url, photo) => {
    expect(coverPhoto(url)).toBe(photo);
  });
});

describe("authors and tags", () => {
  it.each([
    ["Redação LACAMBECHE", true],
    ["Ana Lacambechense", false],
    ["Maria Souza", false],
  ])("%s is the team: %s", (author, team) => {
    expect(isTeam(author)).toBe(team);
  });
  it("sorts tags by frequency, then in the given order", () => {
    expect(tagsOf([{ tags: ["a", "b"] }, { tags: ["b", "c"] }], 2)).toEqual(["b", "a"]);
  });
});
