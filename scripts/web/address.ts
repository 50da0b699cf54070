import { isLocale, splitPath } from "../../lib/platform/i18n/routing";
import { GONE_PATH, guardOf, matchRoute, type Route } from "../../lib/platform/paths";

/** What an address is: answered by Next as it is, nowhere, gone for good, or a route that everybody may see. */
export type Address = "next" | "missing" | "gone" | Route;

const SITEMAP_FILE: Route = { pattern: "/sitemap/:file" };

/** Whether only the database can say which addresses of a pattern exist; every state exists. */
export function isLookUp({ pattern, personal }: Route): boolean {
  return !personal && /:(?!uf\b)/.test(pattern) && pattern !== "/select-state/:stateAbbr";
}

/** Reads a canonical path as the middleware does; `isFile` says which addresses besides pages the build has. */
export function addressOf(path: string, isFile: (path: string) => boolean): Address {
  const { path: inside } = splitPath(path);
  const route = matchRoute(inside)?.route;
  if (/^\/(?:api|_next)\//.test(path) || /\.[a-z0-9]+$/i.test(path)) {
    if (!isFile(path)) return route?.pattern === inside ? "next" : "missing";
    return path.startsWith("/sitemap/") ? SITEMAP_FILE : "next";
  }
  if (guardOf(inside) || isLocale(path.split("/")[1])) return "next";
  if (inside === GONE_PATH) return "gone";
  // The middleware corrects the case of a state and completes `/sc`.
  const lower = inside.toLowerCase();
  return route ?? (matchRoute(lower) || matchRoute(`${lower}/home`) ? "next" : "missing");
}
