import { isLocale, splitPath } from "../lib/platform/i18n/routing";
import { guardOf, matchRoute, type Route } from "../lib/platform/paths";
import { GONE_PATH } from "../lib/platform/status-pages";

/** Classification of an address: passed to Next unchanged, 404, 410, or a route. */
export type Address = "next" | "missing" | "gone" | Route;

const SITEMAP_FILE: Route = { pattern: "/sitemap/:file" };

/** Whether the existing addresses of a pattern depend on database rows; states are a fixed list. */
export function isLookUp({ pattern, personal }: Route): boolean {
  return !personal && /:(?!uf\b)/.test(pattern) && pattern !== "/select-state/:stateAbbr";
}

/** Classifies a canonical path by the middleware's rules; `isFile` returns which non-page addresses the build has. */
export function addressOf(path: string, isFile: (path: string) => boolean): Address {
  const { path: inside } = splitPath(path);
  const route = matchRoute(inside)?.route;
  if (/^\/(?:api|_next)\//.test(path) || /\.[a-z0-9]+$/i.test(path)) {
    if (!isFile(path)) return route?.pattern === inside ? "next" : "missing";
    return path.startsWith("/sitemap/") ? SITEMAP_FILE : "next";
  }
  if (guardOf(inside) || isLocale(path.split("/")[1])) return "next";
  if (inside === GONE_PATH) return "gone";
  // The middleware redirects wrong case in a state and `/sc` without `/home`.
  const lower = inside.toLowerCase();
  return route ?? (matchRoute(lower) || matchRoute(`${lower}/home`) ? "next" : "missing");
}
