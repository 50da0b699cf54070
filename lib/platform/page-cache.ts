import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { hashedCsp } from "./csp";
import { paintFirst } from "./paint-first";

export type Encoding = "br" | "gzip" | "identity";

export type FinishedPage = {
  status: number;
  headers: Record<string, string>;
  body: Record<Encoding, Buffer>;
  etag: string;
};

type Entry = { page: FinishedPage; freshUntil: number };

const MAX_PAGES = 5000;
/** Headers that belong to one connection or that this cache writes itself. */
const DROPPED = new Set(["connection", "content-encoding", "content-length", "date", "etag", "keep-alive", "transfer-encoding", "vary"]);

/** Next's notes to itself. */
const INTERNAL = /^x-(?:middleware|nextjs)-/;

/** Finished public HTML in memory; lives on `globalThis` because Next bundles this module a second time. */
class PageCache {
  private readonly entries = new Map<string, Entry>();

  fresh(path: string): FinishedPage | null {
    const entry = this.entries.get(path);
    return entry && entry.freshUntil > Date.now() ? entry.page : null;
  }

  /** The last good copy however old: what visitors get while the database is away. */
  stale(path: string): FinishedPage | null {
    return this.entries.get(path)?.page ?? null;
  }

  store(path: string, page: FinishedPage, seconds: number): void {
    this.entries.delete(path);
    if (this.entries.size >= MAX_PAGES) this.entries.delete(this.entries.keys().next().value!);
    this.entries.set(path, { page, freshUntil: Date.now() + seconds * 1000 });
  }

  /** Makes every page ask Next again; copies stay as the fallback of `stale`. */
  expire(): void {
    for (const entry of this.entries.values()) entry.freshUntil = 0;
  }
}

const holder = globalThis as { lacambechePages?: PageCache };
export const pageCache = (holder.lacambechePages ??= new PageCache());

type Headers = Record<string, string | string[] | undefined>;

/**
 * A page as visitors get it: compressed copies, ETag, scripts after the first paint, and a policy that names the hash of every script we know.
 * Only a `shared` page may also be kept by a CDN.
 */
export function finishPage(status: number, headers: Headers, answer: Buffer, { shared }: { shared: boolean }): FinishedPage {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !DROPPED.has(name) && !INTERNAL.test(name)) kept[name] = String(value);
  }
  const isPage = kept["content-type"]?.startsWith("text/html");
  const html = isPage ? Buffer.from(paintFirst(answer.toString())) : answer;
  kept["content-security-policy"] = hashedCsp(html.toString());
  kept["cache-control"] = shared && status === 200 ? "public, max-age=0, s-maxage=60, must-revalidate" : "private, no-cache";
  kept["vary"] = "accept-encoding";
  return {
    status,
    headers: kept,
    etag: `"${createHash("sha1").update(html).digest("base64url")}"`,
    body: {
      identity: html,
      gzip: gzipSync(html, { level: 9 }),
      br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    },
  };
}

/** The best encoding a request accepts. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (/\bbr\b/.test(header ?? "")) return "br";
  return /\bgzip\b/.test(header ?? "") ? "gzip" : "identity";
}
