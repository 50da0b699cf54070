// @vitest-environment happy-dom
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isFilePath, replacesPage } from "./link-click";

function click(html: string, init: MouseEventInit = {}) {
  document.body.innerHTML = html;
  const anchor = document.querySelector("a")!;
  return replacesPage(anchor, new MouseEvent("click", { button: 0, ...init }));
}

describe("a click that replaces the page", () => {
  it.each([
    ['<a href="/blog">x</a>', true],
    ['<a href="/admin/exportar/services" download>x</a>', false],
    ['<a href="/espanol/admin/exportar/services">x</a>', false],
    ['<a href="/blog" download="">x</a>', false],
    ['<a href="/rota.gpx" download="rota.gpx">x</a>', false],
    ['<a href="/blog" target="_blank">x</a>', false],
    ['<a href="/blog" target="_self">x</a>', true],
    ['<a href="/api/certificates/1">x</a>', false],
    ['<a href="/english/eventos/certificado/A1/pdf">x</a>', false],
    ['<a href="mailto:ana@example.com">x</a>', false],
    ['<a href="#conteudo">x</a>', false],
    ["<a>x</a>", false],
  ])("%s: %s", (html, isPage) => expect(click(html)).toBe(isPage));

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])("not with %j", (init) => {
    expect(click('<a href="/blog">x</a>', init)).toBe(false);
  });
});

describe("addresses of files", () => {
  /** Handlers below `app/[locale]` that answer with a page of another address. */
  const REDIRECTS = ["e/[code]"];
  const handlers = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith("/route.ts"))
    .map((file) => file.replace(/\/route\.ts$/, "").replace(/\([a-z]+\)\//g, ""))
    .map((file) => file.replace("[locale]/", "").replace("[...record]", "services"))
    .filter((file) => !REDIRECTS.includes(file));

  it.each(handlers)("%s is no page", (file) => {
    const formats = file.includes("[format]") ? ["gpx", "kml", "ics", "csv", "xlsx"] : [""];
    for (const format of formats)
      expect(isFilePath(`/${file.replace("[format]", format).replace(/\[\.*\w+\]$/, "x.bin")}`)).toBe(true);
  });

  it.each(["/", "/blog", "/sc/rota/serra", "/admin/services", "/english/admin", "/revista-digital/1"])(
    "%s is a page",
    (path) => expect(isFilePath(path)).toBe(false),
  );
});
