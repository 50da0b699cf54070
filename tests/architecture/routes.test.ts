import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decideAccess } from "@/lib/platform/auth/access";
import { ROLES, seesLink, type Role } from "@/lib/platform/auth/permissions";
import { RESOURCES } from "@/lib/panel/admin/registry";
import { guardOf, matchRoute, ROUTES } from "@/lib/platform/paths";
import { ADMIN_NAVIGATION } from "@/components/panel/admin/navigation";
import { listPageFiles, patternOf } from "../support/page-files";
import { filesBelow } from "../support/source-files";
import { AREAS, OWN_ROUTES, REDIRECTS } from "./specification-routes";

/** Static 404 and 503 pages that the middleware rewrites to. */
const INTERNAL_PAGES = [
  "/indisponivel",
  "/nao-encontrado",
  "/nao-encontrado/blog",
  "/embed/nao-encontrado",
  "/revista-digital/nao-encontrada",
  ...ROUTES.flatMap(({ missing }) => missing ?? []),
];

const specified = AREAS.flatMap(({ routes }) => routes);
const patterns = ROUTES.map(({ pattern }) => pattern);

const pageFiles = listPageFiles();
const pages = pageFiles.map(patternOf);

/** Addresses of declared resources, which `/admin/[...record]` serves. */
const RECORDS = "/admin/[...record]";
const EXPORTS = "/admin/exportar/[...record]";
const records = RESOURCES.flatMap(({ path }) => [`/admin/${path}`, `/admin/${path}/novo`, `/admin/${path}/:recordId`]);
const isServed = (pattern: string) =>
  pages.includes(pattern) ||
  records.includes(pattern) ||
  records.some((record) => record.startsWith(`${pattern}/`) && pattern.startsWith("/admin/"));

/** An example address of a pattern: `/sc/rota/exemplo`. */
const exampleOf = (pattern: string) => pattern.replace(":uf", "sc").replaceAll(/:\w+/g, "exemplo");

/** Patterns of the pages that have a `not-found.tsx` in their folder or above it, except the one of the portal. */
function pagesWithNotFound(): string[] {
  const folderOf = (file: string) => file.replace(/\/[^/]+$/, "");
  const folders = filesBelow("app/[locale]")
    .filter((file) => file.endsWith("/not-found.tsx") && folderOf(file) !== "app/[locale]")
    .map(folderOf);
  return pageFiles
    .filter((file) => file.endsWith("/page.tsx") && folders.some((folder) => file.startsWith(`${folder}/`)))
    .map(patternOf);
}

describe("routes", () => {
  it("with a not-found page of their own have a static 404 page in ROUTES", () => {
    const marked = ROUTES.filter(({ missing }) => missing).map(({ pattern }) => pattern);
    expect(marked.sort()).toEqual(pagesWithNotFound().sort());
  });

  it("in ROUTES are exactly those of the specification", () => {
    expect(new Set(specified).size).toBe(specified.length);
    expect([...patterns].sort()).toEqual([...new Set([...specified, ...OWN_ROUTES, ...records])].sort());
  });

  it.each(patterns)("%s is matched by its own pattern, not by an earlier one", (pattern) => {
    expect(matchRoute(exampleOf(pattern))?.route.pattern).toBe(pattern);
  });

  it("all have a page", () => {
    expect(patterns.filter((pattern) => !isServed(pattern) && !REDIRECTS.includes(pattern))).toEqual([]);
  });

  it("are the only addresses with pages", () => {
    const known = ["/vendedor/[...path]", RECORDS, EXPORTS, ...INTERNAL_PAGES, ...patterns];
    expect(pages.filter((page) => !known.includes(page))).toEqual([]);
  });

  it("are in the page cache when Next stores their HTML, because its nonces differ from those of later answers", () => {
    const stored = pageFiles.filter(
      (file) => file.endsWith("page.tsx") && /^export const revalidate\b/m.test(readFileSync(file, "utf8")),
    );
    const cached = ROUTES.filter((route) => route.cached).map(({ pattern }) => pattern);
    const others = stored.map(patternOf).filter((pattern) => patterns.includes(pattern) && !cached.includes(pattern));
    expect(others).toEqual([]);
  });

  it("are in the page cache only when they are public and contain no token", () => {
    expect(ROUTES.filter(({ cached, guard, personal }) => cached && (guard || personal))).toEqual([]);
    // The redirect to the chosen language is answered before the cache lookup.
    expect(ROUTES.find(({ pattern }) => pattern === "/")?.cached).toBe(true);
  });
});

/** Roles that may open a path when each also holds the given permissions. */
function admittedTo(path: string, permissions: readonly string[]): Role[] {
  const guard = guardOf(path);
  return ROLES.filter((role) => !guard || decideAccess(guard, { role, permissions }, "pt-BR", path).allowed);
}

describe.each(AREAS)("access check of $routes.0 and similar routes", ({ routes, login, enter, area, sidebar }) => {
  it.each(routes)("%s admits the roles of the specification", (pattern) => {
    const path = exampleOf(pattern);
    const guard = guardOf(path);
    expect(guard?.login ?? null).toBe(login);
    expect(guard && decideAccess(guard, null, "pt-BR", path).allowed).toBe(login && false);
    expect(admittedTo(path, guard?.permission ? [guard.permission] : [])).toEqual(area);
    expect(enter ?? admittedTo(path, [])).toEqual(admittedTo(path, []));
  });

  it.each(routes)("%s is in the sidebar for the roles of the specification", (pattern) => {
    const link = ADMIN_NAVIGATION.flatMap(({ links }) => links).find(([target]) => target === pattern);
    expect(link ? ROLES.filter((role) => seesLink({ role, permissions: [] }, link[1])) : undefined).toEqual(sidebar);
  });
});

describe("addresses outside the specification", () => {
  it.each([
    ["/admin/desconhecido", "/admin/login"],
    ["/vendedor/a/b", "/vendedor/login"],
    ["/administracao", null],
    ["/vendedores", null],
    ["/desconhecido", null],
  ])("%s requires %s", (path, login) => {
    expect(guardOf(path)?.login ?? null).toBe(login);
  });
});
