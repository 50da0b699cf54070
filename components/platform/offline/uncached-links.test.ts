// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { blockUncachedLinks, markUncachedLinks } from "./uncached-links";

let release = () => undefined as void;
beforeEach(() => {
  document.body.innerHTML = `<a id="kept" href="/sc/home">a</a><a id="missing" href="/sc/rota/serra">b</a><a id="outside" href="https://example.org/">c</a>`;
  vi.stubGlobal("caches", {
    match: (path: string) => Promise.resolve(path === "/sc/home" ? new Response() : undefined),
  });
  release = blockUncachedLinks();
});
afterEach(() => {
  release();
  delete document.documentElement.dataset.offline;
  delete document.documentElement.dataset.missed;
  vi.unstubAllGlobals();
});

const marked = () => [...document.querySelectorAll("a[data-not-kept]")].map(({ id }) => id);
const click = (id: string) =>
  document.getElementById(id)!.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

it("marks and blocks no links while online", async () => {
  await markUncachedLinks();
  expect(marked()).toEqual([]);
  expect(click("missing")).toBe(true);
});

it("marks and blocks links to uncached pages while offline, and removes the marks afterwards", async () => {
  document.documentElement.dataset.offline = "1";
  await markUncachedLinks();
  expect(marked()).toEqual(["missing"]);
  expect(click("kept")).toBe(true);
  expect(click("outside")).toBe(true);
  expect(document.documentElement.dataset.missed).toBeUndefined();
  expect(click("missing")).toBe(false);
  expect(document.documentElement.dataset.missed).toBe("1");
  delete document.documentElement.dataset.offline;
  await markUncachedLinks();
  expect(marked()).toEqual([]);
});
