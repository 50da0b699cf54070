import { fileKind, type KeptFile } from "@/lib/offline/rules";
import { splitPath } from "@/lib/platform/i18n/routing";
import { guardOf, matchRoute } from "@/lib/platform/paths";

const SERVER_ONLY = /^\/(?:api|auth|rest|storage)(?:\/|$)/;
const DOWNLOAD = /\.[a-z0-9]+$|\/(?:gpx|kml|pdf)$/i;

export type Kept = KeptFile | "page" | "personal";

/**
 * The service worker's rule for an address of this site: a `page` is cached, a `area` is always fetched and only falls back to
 * the offline page; null means that the service worker does not handle it.
 */
export function keptAs(path: string, isNavigation: boolean): Kept | null {
  if (SERVER_ONLY.test(path)) return null;
  const file = fileKind(path);
  if (file || !isNavigation || DOWNLOAD.test(path)) return file;
  const inside = splitPath(path).path;
  return guardOf(inside) || matchRoute(inside)?.route.personal ? "personal" : "page";
}
