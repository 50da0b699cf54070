import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { hashedCsp } from "./csp";
import { env } from "./env";
import { paintFirst } from "./paint-first";

export type Encoding = "br" | "gzip" | "identity";

export type FinishedPage = {
  status: number;
  headers: Record<string, string>;
  /** Only compressed copies: uncompressed bodies are about five times larger than both and rarely requested. */
  body: { br: Buffer; gzip: Buffer };
  /** Uncompressed size in bytes. */
  length: number;
  etag: string;
};

type Entry = { page: FinishedPage; freshUntil: number; generation: number };

const MEGABYTE = 2 ** 20;
/** Lifetime and maximum number of cached 404 paths. */
const MISSING_SECONDS = 60;
const MAX_MISSING = 10_000;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Hop-by-hop headers, and headers that this cache sets itself. */
const DROPPED = new Set(["connection", "content-encoding", "content-length", "date", "etag", "keep-alive", "transfer-encoding", "vary"]);

/** Internal headers of Next. */
const INTERNAL = /^x-(?:middleware|nextjs)-/;

/** Size of an entry in bytes; at least 1, as lru-cache requires. */
function sizeOf({ page }: Entry, path: string): number {
  const headers = Object.entries(page.headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return path.length + headers + page.body.br.length + page.body.gzip.length + 500;
}

/** In-memory cache of public pages, limited in bytes, and of paths that recently returned 404. */
export class PageCache {
  private readonly entries: LRUCache<string, Entry>;
  /** The 404 and 410 pages: only a few, and never evicted by other pages. */
  private readonly missingPages = new Map<string, Entry>();
  private readonly missingUntil = new LRUCache<string, number>({ max: MAX_MISSING });
  private current = 0;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** Number of `expire` calls; a page requested in an earlier generation may be outdated. */
  get generation(): number {
    return this.current;
  }

  /** Size of the cache in bytes and number of pages. */
  get size(): { bytes: number; pages: number; missing: number } {
    return { bytes: this.entries.calculatedSize, pages: this.entries.size, missing: this.missingUntil.size };
  }

  private isFresh({ generation, freshUntil }: Entry): boolean {
    return generation === this.current && freshUntil > Date.now();
  }

  fresh(path: string): FinishedPage | null {
    const entry = this.missingPages.get(path) ?? this.entries.get(path);
    return entry && this.isFresh(entry) ? entry.page : null;
  }

  /** Whether a page was requested after the last save of an editor. */
  isOfThisGeneration(path: string): boolean {
    return this.entries.peek(path)?.generation === this.current;
  }

  /** The last successful copy of any age, served while the database is unavailable. */
  stale(path: string): FinishedPage | null {
    return (this.missingPages.get(path) ?? this.entries.get(path))?.page ?? null;
  }

  /** Stores a page, unless an editor saved after it was requested: it may have changed or been removed. */
  store(path: string, page: FinishedPage, seconds: number, generation: number): void {
    if (generation !== this.current) return;
    this.missingUntil.delete(path);
    this.entries.set(path, { page, freshUntil: Date.now() + seconds * 1000, generation });
  }

  /** Stores a 404 or 410 page under its own path. */
  storeMissing(path: string, page: FinishedPage, generation: number): void {
    if (generation !== this.current) return;
    this.missingPages.set(path, { page, freshUntil: Date.now() + MISSING_SECONDS * 1000, generation });
  }

  /** Records that a path returned 404 and deletes its copy, so that a removed page is never served as stale. */
  markMissing(path: string, generation: number): void {
    this.drop(path);
    if (generation === this.current) this.missingUntil.set(path, Date.now() + MISSING_SECONDS * 1000);
  }

  /** Whether a path returned 404 within the last minute and no editor has saved since. */
  isMissing(path: string): boolean {
    return (this.missingUntil.get(path) ?? 0) > Date.now();
  }

  drop(path: string): void {
    this.entries.delete(path);
  }

  /** Marks every page as outdated; copies are kept for `stale`. */
  expire(): void {
    this.current++;
    this.missingUntil.clear();
  }
}

// Stored on `globalThis`, because Next bundles this module a second time.
const holder = globalThis as { lacambechePages?: PageCache };
export const pageCache = (holder.lacambechePages ??= new PageCache(env.PAGE_CACHE_MB * MEGABYTE));

type Headers = Record<string, string | string[] | undefined>;

/**
 * Prepares a page for the cache: compressed copies, ETag, scripts after the first paint, and a CSP with the hashes of
 * all known scripts. Only a `shared` page may be cached by a CDN.
 */
export async function finishPage(status: number, headers: Headers, answer: Buffer, { shared }: { shared: boolean }): Promise<FinishedPage> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !DROPPED.has(name) && !INTERNAL.test(name)) kept[name] = String(value);
  }
  const isPage = kept["content-type"]?.startsWith("text/html");
  const html = isPage ? Buffer.from(paintFirst(answer.toString())) : answer;
  kept["content-security-policy"] = hashedCsp(html.toString());
  kept["cache-control"] = shared && status === 200 ? "public, max-age=0, s-maxage=60, must-revalidate" : "private, no-cache";
  kept["vary"] = "accept-encoding";
  const [br, gzipped] = await Promise.all([brotli(html, BROTLI), zip(html, { level: 9 })]);
  return {
    status,
    headers: kept,
    etag: `"${createHash("sha1").update(html).digest("base64url")}"`,
    length: html.length,
    // Copied, because zlib's buffers are slices of larger ones and would keep those in memory.
    body: { br: Buffer.from(br), gzip: Buffer.from(gzipped) },
  };
}

/** The uncompressed body. */
export function plainText({ body }: FinishedPage): Promise<Buffer> {
  return unzip(body.gzip);
}

/** The best encoding of an Accept-Encoding header. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (/\bbr\b/.test(header ?? "")) return "br";
  return /\bgzip\b/.test(header ?? "") ? "gzip" : "identity";
}
