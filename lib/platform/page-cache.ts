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
  /** Compressed copies only: the plain text is five times their size together and seldom asked for. */
  body: { br: Buffer; gzip: Buffer };
  /** Bytes of the plain text. */
  length: number;
  etag: string;
};

type Entry = { page: FinishedPage; freshUntil: number; generation: number };

const MEGABYTE = 2 ** 20;
/** How long a path that answered 404 is remembered, and how many are. */
const MISSING_SECONDS = 60;
const MAX_MISSING = 10_000;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Headers that belong to one connection or that this cache writes itself. */
const DROPPED = new Set(["connection", "content-encoding", "content-length", "date", "etag", "keep-alive", "transfer-encoding", "vary"]);

/** Next's notes to itself. */
const INTERNAL = /^x-(?:middleware|nextjs)-/;

/** Bytes an entry takes; at least 1, as lru-cache asks. */
function sizeOf({ page }: Entry, path: string): number {
  const headers = Object.entries(page.headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return path.length + headers + page.body.br.length + page.body.gzip.length + 500;
}

/** Finished public pages in memory, bounded in bytes, and the paths that answered 404 lately. */
export class PageCache {
  private readonly entries: LRUCache<string, Entry>;
  /** The 404 and 410 pages: few, and never pushed out by other pages. */
  private readonly missingPages = new Map<string, Entry>();
  private readonly missingUntil = new LRUCache<string, number>({ max: MAX_MISSING });
  private current = 0;

  constructor(maxBytes: number) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** Counts the calls of `expire`: what was asked for in an earlier generation may be outdated. */
  get generation(): number {
    return this.current;
  }

  /** Bytes and number of the stored pages. */
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

  /** Whether a page was asked for after an editor last saved. */
  isOfThisGeneration(path: string): boolean {
    return this.entries.peek(path)?.generation === this.current;
  }

  /** The last good copy however old: what visitors get while the database is away. */
  stale(path: string): FinishedPage | null {
    return (this.missingPages.get(path) ?? this.entries.get(path))?.page ?? null;
  }

  /** Keeps a page, unless it was asked for before an editor saved: the page may have changed or been removed since. */
  store(path: string, page: FinishedPage, seconds: number, generation: number): void {
    if (generation !== this.current) return;
    this.missingUntil.delete(path);
    this.entries.set(path, { page, freshUntil: Date.now() + seconds * 1000, generation });
  }

  /** Keeps a finished 404 or 410 page under its own address. */
  storeMissing(path: string, page: FinishedPage, generation: number): void {
    if (generation !== this.current) return;
    this.missingPages.set(path, { page, freshUntil: Date.now() + MISSING_SECONDS * 1000, generation });
  }

  /** A path answered 404: its copy goes at once, so that a removed page never returns as stale. */
  markMissing(path: string, generation: number): void {
    this.drop(path);
    if (generation === this.current) this.missingUntil.set(path, Date.now() + MISSING_SECONDS * 1000);
  }

  /** Whether a path answered 404 within the last minute and no editor saved since. */
  isMissing(path: string): boolean {
    return (this.missingUntil.get(path) ?? 0) > Date.now();
  }

  drop(path: string): void {
    this.entries.delete(path);
  }

  /** Makes every page ask Next again; copies stay as the fallback of `stale`. */
  expire(): void {
    this.current++;
    this.missingUntil.clear();
  }
}

// On `globalThis` because Next bundles this module a second time.
const holder = globalThis as { lacambechePages?: PageCache };
export const pageCache = (holder.lacambechePages ??= new PageCache(env.PAGE_CACHE_MB * MEGABYTE));

type Headers = Record<string, string | string[] | undefined>;

/**
 * A page as visitors get it: compressed copies, ETag, scripts after the first paint, and a policy that names the hash of every script we know.
 * Only a `shared` page may also be kept by a CDN.
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
    // Copies: zlib's own buffers are slices of larger ones.
    body: { br: Buffer.from(br), gzip: Buffer.from(gzipped) },
  };
}

/** The body without compression. */
export function plainText({ body }: FinishedPage): Promise<Buffer> {
  return unzip(body.gzip);
}

/** The best encoding a request accepts. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (/\bbr\b/.test(header ?? "")) return "br";
  return /\bgzip\b/.test(header ?? "") ? "gzip" : "identity";
}
