// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { filesOf, isListed, PAGES_PER_FILE, partOfFile, sitemapFile, sitemapIndex } from "./rules";

const SITE = "https://example.org";

function parse(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, "application/xml");
  expect(document.getElementsByTagName("parsererror")).toHaveLength(0);
  return document;
}

const locations = (document: Document) =>
  [...document.getElementsByTagName("loc")].map(({ textContent }) => textContent);

describe("filesOf", () => {
  it.each([
    [0, []],
    [1, ["regions"]],
    [PAGES_PER_FILE, ["regions"]],
    [PAGES_PER_FILE + 1, ["regions-1", "regions-2"]],
  ])("%i pages", (pages, files) => {
    expect(filesOf("regions", pages)).toEqual(files);
    for (const [index, file] of files.entries()) expect(partOfFile(file)).toEqual({ part: "regions", file: index });
  });

  it("limits a file to 10,000 URLs", () => {
    const pages = Array.from({ length: PAGES_PER_FILE }, (_, index) => ({ path: `/sc/rota/r-${index}` }));
    expect(sitemapFile(SITE, pages).match(/<loc>/g)?.length).toBeLessThanOrEqual(10_000);
  });
});

describe("partOfFile", () => {
  it.each([
    ["regions-0"],
    ["regions-01"],
    ["regions-99999"],
    ["Regions"],
    ["../../guide/regions"],
    ["regions.xml"],
    ["-1"],
    [""],
  ])("returns null for %j", (name) => {
    expect(partOfFile(name)).toBeNull();
  });
});

describe("isListed", () => {
  it.each([
    [{ pattern: "/home", cached: true }, true],
    [{ pattern: "/:uf/regioes", cached: true }, true],
    [{ pattern: "/gerar-qrcode", cached: true }, true],
    [{ pattern: "/radio" }, false],
    [{ pattern: "/:uf/rota/:regionSlug", cached: true }, false],
    [{ pattern: "/:uf/rota/:regionSlug/gpx" }, false],
    [{ pattern: "/login" }, false],
    [{ pattern: "/busca" }, false],
    [{ pattern: "/approval/:token", personal: true }, false],
    [{ pattern: "/painel", guard: { login: "/login", roles: null } }, false],
  ] as const)("%j: %s", (route, listed) => {
    expect(isListed(route)).toBe(listed);
  });
});

describe("sitemapIndex", () => {
  it("contains every file", () => {
    expect(locations(parse(sitemapIndex(SITE, ["pages", "regions-2"])))).toEqual([
      `${SITE}/sitemap/pages.xml`,
      `${SITE}/sitemap/regions-2.xml`,
    ]);
  });
});

describe("sitemapFile", () => {
  const document = parse(
    sitemapFile(SITE, [{ path: "/" }, { path: "/sc/rota/a&b", updatedAt: "2026-01-02T03:04:05.6+00:00" }]),
  );

  it("lists a page once per language", () => {
    expect(locations(document)).toEqual([
      `${SITE}/`,
      `${SITE}/english`,
      `${SITE}/espanol`,
      `${SITE}/sc/rota/a&b`,
      `${SITE}/english/sc/rota/a&b`,
      `${SITE}/espanol/sc/rota/a&b`,
    ]);
  });

  it("adds hreflang links for all languages and the date of the last change", () => {
    const urls = [...document.getElementsByTagName("url")];
    for (const url of urls) {
      const links = [...url.getElementsByTagName("xhtml:link")].map((link) => link.getAttribute("hreflang"));
      expect(links).toEqual(["pt-BR", "en", "es", "x-default"]);
    }
    expect(urls.map((url) => url.getElementsByTagName("lastmod")[0]?.textContent ?? null)).toEqual([
      null,
      null,
      null,
      ...Array.from({ length: 3 }, () => "2026-01-02T03:04:05.600Z"),
    ]);
  });
});
