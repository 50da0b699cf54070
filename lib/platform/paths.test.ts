import { describe, expect, it } from "vitest";
import { guardOf, matchRoute, safeReturnPath, trackedPath } from "./paths";
import { missingPage } from "./status-pages";

describe("matchRoute", () => {
  it.each([
    ["/", "/", {}],
    ["/home", "/home", {}],
    ["/sc/home", "/:uf/home", { uf: "sc" }],
    ["/es/home", "/:uf/home", { uf: "es" }],
    ["/sc/rota/serra-do-rio-do-rastro", "/:uf/rota/:regionSlug", { uf: "sc", regionSlug: "serra-do-rio-do-rastro" }],
    ["/eventos/inscricao/status", "/eventos/inscricao/status", {}],
    ["/eventos/7/inscricao", "/eventos/:eventId/inscricao", { eventId: "7" }],
    ["/vendedor/cadastro", "/vendedor/cadastro", {}],
    ["/vendedor/qualquer", "/vendedor/:anything", { anything: "qualquer" }],
    ["/admin/events/7/edit", "/admin/events/:eventId/edit", { eventId: "7" }],
  ])("%s is %s", (path, pattern, params) => {
    expect(matchRoute(path)).toEqual({ route: expect.objectContaining({ pattern }), params });
  });

  it.each([
    ["/xx/home"],
    ["/SC/home"],
    ["/sc"],
    ["/sc/home/"],
    ["/sc//rota"],
    ["/sc/rota/"],
    ["/sc/rota/a/b"],
    ["/nada"],
    ["/HOME"],
    ["home"],
    [""],
    ["/blog/%E0%A4%A"],
    ["/sc/rota/%"],
  ])("%s is not a route", (path) => {
    expect(matchRoute(path)).toBeNull();
  });
});

describe("missingPage", () => {
  it.each([
    ["/blog/nada", "/nao-encontrado/blog"],
    ["/sc/blog/nada", "/nao-encontrado/blog"],
    ["/nao-encontrado/blog", "/nao-encontrado/blog"],
    ["/nao-encontrado", "/nao-encontrado"],
    ["/blogueiro", "/nao-encontrado"],
    ["/sc/rota/blog", "/nao-encontrado"],
    ["/pagamento/segredo", "/nao-encontrado/link"],
    ["/nao-encontrado/link", "/nao-encontrado/link"],
    ["/nao-encontrado/nada", "/nao-encontrado"],
    ["/embed/evento/nada", "/embed/nao-encontrado"],
    ["/embed/eventos/zz", "/embed/nao-encontrado"],
    ["/embed/nao-encontrado", "/embed/nao-encontrado"],
    ["/embed/nada", "/nao-encontrado"],
  ])("the 404 page of %s is %s", (path, page) => {
    expect(missingPage(path)).toBe(page);
  });
});

describe("guardOf", () => {
  it.each([
    ["/sc/home", null],
    ["/vendedor/cadastro", null],
    ["/admin/login", null],
    ["/painel", "/login"],
    ["/sc/planejador-rota", "/login"],
    ["/xx/planejador-rota", null],
    ["/eventos/checkin-externo", "/login"],
    ["/vendedor", "/vendedor/login"],
    ["/vendedor/nada/disso", "/vendedor/login"],
    ["/admin", "/admin/login"],
    ["/admin/nada/disso", "/admin/login"],
    ["/administrador", null],
  ])("%s requires sign-in at %s", (path, login) => {
    expect(guardOf(path)?.login ?? null).toBe(login);
  });
});

describe("trackedPath", () => {
  it.each([
    ["/sc/home", "/sc/home"],
    ["/nada", "/nada"],
    ["/approval/segredo", "/approval/:token"],
    [`/pagamento/${"aB1".repeat(14)}c`, "/pagamento/:token"],
    [`/pagamento/${"aB1".repeat(14)}c/contrato`, "/pagamento/:token/contrato"],
    [`/pagamento/${"aB1".repeat(14)}c/nada`, "/pagamento/:token/nada"],
    [`/Anuncio/${"0a".repeat(32)}`, "/Anuncio/:token"],
    ["/eventos/publicar/segredo", "/eventos/publicar/:token"],
    ["/voucher/redeem/123", "/voucher/redeem/:downloadId"],
    ["/eventos/inscricao/123/cracha", "/eventos/inscricao/:registrationId/cracha"],
    ["/diario-de-bordo/checklist/123", "/diario-de-bordo/checklist/:checklistId"],
    ["/publicar-evento/preview/123", "/publicar-evento/preview/:eventId"],
    ["/clubes/123/novo-evento", "/clubes/:clubId/novo-evento"],
    ["/revista-digital/edicao-1", "/revista-digital/edicao-1"],
  ])("%s is stored as %s", (path, stored) => {
    expect(trackedPath(path)).toBe(stored);
  });
});

describe("safeReturnPath", () => {
  it.each([
    ["/painel"],
    ["/"],
    ["/sc/home?ref=qr#mapa"],
    ["/english/painel"],
    ["/logins"],
    ["/admin/events?page=2"],
    ["/%5Cevil.com"],
    ["/%2F%2Fevil.com"],
    ["/apimentado"],
  ])("accepts %s", (value) => {
    expect(safeReturnPath(value, "/home")).toBe(value);
    expect(new URL(value, "http://localhost").origin).toBe("http://localhost");
  });

  it.each([
    ["nothing", null],
    ["an empty value", ""],
    ["a relative path", "painel"],
    ["another origin", "https://evil.com"],
    ["another origin without protocol", "//evil.com"],
    ["a backslash", "/\\evil.com"],
    ["a late backslash", "/painel\\..\\evil"],
    ["dots before another origin", "/.//evil.com"],
    ["dots inside before another origin", "/x/..//evil.com"],
    ["a tab", "/\t/evil.com"],
    ["a line break", "/painel\nLocation: x"],
    ["a space", "/ /evil.com"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["a login page", "/login"],
    ["a login page with a query", "/login?next=/login"],
    ["a login page reached by dots", "/painel/../login"],
    ["a translated login page", "/espanol/login"],
    ["a login page by its internal address", "/pt-BR/login"],
    ["the staff's login page", "/english/admin/login"],
    ["the sellers' login page", "/vendedor/login"],
    ["a mail link", "/auth/confirm?token_hash=x"],
    ["a route handler", "/api/session"],
    ["a path that is too long", `/${"a".repeat(300)}`],
  ])("rejects %s", (_name, value) => {
    expect(safeReturnPath(value, "/home")).toBe("/home");
  });
});
