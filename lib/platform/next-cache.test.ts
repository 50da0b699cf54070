import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageCache } from "./page-cache";

type Cached = { value: { html?: string; data?: unknown; headers?: Record<string, string> } } | null;
type Handler = {
  get(key: string, context: object): Promise<Cached>;
  set(key: string, value: object, context: object): Promise<void>;
  revalidateTag(tags: string[], durations: object): Promise<void>;
};

const MODULE = "./next-cache.mjs";
const { default: RequestCache } = (await import(MODULE)) as { default: new (context: object) => Handler };

/** Next makes one for each request. */
const request = () =>
  new RequestCache({
    fs: {},
    flushToDisk: false,
    serverDistDir: "/",
    revalidatedTags: [],
    maxMemoryCacheSize: 2 ** 20,
  });

const PAGE = { kind: "APP_PAGE" };
const QUERY = { kind: "FETCH", tags: ["blog"] };
const pageOf = (html: string) => ({ ...PAGE, html, headers: { "x-next-cache-tags": "blog,_N_T_/blog" } });
const save = () => request().revalidateTag(["blog"], { expire: 0 });

describe("the cache of Next", () => {
  let count = 0;
  let key = "";

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    key = `/blog/${count++}`;
  });
  afterEach(() => void vi.useRealTimers());

  it("stores a page that was rendered after the save", async () => {
    await save();
    vi.advanceTimersByTime(1);
    await request().set(key, pageOf("new"), PAGE);
    expect((await request().get(key, PAGE))?.value.html).toBe("new");
  });

  it("does not store a page whose rendering began before the save, and marks it as outdated", async () => {
    const early = request();
    const page = pageOf("old");
    vi.advanceTimersByTime(100);
    await save();
    vi.advanceTimersByTime(100);
    await early.set(key, page, PAGE);
    expect(await request().get(key, PAGE)).toBeNull();
    expect(page.headers).toHaveProperty("x-page-cache-outdated", "1");
  });

  it("does not store a page of the millisecond of the save", async () => {
    const early = request();
    await save();
    await early.set(key, pageOf("old"), PAGE);
    vi.advanceTimersByTime(1);
    expect(await request().get(key, PAGE)).toBeNull();
  });

  it("does not store rows that were requested before the save", async () => {
    const early = request();
    vi.advanceTimersByTime(100);
    await save();
    vi.advanceTimersByTime(100);
    const rows = { kind: "FETCH", data: { headers: {} }, revalidate: 300 };
    await early.set(key, rows, { fetchCache: true, tags: ["blog"] });
    expect(await request().get(key, QUERY)).toBeNull();
    await request().set(key, rows, { fetchCache: true, tags: ["blog"] });
    expect((await request().get(key, QUERY))?.value).toMatchObject(rows);
  });

  it("keeps a page of other data that was rendered during the save", async () => {
    const early = request();
    vi.advanceTimersByTime(100);
    await save();
    await early.set(key, { ...pageOf("route"), headers: { "x-next-cache-tags": "regions" } }, PAGE);
    expect((await request().get(key, PAGE))?.value.html).toBe("route");
  });

  it("expires the page cache together with the tags of Next", async () => {
    const expire = vi.spyOn(pageCache, "expire");
    await request().set(key, pageOf("old"), PAGE);
    vi.advanceTimersByTime(1);
    const saved = save();
    expect(expire).toHaveBeenCalledExactlyOnceWith(["blog"]);
    vi.advanceTimersByTime(1);
    expect(await request().get(key, PAGE)).toBeNull();
    await saved;
  });
});
