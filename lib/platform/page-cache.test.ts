import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { acceptedEncoding, finishPage, PageCache, plainText, type FinishedPage } from "./page-cache";

const HTML = "<html><head></head><body>Rota</body></html>";
const finish = (status: number, headers: Parameters<typeof finishPage>[1], shared = true) => finishPage(status, headers, Buffer.from(HTML), { shared });
const finishHtml = (text = HTML) => finishPage(200, { "content-type": "text/html" }, Buffer.from(text), { shared: true });

/** A page whose two copies have this total size in bytes. */
function pageOf(bytes: number): FinishedPage {
  return { status: 200, headers: {}, etag: '"x"', length: bytes * 5, body: { br: randomBytes(bytes / 2), gzip: randomBytes(bytes / 2) } };
}

describe("PageCache", () => {
  let cache: PageCache;
  const page = pageOf(1000);
  const store = (path: string, stored = page) => cache.store(path, stored, 15, cache.generation);

  beforeEach(() => {
    vi.useFakeTimers();
    cache = new PageCache(100_000);
  });
  afterEach(() => void vi.useRealTimers());

  it("returns a fresh page and keeps it as a stale fallback", () => {
    store("/sc/home");
    vi.advanceTimersByTime(14_999);
    expect(cache.fresh("/sc/home")).toBe(page);
    vi.advanceTimersByTime(1);
    expect(cache.fresh("/sc/home")).toBeNull();
    expect(cache.stale("/sc/home")).toBe(page);
  });

  it("returns null for a page that was never stored", () => {
    expect(cache.fresh("/nunca")).toBeNull();
    expect(cache.stale("/nunca")).toBeNull();
  });

  it("treats every page as outdated after an editor saved", () => {
    store("/pr/home");
    cache.expire();
    expect(cache.fresh("/pr/home")).toBeNull();
    expect(cache.stale("/pr/home")).toBe(page);
  });

  it("does not store a page that was requested before an editor saved", () => {
    store("/pr/home");
    const before = cache.generation;
    cache.expire();
    cache.drop("/pr/home");
    cache.store("/pr/home", page, 15, before);
    cache.storeMissing("/nao-encontrado", page, before);
    cache.markMissing("/pr/rota/nova", before);
    expect([cache.stale("/pr/home"), cache.stale("/nao-encontrado"), cache.isMissing("/pr/rota/nova")]).toEqual([null, null, false]);
  });

  it("stays within its size limit and evicts the least recently used pages", () => {
    store("/primeira");
    for (let n = 0; n < 500; n++) {
      store(`/outra/${n}`);
      cache.fresh("/outra/0");
      expect(cache.size.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.size.pages).toBeGreaterThan(50);
    expect(cache.stale("/primeira")).toBeNull();
    expect(cache.stale("/outra/0")).toBe(page);
    expect(cache.stale("/outra/499")).toBe(page);
  });

  it("does not store a page larger than the limit", () => {
    store("/enorme", pageOf(200_000));
    expect(cache.stale("/enorme")).toBeNull();
  });

  it("deletes a page that returned 404, and remembers that for a minute", () => {
    store("/sc/rota/velha");
    cache.markMissing("/sc/rota/velha", cache.generation);
    expect(cache.stale("/sc/rota/velha")).toBeNull();
    vi.advanceTimersByTime(59_999);
    expect(cache.isMissing("/sc/rota/velha")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(cache.isMissing("/sc/rota/velha")).toBe(false);
  });

  it("forgets that a path was missing after it was stored or an editor saved", () => {
    for (const path of ["/a", "/b"]) cache.markMissing(path, cache.generation);
    store("/a");
    expect([cache.isMissing("/a"), cache.isMissing("/b")]).toEqual([false, true]);
    cache.expire();
    expect(cache.isMissing("/b")).toBe(false);
  });

  it("remembers at most ten thousand missing paths", () => {
    for (let n = 0; n < 12_000; n++) cache.markMissing(`/nada/${n}`, cache.generation);
    expect(cache.size.missing).toBe(10_000);
    expect(cache.isMissing("/nada/11999")).toBe(true);
  });

  it("never evicts the 404 pages", () => {
    cache.storeMissing("/english/nao-encontrado", page, cache.generation);
    for (let n = 0; n < 500; n++) store(`/outra/${n}`);
    expect(cache.fresh("/english/nao-encontrado")).toBe(page);
    cache.expire();
    expect(cache.fresh("/english/nao-encontrado")).toBeNull();
    expect(cache.stale("/english/nao-encontrado")).toBe(page);
  });
});

describe("finishPage", () => {
  it("compresses without changing the content", async () => {
    const page = await finishHtml();
    expect(gunzipSync(page.body.gzip).toString()).toBe(HTML);
    expect(brotliDecompressSync(page.body.br).toString()).toBe(HTML);
    expect((await plainText(page)).toString()).toBe(HTML);
    expect(page.length).toBe(HTML.length);
  });

  it("has an ETag that depends only on the content", async () => {
    const [first, same, other] = await Promise.all([finishHtml(), finishHtml(), finishHtml("outro")]);
    expect(first.etag).toMatch(/^"[\w-]+"$/);
    expect(first.etag).toBe(same.etag);
    expect(other.etag).not.toBe(first.etag);
  });

  it("drops hop-by-hop headers and sets its own policy", async () => {
    const headers = { connection: "close", etag: "x", "content-encoding": "gzip", "content-security-policy": "old", "x-robots-tag": "noindex", empty: undefined };
    const finished = await finish(200, headers);
    expect(Object.keys(finished.headers).sort()).toEqual(["cache-control", "content-security-policy", "vary", "x-robots-tag"]);
    expect(finished.headers["content-security-policy"]).toContain("script-src 'self'");
  });

  it.each([
    ["a shared page", 200, true, true],
    ["a page of one visitor", 200, false, false],
    ["a shared missing page", 404, true, false],
  ])("shared caches may store %s (%i, shared %s): %s", async (_name, status, shared, kept) => {
    expect((await finish(status, {}, shared)).headers["cache-control"]?.includes("s-maxage")).toBe(kept);
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
