import { BREAKDOWN_DATA_PATH } from "@/lib/guide/breakdown/rules";
import {
  fileKind,
  isChecklistPage,
  isConvoyPage,
  isDrivingPage,
  isGatePage,
  isLogHistoryPage,
  isLogPage,
  isTicketPage,
  isTripPage,
  isVoucherPage,
  type CachedFile,
} from "@/lib/platform/offline/rules";
import { splitPath } from "@/lib/platform/i18n/routing";
import { guardOf, matchRoute } from "@/lib/platform/paths";

const SERVER_ONLY = /^\/(?:api|auth|rest|storage)(?:\/|$)/;
const DOWNLOAD = /\.[a-z0-9]+$|\/(?:gpx|kml|pdf)$/i;

export type CacheRule =
  | CachedFile
  | "page"
  | "personal"
  | "gate"
  | "trip"
  | "voucher"
  | "ticket"
  | "driving"
  | "checklist"
  | "log"
  | "convoy"
  | "history"
  | "breakdown";

/**
 * The service worker's rule for an address of this site: a `page` is cached, a `personal` page is always fetched and only
 * falls back to the offline page, a `gate`, a `trip`, a `voucher`, the `ticket` page, a `checklist`, a `convoy`, the `history` of a car, the `driving` instruments and the page that writes the `log` of a car are cached although they are personal, because they must open without a connection, `breakdown` is the data of that page; null means that the service worker does not handle it.
 */
export function cacheRuleOf(path: string, isNavigation: boolean): CacheRule | null {
  if (SERVER_ONLY.test(path)) return null;
  if (path === BREAKDOWN_DATA_PATH) return "breakdown";
  const file = fileKind(path);
  if (file || !isNavigation || DOWNLOAD.test(path)) return file;
  const inside = splitPath(path).path;
  if (isGatePage(inside)) return "gate";
  if (isTripPage(inside)) return "trip";
  if (isVoucherPage(inside)) return "voucher";
  if (isTicketPage(inside)) return "ticket";
  if (isDrivingPage(inside)) return "driving";
  if (isChecklistPage(inside)) return "checklist";
  if (isLogPage(inside)) return "log";
  if (isConvoyPage(inside)) return "convoy";
  if (isLogHistoryPage(inside)) return "history";
  return guardOf(inside) || matchRoute(inside)?.route.personal ? "personal" : "page";
}
