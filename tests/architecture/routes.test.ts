import { describe, expect, it } from "vitest";
import { decideAccess } from "@/lib/platform/auth/access";
import { ROLES, seesLink, type Role } from "@/lib/platform/auth/permissions";
import { RESOURCES } from "@/lib/admin/registry";
import { guardOf, matchRoute, RECORD_PAGES, ROUTES } from "@/lib/platform/paths";
import { ADMIN_NAVIGATION } from "@/components/admin/navigation";
import { isListed } from "@/lib/sitemap/rules";
import { filesBelow } from "../support/source-files";
import { PENDING_ROUTES } from "./pending-routes";
import { AREAS, OWN_ROUTES, REDIRECTS } from "./specification-routes";

const SHARED_PAGE = "/[...path]";
/** The static 404 and 503 pages, which the middleware answers with. */
const INTERNAL_PAGES = ["/indisponivel", "/nao-encontrado", "/nao-encontrado/blog", "/revista-digital/nao-encontrada"];

const specified = AREAS.flatMap(({ routes }) => routes);
const patterns = ROUTES.map(({ pattern }) => pattern);

/** `app/[locale]/(guide)/[uf]/home/page.tsx` → `/:uf/home`; files to download are route handlers. */
const pages = filesBelow("app/[locale]")
  .filter((file) => /\/(?:page\.tsx|route\.ts)$/.test(file))
  .map((file) => file.slice("app/[locale]".length).replace(/\/(?:page\.tsx|route\.ts)$/, "").replaceAll(/\/\([^)]+\)/g, "") || "/")
  .map((path) => path.replaceAll(/\[(\w+)\]/g, ":$1"));

/** Addresses of declared records, which `/admin/[...record]` serves. */
const RECORDS = "/admin/[...record]";
const EXPORTS = "/admin/exportar/[...record]";
const records = RESOURCES.flatMap(({ path }) => [`/admin/${path}`, `/admin/${path}/novo`, `/admin/${path}/:recordId`]);
const isServed = (pattern: string) => pages.includes(pattern) || records.includes(pattern) || records.some((record) => record.startsWith(`${pattern}/`) && pattern.startsWith("/admin/"));

/** An address of a pattern: `/sc/rota/exemplo`. */
const exampleOf = (pattern: string) => pattern.replace(":uf", "sc").replaceAll(/:\w+/g, "exemplo");

describe("routes", () => {
  it("of the specification all stand in ROUTES, and ROUTES holds no other", () => {
    expect(new Set(specified).size).toBe(specified.length);
    expect([...patterns].sort()).toEqual([...new Set([...specified, ...OWN_ROUTES, ...records])].sort());
  });

  it.each(patterns)("%s is reached by its own address, not hidden by an earlier pattern", (pattern) => {
    expect(matchRoute(exampleOf(pattern))?.route.pattern).toBe(pattern);
  });

  it("have either a page of their own or a line in pending-routes.ts, never both", () => {
    const built = patterns.filter(isServed);
    const waiting = patterns.filter((pattern) => !built.includes(pattern) && !REDIRECTS.includes(pattern));
    expect([...PENDING_ROUTES].sort()).toEqual(waiting.sort());
  });

  it("of records ask for the permission their resource declares", () => {
    expect(RECORD_PAGES).toEqual(Object.fromEntries(RESOURCES.map(({ path, permission }) => [`/admin/${path}`, permission])));
  });

  it("stand in the sitemap only when they have a page", () => {
    expect(ROUTES.filter(isListed).filter(({ pattern }) => PENDING_ROUTES.includes(pattern))).toEqual([]);
  });

  it("share the page of what is in preparation as long as there is any", () => {
    expect(pages.includes(SHARED_PAGE)).toBe(PENDING_ROUTES.length > 0);
  });

  it("are the only addresses that have pages", () => {
    const known = [SHARED_PAGE, `/vendedor${SHARED_PAGE}`, RECORDS, EXPORTS, ...INTERNAL_PAGES, ...patterns];
    expect(pages.filter((page) => !known.includes(page))).toEqual([]);
  });

  it("are kept in the page cache only when everybody may see them and no token is in them", () => {
    expect(ROUTES.filter(({ cached, guard, personal }) => cached && (guard || personal))).toEqual([]);
    // Its redirect to the chosen language is answered before the cache is asked.
    expect(ROUTES.find(({ pattern }) => pattern === "/")?.cached).toBe(true);
  });
});

/** Roles a path lets in when each holds the given permissions beside those of its role. */
function admittedTo(path: string, permissions: readonly string[]): Role[] {
  const guard = guardOf(path);
  return ROLES.filter((role) => !guard || decideAccess(guard, { role, permissions }, "pt-BR", path).allowed);
}

describe.each(AREAS)("the guard of $routes.0 and its like", ({ routes, login, enter, area, sees }) => {
  it.each(routes)("%s lets in whom the specification says", (pattern) => {
    const path = exampleOf(pattern);
    const guard = guardOf(path);
    expect(guard?.login ?? null).toBe(login);
    expect(guard && decideAccess(guard, null, "pt-BR", path).allowed).toBe(login && false);
    expect(admittedTo(path, guard?.permission ? [guard.permission] : [])).toEqual(area);
    expect(enter ?? admittedTo(path, [])).toEqual(admittedTo(path, []));
  });

  it.each(routes)("%s is shown in the sidebar to whom the specification says", (pattern) => {
    const link = ADMIN_NAVIGATION.flatMap(({ links }) => links).find(([target]) => target === pattern);
    expect(link ? ROLES.filter((role) => seesLink({ role, permissions: [] }, link[1])) : undefined).toEqual(sees);
  });
});

describe("addresses the specification does not name", () => {
  it.each([
    ["/admin/desconhecido", "/admin/login"],
    ["/vendedor/a/b", "/vendedor/login"],
    ["/administracao", null],
    ["/vendedores", null],
    ["/desconhecido", null],
  ])("%s asks for %s", (path, login) => {
    expect(guardOf(path)?.login ?? null).toBe(login);
  });
});
