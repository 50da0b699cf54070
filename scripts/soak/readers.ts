import { localePath } from "../../lib/platform/i18n/routing";
import { popular, weighted } from "./arrivals";
import { addressOf, JSON_TYPE, type Call, type Judged, type Work } from "./call";
import type { Plan } from "./plan";
import type { Answer } from "./send";
import { CACHED, LOST_PAGE, STALE } from "./verdicts";

const LANGUAGES = [
  { locale: "pt-BR", weight: 80 },
  { locale: "en-US", weight: 14 },
  { locale: "es-419", weight: 6 },
] as const;
const ENCODINGS = [
  { name: "br, gzip", weight: 88 },
  { name: "gzip", weight: 10 },
  { name: "identity", weight: 2 },
];
/** Shares of readers who come back, and of those who open a page that few read. */
const RETURNING = 0.4;
const RARE = 0.01;
const READERS = 20_000;

const STATES: Record<string, string> = { hit: CACHED, stale: STALE, miss: "page: filled" };

function judgePage(path: string, etags: Map<string, string>) {
  return ({ status, headers }: Answer): Judged => {
    if (headers.etag) etags.set(path, headers.etag);
    if (status === 0) return { work: LOST_PAGE };
    return { work: STATES[String(headers["x-page-cache"])] ?? "page: not cached" };
  };
}

/** Readers of public pages; those who come back send the ETag of the copy that their browser keeps. */
export function readers({ often, rare }: Plan, random: () => number): Work {
  const etags = new Map<string, string>();
  const next = (): Call => {
    const isRare = random() < RARE && rare.length > 0;
    const page = isRare ? rare[Math.floor(random() * rare.length)]! : popular(often, random);
    const path = localePath(weighted(LANGUAGES, random).locale, page);
    const encoding = weighted(ENCODINGS, random).name;
    const key = `${encoding} ${path}`;
    const etag = random() < RETURNING ? etags.get(key) : undefined;
    return {
      path,
      headers: {
        ...addressOf(0, Math.floor(random() * READERS)),
        accept: "text/html",
        "accept-encoding": encoding,
        ...(etag && { "if-none-match": etag }),
      },
      judge: judgePage(key, etags),
    };
  };
  return { name: "page", weight: 840, next };
}

/** Each often read page once. */
export function firstReaders({ often }: Plan): () => Call | null {
  let index = 0;
  return () => {
    const path = often[index++];
    return path === undefined ? null : { path, headers: { ...addressOf(9, index), "accept-encoding": "br, gzip" } };
  };
}

/** What a browser sends after it has shown a page. */
export function visits({ often }: Plan, random: () => number): Work {
  const next = (): Call => ({
    path: "/api/page-views",
    method: "POST",
    headers: { ...addressOf(0, Math.floor(random() * READERS)), ...JSON_TYPE },
    body: JSON.stringify({ path: popular(often, random), locale: "pt-BR" }),
  });
  return { name: "page view", weight: 70, next };
}
