import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { pageCache, type FinishedPage } from "../lib/platform/page-cache";
import { ExistingPages, type Listing } from "./existing-pages";

const PAGE: FinishedPage = {
  status: 200,
  headers: {},
  etag: '"x"',
  length: 1,
  body: { br: Buffer.from("x") },
};
const store = (path: string) => pageCache.store(path, PAGE, 15, pageCache.generation);

let listing: Listing;
const read = vi.fn(() => Promise.resolve(listing));
let known: ExistingPages;

beforeEach(() => {
  listing = { pages: ["/sc/rota/serra"], moved: ["/sc/rota/velha"] };
  read.mockReset().mockImplementation(() => Promise.resolve(listing));
  known = new ExistingPages(read, 0);
});

describe("KnownPages", () => {
  it("contains the pages and redirects of the listing in every language", async () => {
    await known.refresh();
    const paths = ["/sc/rota/serra", "/english/sc/rota/serra", "/espanol/sc/rota/velha", "/sc/rota/nada"];
    expect(paths.filter((path) => known.has(path))).toEqual(paths.slice(0, 3));
  });

  it("contains addresses that answered or that a page links to, until they answer 404", async () => {
    known.add("/blog/tag/fusca");
    known.addLinks(
      '<a class="x" href="/english/blog/pagina/2#lista">2</a><a href="/sc/rota/serra/gpx?x=1"><a href="/sobre"><a href="//evil.example/blog/x"><a href="https://a.example/blog/y">',
    );
    expect(
      ["/blog/tag/fusca", "/english/blog/pagina/2", "/sc/rota/serra/gpx", "/blog/pagina/2", "/blog/x", "/blog/y"].map(
        (path) => known.has(path),
      ),
    ).toEqual([true, true, true, false, false, false]);
    known.remove("/blog/tag/fusca");
    expect(known.has("/blog/tag/fusca")).toBe(false);
  });

  it("does not keep the HTML in which it found an address", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = used();
    for (let page = 0; page < 100; page++)
      known.addLinks(Buffer.alloc(2 ** 20, "x").toString() + ` href="/sc/rota/uma-rota-${page}"`);
    expect(known.has("/sc/rota/uma-rota-99")).toBe(true);
    // 100 MB with the pages.
    expect(used() - before).toBeLessThan(20 * 2 ** 20);
  });

  it("waits for the new listing after an editor saved", async () => {
    await known.refresh();
    listing = { pages: [...listing.pages, "/sc/rota/nova"], moved: [] };
    expect(await known.hasAfterRefresh("/sc/rota/nova")).toBe(false);
    expect(read).toHaveBeenCalledTimes(1);
    pageCache.expire();
    expect(await known.hasAfterRefresh("/english/sc/rota/nova")).toBe(true);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("reads the listing again when an editor saved during the read", async () => {
    read.mockImplementationOnce(() => {
      pageCache.expire();
      return Promise.resolve({ pages: [], moved: [] });
    });
    expect(await known.hasAfterRefresh("/sc/rota/serra")).toBe(true);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("shares one read between all waiting callers", async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => known.hasAfterRefresh(`/sc/rota/${n}`)));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("drops cached copies of pages that moved or are no longer listed", async () => {
    await known.refresh();
    for (const path of ["/sc/rota/serra", "/english/sc/rota/serra", "/sc/rota/outra", "/sc/rota/fica"]) store(path);
    known.add("/sc/rota/outra");
    listing = { pages: [], moved: [...listing.moved, "/sc/rota/outra"] };
    await known.refresh();
    expect(["/sc/rota/serra", "/english/sc/rota/serra", "/sc/rota/outra"].map((path) => pageCache.stale(path))).toEqual(
      [null, null, null],
    );
    expect(pageCache.stale("/sc/rota/fica")).toBe(PAGE);
  });

  it("keeps the old listing and counts as outdated while the database is unavailable", async () => {
    await known.refresh();
    pageCache.expire();
    read.mockRejectedValue(new Error("away"));
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await known.hasAfterRefresh("/sc/rota/serra")).toBe(true);
    expect(known.isUpToDate()).toBe(false);
    expect(error).toHaveBeenCalledWith(expect.stringMatching(/"where":"existing-pages".*"message":"away"/));
  });
});
