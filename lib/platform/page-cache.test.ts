import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { acceptedEncoding, finishPage, pageCache } from "./page-cache";

const HTML = "<html><head></head><body>Rota</body></html>";
const finish = (status: number, headers: Parameters<typeof finishPage>[1], shared = true) => finishPage(status, headers, Buffer.from(HTML), { shared });
const page = (text = HTML) => finishPage(200, { "content-type": "text/html" }, Buffer.from(text), { shared: true });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  pageCache.expire();
});

describe("pageCache", () => {
  it("answers while a page is fresh and keeps it as a fallback afterwards", () => {
    const stored = page();
    pageCache.store("/sc/home", stored, 15);
    vi.advanceTimersByTime(14_999);
    expect(pageCache.fresh("/sc/home")).toBe(stored);
    vi.advanceTimersByTime(1);
    expect(pageCache.fresh("/sc/home")).toBeNull();
    expect(pageCache.stale("/sc/home")).toBe(stored);
  });

  it("knows no page that was never stored", () => {
    expect(pageCache.fresh("/nunca")).toBeNull();
    expect(pageCache.stale("/nunca")).toBeNull();
  });

  it("asks again for every page once an editor saves", () => {
    pageCache.store("/pr/home", page(), 15);
    pageCache.expire();
    expect(pageCache.fresh("/pr/home")).toBeNull();
    expect(pageCache.stale("/pr/home")).not.toBeNull();
  });

  it("forgets the oldest page when it is full", () => {
    const stored = page();
    pageCache.store("/primeira", stored, 15);
    for (let index = 0; index < 5000; index++) pageCache.store(`/outra/${index}`, stored, 15);
    expect(pageCache.stale("/primeira")).toBeNull();
    expect(pageCache.stale("/outra/4999")).toBe(stored);
  });
});

describe("finishPage", () => {
  it("compresses without changing a byte", () => {
    const { body } = page();
    expect(body.identity.toString()).toBe(HTML);
    expect(gunzipSync(body.gzip).toString()).toBe(HTML);
    expect(brotliDecompressSync(body.br).toString()).toBe(HTML);
  });

  it("tags the text: same text same tag, other text other tag", () => {
    expect(page().etag).toMatch(/^"[\w-]+"$/);
    expect(page().etag).toBe(page().etag);
    expect(page("outro").etag).not.toBe(page().etag);
  });

  it("drops what belongs to one connection and writes its own policy", () => {
    const headers = { connection: "close", etag: "x", "content-encoding": "gzip", "content-security-policy": "old", "x-robots-tag": "noindex", empty: undefined };
    const finished = finish(200, headers);
    expect(Object.keys(finished.headers).sort()).toEqual(["cache-control", "content-security-policy", "vary", "x-robots-tag"]);
    expect(finished.headers["content-security-policy"]).toContain("script-src 'self'");
  });

  it.each([
    ["a shared page", 200, true, true],
    ["a page of one visitor", 200, false, false],
    ["a shared missing page", 404, true, false],
  ])("caches between may keep %s (%i, shared %s): %s", (_name, status, shared, kept) => {
    expect(finish(status, {}, shared).headers["cache-control"]?.includes("s-maxage")).toBe(kept);
  });
});

describe("acceptedEncoding", () => {
  it.each([
    ["gzip, deflate, br", "br"],
    ["gzip", "gzip"],
    ["deflate", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("of '%s' is %s", (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });
});
