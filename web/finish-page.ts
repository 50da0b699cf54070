import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import { FRAME_CSP } from "../lib/platform/csp";
import { OUTDATED_HEADER, TAGS_HEADER, type FinishedPage } from "../lib/platform/page-cache";
import { REQUEST_ID_HEADER } from "../lib/platform/request-id";
import { hashedCsp } from "./csp-hashes";
import { VARY } from "./page-data";
import { paintFirst } from "./paint-first";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const zip = promisify(gzip);

/** Of Brotli, for pages that are compressed while their first visitor waits. */
const QUALITY = 5;

/** Hop-by-hop headers, and headers that this cache sets or reads itself. */
const DROPPED = new Set([
  OUTDATED_HEADER,
  REQUEST_ID_HEADER,
  TAGS_HEADER,
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "transfer-encoding",
  "vary",
]);

/** Internal headers of Next. */
const INTERNAL = /^x-(?:middleware|nextjs)-/;

type Headers = Record<string, string | string[] | undefined>;
type Sharing = { shared: boolean; sharedSeconds?: number; earlier?: FinishedPage | null };

async function compress(html: Buffer): Promise<FinishedPage["body"]> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: html.length };
  // Copied, because zlib's buffers are slices of larger ones and would keep those in memory.
  return { br: Buffer.from(await brotli(html, { params })) };
}

/**
 * Prepares a page for the cache: compressed copies, ETag, scripts after the first paint, and a CSP with the hashes of
 * all known scripts; the constant one of pages for frames stays. Only a `shared` page may be cached by a CDN, for
 * `sharedSeconds`. Of an `earlier` copy with the same content the compressed ones are used again: compressing takes most
 * of the time.
 */
export async function finishPage(
  status: number,
  headers: Headers,
  answer: Buffer,
  { shared, sharedSeconds = 60, earlier = null }: Sharing,
): Promise<FinishedPage> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !DROPPED.has(name) && !INTERNAL.test(name)) kept[name] = String(value);
  }
  const isPage = kept["content-type"]?.startsWith("text/html");
  const html = isPage ? Buffer.from(paintFirst(answer.toString())) : answer;
  const etag = `"${createHash("sha1").update(html).digest("base64url")}"`;
  const same = earlier?.etag === etag ? earlier : null;
  if (kept["content-security-policy"] !== FRAME_CSP)
    kept["content-security-policy"] = same?.headers["content-security-policy"] ?? hashedCsp(html.toString());
  kept["cache-control"] =
    shared && status === 200 ? `public, max-age=0, s-maxage=${sharedSeconds}, must-revalidate` : "private, no-cache";
  kept["vary"] = VARY;
  return { status, headers: kept, etag, length: html.length, body: same?.body ?? (await compress(html)) };
}

/** The uncompressed body. */
export function plainText({ body }: FinishedPage): Promise<Buffer> {
  return unbrotli(body.br);
}

/** The gzip copy, made at the first request for it: nearly every client accepts Brotli. */
export function gzipCopy(page: FinishedPage): Promise<Buffer> {
  return (page.body.gzip ??= plainText(page)
    .then((html) => zip(html))
    .then((zipped) => Buffer.from(zipped)));
}

/** The best encoding of an Accept-Encoding header. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (/\bbr\b/.test(header ?? "")) return "br";
  return /\bgzip\b/.test(header ?? "") ? "gzip" : "identity";
}
