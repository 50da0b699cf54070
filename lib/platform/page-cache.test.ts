import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PageCache, type FinishedPage } from "./page-cache";

/** A page whose two copies have this total size in bytes. */
function pageOf(bytes: number): FinishedPage {
  return {
    status: 200,
    headers: {},
    etag: '"x"',
    length: bytes * 5,
    body: { br: randomBytes(Math.floor(bytes / 2.2)) },
  };
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

  it("calls a copy recent for a minute after it was fresh, unless its data was saved", () => {
    store("/sc/home");
    store("/pr/home");
    vi.advanceTimersByTime(74_999);
    expect(cache.isRecent("/sc/home")).toBe(true);
    vi.advanceTimersByTime(1);
    expect([cache.isRecent("/sc/home"), cache.isRecent("/nunca")]).toEqual([false, false]);
    store("/pr/home");
    cache.expire();
    expect(cache.isRecent("/pr/home")).toBe(false);
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
    expect([cache.stale("/pr/home"), cache.stale("/nao-encontrado"), cache.isMissing("/pr/rota/nova")]).toEqual([
      null,
      null,
      false,
    ]);
  });

  it("treats only the pages with a saved tag, and those without known tags, as outdated", () => {
    cache.store("/sc/rota/serra", page, 15, cache.generation, ["regions:SC", "settings"]);
    cache.store("/pr/home", page, 15, cache.generation, ["regions:PR"]);
    cache.store("/sobre", page, 15, cache.generation, null);
    cache.storeMissing("/nao-encontrado", page, cache.generation, ["settings"]);
    cache.expire(["regions:SC"]);
    const paths = ["/sc/rota/serra", "/pr/home", "/sobre", "/nao-encontrado"];
    expect(paths.map((path) => cache.fresh(path) !== null)).toEqual([false, true, false, true]);
    expect(paths.slice(0, 3).map((path) => cache.isUnchanged(path))).toEqual([false, true, false]);
    expect(cache.stale("/sc/rota/serra")).toBe(page);
    cache.expire();
    expect(paths.map((path) => cache.fresh(path))).toEqual([null, null, null, null]);
  });

  it("stores a page that was requested before a save of other data", () => {
    const before = cache.generation;
    cache.expire(["regions:SC"]);
    cache.store("/sc/home", page, 15, before, ["regions:SC"]);
    cache.store("/pr/home", page, 15, before, ["regions:PR"]);
    expect([cache.fresh("/sc/home"), cache.fresh("/pr/home")]).toEqual([null, page]);
    cache.store("/sc/home", page, 15, cache.generation, ["regions:SC"]);
    expect(cache.fresh("/sc/home")).toBe(page);
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

  it("deletes a page that returned 404, and stores that for a minute", () => {
    store("/sc/rota/velha");
    cache.markMissing("/sc/rota/velha", cache.generation);
    expect(cache.stale("/sc/rota/velha")).toBeNull();
    vi.advanceTimersByTime(59_999);
    expect(cache.isMissing("/sc/rota/velha")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(cache.isMissing("/sc/rota/velha")).toBe(false);
  });

  it("does not count a path as missing after it was stored or an editor saved", () => {
    for (const path of ["/a", "/b"]) cache.markMissing(path, cache.generation);
    store("/a");
    expect([cache.isMissing("/a"), cache.isMissing("/b")]).toEqual([false, true]);
    cache.expire();
    expect(cache.isMissing("/b")).toBe(false);
  });

  it("stores at most ten thousand missing paths", () => {
    for (let n = 0; n < 12_000; n++) cache.markMissing(`/nada/${n}`, cache.generation);
    expect(cache.size.missing).toBe(10_000);
    expect(cache.isMissing("/nada/11999")).toBe(true);
  });

  it("stores fewer missing paths when they are long", () => {
    const long = "a".repeat(1900);
    for (let n = 0; n < 2000; n++) cache.markMissing(`/nada/${long}${n}`, cache.generation);
    expect(cache.size.missing).toBeLessThan(600);
    expect(cache.isMissing(`/nada/${long}1999`)).toBe(true);
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
