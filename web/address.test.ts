import { describe, expect, it } from "vitest";
import { matchRoute } from "../lib/platform/paths";
import { addressOf, isLookUp } from "./address";

const isFile = (path: string) => ["/favicon.ico", "/api/search", "/sitemap/regions.xml"].includes(path);
const kindOf = (path: string) => {
  const address = addressOf(path, isFile);
  return typeof address === "object" ? address.pattern : address;
};

describe("addressOf", () => {
  it.each([
    ["/", "/"],
    ["/english", "/"],
    ["/sc/home", "/:uf/home"],
    ["/espanol/sc/rota/serra", "/:uf/rota/:regionSlug"],
    ["/login", "/login"],
    ["/nada", "missing"],
    ["/zz/home", "missing"],
    ["/zz", "missing"],
    ["/sc/rota/a/b", "missing"],
    ["/nao-encontrado/blog", "missing"],
    ["/english/pagina-removida", "gone"],
  ])("classifies %s as %s", (path, kind) => expect(kindOf(path)).toBe(kind));

  it.each([
    "/SC/home",
    "/sc",
    "/SP",
    "/english/es",
    "/pt-BR/sc/home",
    "/es-419/nada",
    "/admin",
    "/admin/nada",
    "/english/painel",
    "/vendedor/a/b",
  ])("passes %s to the middleware", (path) => {
    expect(kindOf(path)).toBe("next");
  });

  it.each([
    ["/favicon.ico", "next"],
    ["/nada.ico", "missing"],
    ["/api/search", "next"],
    ["/api/nada", "missing"],
    ["/_next/static/nada.js", "missing"],
    ["/_next/data/x/home.json", "missing"],
    ["/blog/rss.xml", "next"],
    ["/english/blog/rss.xml", "next"],
    ["/manifest.webmanifest", "next"],
    ["/espanol/manifest.webmanifest", "next"],
    ["/sc/rota/serra.png", "missing"],
    ["/pt-BR/admin/blog/x.y", "missing"],
    ["/sitemap/regions.xml", "/sitemap/:file"],
    ["/sitemap/nada.txt", "missing"],
  ])("classifies the file %s as %s", (path, kind) => expect(kindOf(path)).toBe(kind));
});

describe("isLookUp", () => {
  it.each([
    ["/sc/home", false],
    ["/blog", false],
    ["/sc/rota/serra", true],
    ["/sc/rota/serra/gpx", true],
    ["/blog/pagina/2", true],
    ["/revista-digital/1", true],
    ["/select-state/sc", false],
    ["/pagamento/abc", false],
  ])("returns for %s: %s", (path, expected) => expect(isLookUp(matchRoute(path)!.route)).toBe(expected));
});
