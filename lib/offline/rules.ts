import { PACK_CACHE_PREFIX } from "../device-storage/rules";
import { localePath, splitPath, type Locale } from "../platform/i18n/routing";

export const OFFLINE_PATH = "/offline";

/** What a page asks the worker: keep this address for a day without signal, with the build files it fetched so far (a tab of an older version names none). */
export type KeepPageMessage = { type: "KEEP_PAGE"; path: string; files?: string[] };

const BUILD_FILE = /^\/_next\/static\//;
const PICTURE = /^\/(?:cartao-postal\/[^/]+\.(?:svg|webp|avif)|flags\/|icons\/|map\/|logo\.svg$|mapa-interativo\/dados\/)/;
export type KeptFile = "build" | "picture";

/** A file that pages share, by its address: of this build, or a picture that may change one day. */
export function fileKind(path: string): KeptFile | null {
  if (BUILD_FILE.test(path)) return "build";
  return PICTURE.test(path) ? "picture" : null;
}

/** Whether an answer may stay on the device: a whole page or file that nobody marked private to one visit. */
export function mayBeKept({ status, redirected, headers }: Pick<Response, "status" | "redirected" | "headers">): boolean {
  return status === 200 && !redirected && !/no-store/.test(headers.get("cache-control") ?? "") && !headers.has("set-cookie");
}

/** Build files and pictures a finished page names, its flight data included, as paths of our own origin. */
export function filesOf(html: string): string[] {
  const found = html.matchAll(/\/(?:_next\/static|cartao-postal|flags|icons|map)\/[^"'\\\s)<>?#]+|\/logo\.svg/g);
  const paths = [...found].map(([path]) => path.replaceAll("&amp;", "&"));
  return [...new Set(paths)].filter((path) => fileKind(path) !== null);
}

/** The offline page in the language of the address that could not be reached. */
export function offlinePathFor(path: string): string {
  return localePath(splitPath(path).locale, OFFLINE_PATH);
}

const PACK_CACHE = new RegExp(`^${PACK_CACHE_PREFIX}([a-z]{2}):(.+)$`);

/** A state is kept per language, in a cache of its own that its remove button empties. */
export function packCache(uf: string, locale: Locale): string {
  return `${PACK_CACHE_PREFIX}${uf}:${locale}`;
}

export function isPackCache(name: string): boolean {
  return PACK_CACHE.test(name);
}

export type PackContents = { routes: readonly string[]; cities: readonly string[]; services: readonly string[]; photoPoints: boolean };

/** The pages that a pack holds, in one language: the state's own, and the checklist. */
export function packPages(uf: string, locale: Locale, { routes, cities, services, photoPoints }: PackContents): string[] {
  const pages = [
    "home",
    "regioes",
    ...routes.map((slug) => `rota/${slug}`),
    ...(photoPoints ? ["pontos-fotograficos"] : []),
    "mapa-interativo",
    "servicos",
    ...services.map((slug) => `servicos/${slug}`),
    "clubes-parceiros",
    ...cities.map((slug) => `cidade/${slug}`),
  ];
  return [...pages.map((page) => localePath(locale, `/${uf}/${page}`)), localePath(locale, "/checklist-viagem")];
}

/** What the pages of a pack load or offer besides: the data of the map and the track of each route. */
export function packFiles(uf: string, locale: Locale, { routes }: Pick<PackContents, "routes">): string[] {
  return [`/mapa-interativo/dados/${uf}.json`, ...routes.map((slug) => localePath(locale, `/${uf}/rota/${slug}/gpx`))];
}

/** Where the app opens without a signal: the state whose page was kept last, in the language of the address. */
export function lastStateHome(start: string, kept: readonly { path: string; keptAt: number }[]): string | null {
  const { locale, path } = splitPath(start);
  if (path !== "/home" && path !== "/") return null;
  const homes = kept.filter((page) => /^\/[a-z]{2}\/home$/.test(splitPath(page.path).path) && splitPath(page.path).locale === locale);
  return homes.toSorted((a, b) => b.keptAt - a.keptAt)[0]?.path ?? null;
}

/** Where a pack keeps its own record inside its cache; no page has this address. */
export const PACK_RECORD = "/offline-pack.json";

/** What the device knows about a pack: `savedAt` is null while the first download is unfinished. */
export type PackRecord = {
  uf: string;
  name: string;
  locale: Locale;
  /** Milliseconds; a download that goes on after a break keeps what came since. */
  startedAt: number;
  savedAt: string | null;
  bytes: number;
  pages: { path: string; title: string }[];
};

/** `1536000` → `1,5 MB`, in the language's own way of writing numbers. */
export function formatBytes(bytes: number, locale: Locale): string {
  const megabytes = bytes / 1_000_000;
  const [value, unit] = megabytes < 1 ? [bytes / 1000, "kilobyte"] : [megabytes, "megabyte"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: megabytes < 1 ? 0 : 1 }).format(value);
}
