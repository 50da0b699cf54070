// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ShellBehaviour } from "./shell-behaviour";

vi.mock("next/navigation", () => ({ usePathname: () => "/blog", useRouter: () => ({ push: vi.fn() }) }));

let reportFetch: (path: string) => void = () => {};
vi.mock("./page-fetches", () => ({
  onPageFetched: (listener: (path: string) => void) => {
    reportFetch = listener;
    return () => {};
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  delete document.documentElement.dataset.loading;
  document.body.innerHTML = "";
});

/** What covers or marks the page a while after a click on the link. */
function shownAfterClick(html: string, fetchedPath?: string): string | undefined {
  render(<ShellBehaviour />);
  const part = document.createElement("div");
  part.innerHTML = html;
  document.body.append(part);
  part.addEventListener("click", (event) => event.preventDefault());
  part.querySelector("a")!.click();
  if (fetchedPath) reportFetch(fetchedPath);
  vi.advanceTimersByTime(1000);
  return document.documentElement.dataset.loading;
}

it.each([
  ["a slow page", '<a href="/revista-digital">x</a>', "1"],
  ["a slow page of the panel", '<div data-panel><a href="/admin/services">x</a></div>', "bar"],
  ["another page of a list in the panel", '<div data-panel><a href="?page=2">x</a></div>', "bar"],
  ["a download", '<a href="/admin/exportar/services" download>x</a>', undefined],
  ["a download in the panel", '<div data-panel><a href="/admin/exportar/services" download>x</a></div>', undefined],
  ["a file without the attribute", '<a href="/pt-br/eventos/certificado/A1/pdf">x</a>', undefined],
  ["the page itself", `<a href="/#conteudo">x</a>`, undefined],
])("%s shows %2$s", (_, html, shown) => expect(shownAfterClick(html)).toBe(shown));

it.each([
  ["another page, which was fetched ahead", "/eventos", "1"],
  ["the page itself", "/revista-digital", undefined],
])("a fetch of %s leaves %3$s shown", (_, path, shown) =>
  expect(shownAfterClick('<a href="/revista-digital">x</a>', path)).toBe(shown),
);
