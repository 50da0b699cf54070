import { fileKind, type KeptFile } from "@/lib/offline/rules";
import { splitPath } from "@/lib/platform/i18n/routing";
import { guardOf, matchRoute } from "@/lib/platform/paths";

const SERVER_ONLY = /^\/(?:api|auth|rest|storage)(?:\/|$)/;
const DOWNLOAD = /\.[a-z0-9]+$|\/(?:gpx|kml|pdf)$/i;

export type Kept = KeptFile | "page" | "door";

/**
 * The worker's rule for an address of ours: a `page` may be kept, a `door` is fetched each time and has only the
 * offline page to fall back on; null is left to the browser.
 */
export function keptAs(path: string, isNavigation: boolean): Kept | null {
  if (SERVER_ONLY.test(path)) return null;
  const file = fileKind(path);
  if (file || !isNavigation || DOWNLOAD.test(path)) return file;
  const inside = splitPath(path).path;
  return guardOf(inside) || matchRoute(inside)?.route.personal ? "door" : "page";
}
