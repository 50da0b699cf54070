import { describe, expect, it } from "vitest";
import { filesOf, formatBytes, isPackCache, lastStateHome, isCacheable, offlinePathFor, packCache } from "./rules";

describe("responses that may be cached", () => {
  const answer = (init: ResponseInit) => new Response("", init);

  it("are complete public responses", () => {
    expect(
      isCacheable(answer({ headers: { "cache-control": "public, max-age=0, s-maxage=60, must-revalidate" } })),
    ).toBe(true);
  });

  it.each([
    ["an error", { status: 503 }],
    ["a response with no-store", { headers: { "cache-control": "private, no-cache, no-store, max-age=0" } }],
    ["a response that sets a cookie", { headers: { "set-cookie": "a=b" } }],
  ])("are never %s", (_name, init) => {
    expect(isCacheable(answer(init))).toBe(false);
  });
});

describe("the files of a page", () => {
  const html = `<link href="/_next/static/media/a.woff2"><script src="/_next/static/chunks/b.js"></script>
    <img src="/cartao-postal/serra~x.svg"><img src="/cartao-postal/serra~x.svg"><meta content="http://localhost/cartao-postal/serra~x.png">
    <script>push("[\\"/_next/static/chunks/c.js\\"]")</script><a href="/sc/home">`;

  it("are its build files and images without duplicates, including those in the RSC data", () => {
    expect(filesOf(html)).toEqual([
      "/_next/static/media/a.woff2",
      "/_next/static/chunks/b.js",
      "/cartao-postal/serra~x.svg",
      "/_next/static/chunks/c.js",
    ]);
  });
});

describe("packs", () => {
  it("have a cache of their own", () => {
    expect(isPackCache(packCache("sc", "es-419"))).toBe(true);
    expect(isPackCache("visited-pages")).toBe(false);
  });

  it.each([
    [1_536_000, "1,5 MB"],
    [820_400, "820 kB"],
  ])("%i bytes are formatted as %s", (bytes, text) => {
    expect(formatBytes(bytes, "pt-BR").replace(/\s/u, " ")).toBe(text);
  });
});

describe("the offline page", () => {
  it.each([
    ["/sc/home", "/offline"],
    ["/english/sc/home", "/english/offline"],
    ["/espanol", "/espanol/offline"],
  ])("of %s is %s", (path, offline) => {
    expect(offlinePathFor(path)).toBe(offline);
  });
});

describe("the start page when offline", () => {
  const kept = [
    { path: "/sc/home", cachedAt: 1 },
    { path: "/pr/home", cachedAt: 3 },
    { path: "/pr/regioes", cachedAt: 9 },
    { path: "/english/rs/home", cachedAt: 4 },
  ];

  it.each([
    ["/home", "/pr/home"],
    ["/", "/pr/home"],
    ["/english/home", "/english/rs/home"],
    ["/espanol/home", null],
    ["/sobre", null],
  ])("of %s is %s", (start, home) => expect(lastStateHome(start, kept)).toBe(home));
});
