import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { OUTDATED_HEADER, TAGS_HEADER, type FinishedPage } from "../lib/platform/page-cache";
import { REQUEST_ID_HEADER } from "../lib/platform/request-id";
import { hashedCsp } from "./csp-hashes";
import { VARY } from "./page-data";
import { paintFirst } from "./paint-first";

export type Encoding = "br" | "gzip" | "identity";

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);

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

/**
 * Prepares a page for the cache: compressed copies, ETag, scripts after the first paint, and a CSP with the hashes of
 * all known scripts. Only a `shared` page may be cached by a CDN, for `sharedSeconds`.
 */
export async function finishPage(
  status: number,
  headers: Headers,
  answer: Buffer,
  { shared, sharedSeconds = 60 }: { shared: boolean; sharedSeconds?: number },
): Promise<FinishedPage> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !DROPPED.has(name) && !INTERNAL.test(name)) kept[name] = String(value);
  }
  const isPage = kept["content-type"]?.startsWith("text/html");
  const html = isPage ? Buffer.from(paintFirst(answer.toString())) : answer;
  kept["content-security-policy"] = hashedCsp(html.toString());
  kept["cache-control"] =
    shared && status === 200 ? `public, max-age=0, s-maxage=${sharedSeconds}, must-revalidate` : "private, no-cache";
  kept["vary"] = VARY;
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
