import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CacheTag } from "../lib/platform/cache-tags";
import { PROCESS_ID } from "../lib/platform/expired-tags";
import { pageCache } from "../lib/platform/page-cache";
import { ExpiredTags, expireHere } from "./expired-tags";

type Row = { id: number; tags: string[]; source: string | null };
const row = (id: number, tags: string[], source: string | null = null): Row => ({ id, tags, source });

const read = vi.fn<(since: string | null) => Promise<unknown>>();
const expire = vi.fn<(tags: readonly CacheTag[] | null) => void>();
const answer = (until: string, rows: Row[] = [], isContinued = true) =>
  read.mockResolvedValueOnce({ until, is_continued: isContinued, rows });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout", "Date"] });
  read.mockReset();
  expire.mockReset();
});
afterEach(() => void vi.useRealTimers());

/** A reader that has read once. */
async function started(): Promise<ExpiredTags> {
  const tags = new ExpiredTags(read, expire);
  answer("100", [], false);
  await tags.poll();
  expire.mockClear();
  return tags;
}

describe("the reader of expired tags", () => {
  it("expires everything when it reads for the first time", async () => {
    const tags = new ExpiredTags(read, expire);
    answer("100", [row(1, ["blog"])], false);
    await tags.poll();
    expect(read).toHaveBeenCalledWith(null);
    expect(expire.mock.calls).toEqual([[null]]);
  });

  it("continues at the position of the last answer, and expires each row once", async () => {
    const tags = await started();
    answer("100", [row(2, ["blog"]), row(3, ["regions:SC"])]);
    await tags.poll();
    answer("100", [row(2, ["blog"]), row(3, ["regions:SC"]), row(1, ["ads"])]);
    await tags.poll();
    answer("120", [row(3, ["regions:SC"])]);
    await tags.poll();
    expect(read.mock.calls.slice(1)).toEqual([["100"], ["100"], ["100"]]);
    expect(expire.mock.calls).toEqual([[["blog", "regions:SC"]], [["ads"]]]);
    answer("120");
    await tags.poll();
    expect(read).toHaveBeenLastCalledWith("120");
  });

  it("does not expire what this process saved itself", async () => {
    const tags = await started();
    answer("101", [row(2, ["blog"], PROCESS_ID), row(3, ["ads"], "7f9c2ba4-e88f-4e56-9f1c-5ed2c2a1d3b4")]);
    await tags.poll();
    expect(expire.mock.calls).toEqual([[["ads"]]]);
  });

  it("expires everything when the position is of another database", async () => {
    const tags = await started();
    answer("5", [], false);
    await tags.poll();
    expect(expire.mock.calls).toEqual([[null]]);
  });

  it("keeps its position while the database is unavailable, and catches up", async () => {
    const tags = await started();
    read.mockRejectedValueOnce(new Error("away"));
    await expect(tags.poll()).rejects.toThrow("away");
    expect(expire).not.toHaveBeenCalled();
    vi.advanceTimersByTime(3600_000);
    answer("130", [row(2, ["blog"])]);
    await tags.poll();
    expect(read).toHaveBeenLastCalledWith("100");
    expect(expire.mock.calls).toEqual([[["blog"]]]);
  });

  it("expires everything after a gap in which rows may have been deleted", async () => {
    const tags = await started();
    vi.advanceTimersByTime(13 * 3600_000);
    answer("130", [row(2, ["blog"])]);
    await tags.poll();
    expect(expire.mock.calls).toEqual([[null]]);
  });

  it("rejects an answer that it does not understand", async () => {
    const tags = await started();
    read.mockResolvedValueOnce(null);
    await expect(tags.poll()).rejects.toThrow("expected object");
    expect(expire).not.toHaveBeenCalled();
  });

  it("reads every 750 milliseconds, also after failures, and reports them once a minute", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    read.mockRejectedValue(new Error("away"));
    await new ExpiredTags(read, expire).follow();
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(59_250);
    expect(read).toHaveBeenCalledTimes(80);
    expect(log).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3000);
    expect(log).toHaveBeenCalledTimes(2);
  });
});

describe("expireHere", () => {
  const require = createRequire(import.meta.url);
  const { areTagsExpired } = require("next/dist/server/lib/incremental-cache/tags-manifest.external.js") as {
    areTagsExpired: (tags: string[], since: number) => boolean;
  };
  const MODULE = "../lib/platform/next-cache.mjs";

  it("expires the tags of Next, and the pages that have them", () => {
    const expirePages = vi.spyOn(pageCache, "expire");
    const before = Date.now();
    vi.advanceTimersByTime(1);
    expireHere(["regions:SC"]);
    expect(areTagsExpired(["regions"], before)).toBe(true);
    expect(areTagsExpired(["regions:SC"], before)).toBe(true);
    expect(areTagsExpired(["regions:PR"], before)).toBe(false);
    expect(areTagsExpired(["blog"], before)).toBe(false);
    expect(expirePages).toHaveBeenCalledExactlyOnceWith(["regions", "regions:SC"]);
  });

  it("expires all tags and all pages", () => {
    const expirePages = vi.spyOn(pageCache, "expire");
    const before = Date.now();
    vi.advanceTimersByTime(1);
    expireHere(null);
    expect(areTagsExpired(["magazines"], before)).toBe(true);
    expect(expirePages).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it("keeps a page from the cache that Next began to render before", async () => {
    type Handler = {
      get: (key: string, context: object) => Promise<unknown>;
      set: (...all: unknown[]) => Promise<void>;
    };
    const { default: RequestCache } = (await import(MODULE)) as { default: new (context: object) => Handler };
    const settings = {
      fs: {},
      flushToDisk: false,
      serverDistDir: "/",
      revalidatedTags: [],
      maxMemoryCacheSize: 2 ** 20,
    };
    const early = new RequestCache(settings);
    const page = { kind: "APP_PAGE", html: "old", headers: { "x-next-cache-tags": "clubs" } };
    vi.advanceTimersByTime(10);
    expireHere(["clubs"]);
    await early.set("/clubes", page, { kind: "APP_PAGE" });
    expect(page.headers).toHaveProperty("x-page-cache-outdated", "1");
    expect(await new RequestCache(settings).get("/clubes", { kind: "APP_PAGE" })).toBeNull();
  });
});
