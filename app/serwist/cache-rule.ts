import { fileKind, type CachedFile } from "@/lib/offline/rules";
import { splitPath } from "@/lib/platform/i18n/routing";
import { guardOf, matchRoute } from "@/lib/platform/paths";

const SERVER_ONLY = /^\/(?:api|auth|rest|storage)(?:\/|$)/;
const DOWNLOAD = /\.[a-z0-9]+$|\/(?:gpx|kml|pdf)$/i;

export type CacheRule = CachedFile | "page" | "personal";

/**
 * The service worker's rule for an address of this site: a `page` is cached, a `personal` page is always fetched and only
 * falls back to the offline page; null means that the service worker does not handle it.
 */
export function cacheRuleOf(path: string, isNavigation: boolean): CacheRule | null {
  if (SERVER_ONLY.test(path)) return null;
  const file = fileKind(path);
  if (file || !isNavigation || DOWNLOAD.test(path)) return file;
  const inside = splitPath(path).path;
  return guardOf(inside) || matchRoute(inside)?.route.personal ? "personal" : "page";
}
