import { createHash } from "node:crypto";
import { env } from "./env";
import { LATE_SCRIPT, SPLASH_SCRIPT, THEME_SCRIPT } from "./inline-scripts";

/** Other origins only where a key asks for them. */
const GOOGLE_MAPS = env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY ? " https://maps.googleapis.com https://*.googleapis.com https://*.gstatic.com" : "";

/** hls.js fetches its pieces itself, which an audio element does not. */
const RADIO = env.RADIO_HLS_ORIGINS ? ` ${env.RADIO_HLS_ORIGINS}` : "";

export function newNonce(): string {
  return Buffer.from(crypto.randomUUID()).toString("base64");
}

/** The CSP source of an inline script's text. */
export function sha256Source(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

type Inline = { nonce: string } | { hashes: string[] } | { inline: true };

/**
 * The policy of a page: signed-in pages carry a nonce, finished static pages the hashes of their scripts;
 * `inline` is what Next sends for static pages before the page cache replaces it.
 */
export function pageCsp(allow: Inline, { card }: { card?: true } = {}): string {
  const stripe = (origins: string) => (card ? ` ${origins}` : "");
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptSources(allow)}${env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}${GOOGLE_MAPS}${stripe("https://js.stripe.com")}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data:${GOOGLE_MAPS}`,
    "font-src 'self'",
    `connect-src 'self'${GOOGLE_MAPS}${RADIO}${stripe("https://api.stripe.com")}`,
    ...(card ? ["frame-src 'self' https://js.stripe.com https://hooks.stripe.com"] : []),
    // Editors add radio stations while pages stand finished in caches; media runs no code and can read nothing.
    "media-src 'self' blob: https:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function scriptSources(allow: Inline): string {
  if ("nonce" in allow) return `'nonce-${allow.nonce}' ${sha256Source(THEME_SCRIPT)} ${sha256Source(SPLASH_SCRIPT)}`;
  if ("hashes" in allow) return allow.hashes.join(" ");
  return "'unsafe-inline'";
}

const DATA_PUSH = /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((\[[\s\S]*\])\)$/;
const CHUNK_LIST = /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((\{[\s\S]*\})\);$/;

/** An inline script this product writes itself: our literals, or the framework's data pushes that parse as data. */
export function isKnownScript(body: string): boolean {
  if (body === THEME_SCRIPT || body === SPLASH_SCRIPT || body === LATE_SCRIPT) return true;
  const data = (DATA_PUSH.exec(body) ?? CHUNK_LIST.exec(body))?.[1];
  if (data === undefined) return false;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}

/** The policy of a finished static page: a hash for every known inline script, nothing for any other. */
export function hashedCsp(html: string): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", body = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!/\bsrc=/.test(attributes) && isKnownScript(body)) hashes.add(sha256Source(body));
  }
  return pageCsp({ hashes: [...hashes] });
}
