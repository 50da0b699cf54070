import { PACK_CACHE_PREFIX } from "../device-storage/rules";
import { localePath, splitPath, type Locale } from "../i18n/routing";
import { formatNumber } from "../format";

/**
 * Whether a page is a gate of an event or the desk of a place, which open without a connection. Panel pages contain data of
 * the account.
 */
export function isGatePage(path: string): boolean {
  return /^\/(?:eventos\/(?:checkin-externo|portaria\/[^/]+)|balcao\/[^/]+|painel\/(?:lugares\/[^/]+\/balcao|eventos\/[^/]+\/portaria)\/ler)$/.test(
    path,
  );
}

/** Whether a page shows a downloaded voucher, which opens without a connection after one visit. */
export const isVoucherPage = (path: string): boolean => /^\/voucher\/redeem\/[^/]+$/.test(path);

/** Whether a page shows the tickets of the account, which open without a connection after one visit. */
export const isTicketPage = (path: string): boolean => path === "/painel/ingressos";

/** Whether a page shows a saved trip, which opens without a connection after one visit: the planner, a link, a roadbook. */
export function isTripPage(path: string): boolean {
  return /^(?:\/[a-z]{2})?\/planejador-rota$|^\/planejador-rota\/[^/]+\/roteiro$|^\/viagem\/[^/]+(?:\/roteiro)?$/.test(
    path,
  );
}

/** Path of a trip page with the parameter that names the trip; other parameters do not change the page. */
export function tripPagePath(url: URL): string {
  const trip = url.searchParams.get("viagem");
  return url.pathname + (trip ? `?${new URLSearchParams({ viagem: trip }).toString()}` : "");
}

/** Whether a page shows the instruments of a driver. Like a gate it contains no data of people and opens without a connection. */
export function isDrivingPage(path: string): boolean {
  return /^\/painel\/(?:viagem(?:\/[^/]+)?|rally\/[^/]+)$/.test(path);
}

const ID = "[0-9a-f-]{36}";
const CHECKLIST_RUN = new RegExp(`^/diario-de-bordo/checklist/(?:novo|${ID})$`);
const CHECKLIST_TAB = new RegExp(`^/diario-de-bordo/${ID}/checklists$`);

/** Whether a page shows the checklists of a car or one of them; both open without a connection after one visit. */
export const isChecklistPage = (path: string): boolean => CHECKLIST_RUN.test(path) || CHECKLIST_TAB.test(path);

/** Path of a checklist page in the cache. The page of one checklist contains no data, so every checklist opens with the same copy. */
export function checklistPagePath(pathname: string): string {
  const { locale, path } = splitPath(pathname);
  return CHECKLIST_RUN.test(path) ? localePath(locale, "/diario-de-bordo/checklist") : pathname;
}

/** Whether a page adds entries to the log of a car. It contains no data of the account and opens without a connection. */
export function isLogPage(path: string): boolean {
  return path === "/diario-de-bordo/anotar";
}

const LOG_HISTORY = new RegExp(
  `^(?:/[a-z]{2})?/diario-de-bordo$|^/diario-de-bordo/${ID}(?:/(?:viagens|viagens/diario|abastecimentos|manutencao|lembretes|pecas|registros|custos))?$`,
);

/** Whether a page shows the garage or the log of a car, which can be read without a connection after one visit. */
export const isLogHistoryPage = (path: string): boolean => LOG_HISTORY.test(path);

/** Whether a page is that of one convoy, which shows the last answer that the device kept. */
export const isConvoyPage = (path: string): boolean => /^\/comboio\/[^/]+$/.test(path);

export const OFFLINE_PATH = "/offline";

/** Message to the service worker: store this page for offline use. */
export type CachePageMessage = { type: "KEEP_PAGE"; path: string };
/** Messages to the service worker; `KEEP_FILES`: store build files and pictures; `SIGNED_OUT`: remove the pages of the account. */
export type WorkerMessage = CachePageMessage | { type: "KEEP_FILES"; files: string[] } | { type: "SIGNED_OUT" };

const BUILD_FILE = /^\/(?:_next\/static|scripts)\//;
const PICTURE =
  /^\/(?:cartao-postal\/[^/]+\.(?:svg|webp|avif)|flags\/|icons\/|map\/|logo\.svg$|mapa-interativo\/dados\/)/;
export type CachedFile = "build" | "picture";

/** Kind of a shared file by its path: a build file, or an image that may change; null for others. */
export function fileKind(path: string): CachedFile | null {
  if (BUILD_FILE.test(path)) return "build";
  return PICTURE.test(path) ? "picture" : null;
}

/** Whether a response may be cached: status 200, not redirected, not `no-store`, without cookies. */
export function isCacheable({
  status,
  redirected,
  headers,
}: Pick<Response, "status" | "redirected" | "headers">): boolean {
  return (
    status === 200 && !redirected && !/no-store/.test(headers.get("cache-control") ?? "") && !headers.has("set-cookie")
  );
}

/** Paths of the build files and images that a page references, including its RSC data. */
export function filesOf(html: string): string[] {
  const found = html.matchAll(
    /\/(?:_next\/static|scripts|cartao-postal|flags|icons|map)\/[^"'\\\s)<>?#]+|\/logo\.svg/g,
  );
  const paths = [...found].map(([path]) => path.replaceAll("&amp;", "&"));
  return [...new Set(paths)].filter((path) => fileKind(path) !== null);
}

/** The offline page in the language of the requested path. */
export function offlinePathFor(path: string): string {
  return localePath(splitPath(path).locale, OFFLINE_PATH);
}

const PACK_CACHE = new RegExp(`^${PACK_CACHE_PREFIX}([a-z]{2}):(.+)$`);

/** Cache name of a state's pack in one language; the pack is removed by deleting this cache. */
export function packCache(uf: string, locale: Locale): string {
  return `${PACK_CACHE_PREFIX}${uf}:${locale}`;
}

export function isPackCache(name: string): boolean {
  return PACK_CACHE.test(name);
}

/** Start page of the app when offline: the state page stored most recently, in the language of the path. */
export function lastStateHome(start: string, pages: readonly { path: string; cachedAt: number }[]): string | null {
  const { locale, path } = splitPath(start);
  if (path !== "/home" && path !== "/") return null;
  const homes = pages.filter(
    (page) => /^\/[a-z]{2}\/home$/.test(splitPath(page.path).path) && splitPath(page.path).locale === locale,
  );
  return homes.toSorted((a, b) => b.cachedAt - a.cachedAt)[0]?.path ?? null;
}

/** `1536000` → `1,5 MB`, in the number format of the locale. */
export function formatBytes(bytes: number, locale: Locale): string {
  const megabytes = bytes / 1_000_000;
  const [value, unit] = megabytes < 1 ? [bytes / 1000, "kilobyte"] : [megabytes, "megabyte"];
  return formatNumber(value, locale, { style: "unit", unit, maximumFractionDigits: megabytes < 1 ? 0 : 1 });
}
