import { describe, expect, it } from "vitest";
import { guardOf, matchRoute, trackedPath } from "./paths";
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
