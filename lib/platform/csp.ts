import { createHash } from "node:crypto";
import { env } from "./env";
import { INLINE_SCRIPTS } from "./inline-scripts";
import { REALTIME } from "./realtime";

/** External origins are allowed only when the API key is configured. */
const GOOGLE_MAPS = env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY
  ? " https://maps.googleapis.com https://*.googleapis.com https://*.gstatic.com"
  : "";

/** hls.js loads segments with fetch, which needs `connect-src`; an audio element does not. */
const RADIO = env.RADIO_HLS_ORIGINS ? ` ${env.RADIO_HLS_ORIGINS}` : "";

/** Style, tiles, sprites and fonts of another base map. */
const MAP_STYLE = [env.MAP_STYLE_URL && new URL(env.MAP_STYLE_URL).origin, env.MAP_STYLE_ORIGINS]
  .filter(Boolean)
  .map((origins) => ` ${origins}`)
  .join("");

/** The WebSocket of Supabase Realtime. */
const REALTIME_ORIGIN = REALTIME ? ` ${new URL(REALTIME.url).origin}` : "";

export function newNonce(): string {
  return Buffer.from(crypto.randomUUID()).toString("base64");
}

/** CSP hash source of an inline script. */
export function sha256Source(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

type Inline = { nonce: string } | { hashes: string[] } | { inline: true };

/** What only some routes need. */
type Allowed = { card?: true; scanner?: true; realtime?: true };

/**
 * Content security policy of a page: dynamic pages use a nonce, cached static pages the hashes of their scripts;
 * `inline` is the policy of static pages before the page cache replaces it.
 */
export function pageCsp(allow: Inline, { card, scanner, realtime }: Allowed = {}): string {
  const stripe = (origins: string) => (card ? ` ${origins}` : "");
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptSources(allow)}${env.NODE_ENV === "development" ? " 'unsafe-eval'" : ""}${scanner ? " 'wasm-unsafe-eval'" : ""}${GOOGLE_MAPS}${stripe("https://js.stripe.com")}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data:${GOOGLE_MAPS}${MAP_STYLE}`,
    "font-src 'self'",
    `connect-src 'self'${GOOGLE_MAPS}${RADIO}${MAP_STYLE}${realtime ? REALTIME_ORIGIN : ""}${stripe("https://api.stripe.com")}`,
    ...(card ? ["frame-src 'self' https://js.stripe.com https://hooks.stripe.com"] : []),
    // Editors can add radio stations while pages are cached, so every https origin is allowed; media cannot run code or
    // read data.
    "media-src 'self' blob: https:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Content security policy of the pages that other sites show in a frame (`framed` in `paths.ts`): texts and pictures of
 * this site, without scripts and forms, so that a page around them can make a reader do nothing here.
 */
export const FRAME_CSP = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

function scriptSources(allow: Inline): string {
  if ("nonce" in allow) return [`'nonce-${allow.nonce}'`, ...INLINE_SCRIPTS.map(sha256Source)].join(" ");
  if ("hashes" in allow) return allow.hashes.join(" ");
  return "'unsafe-inline'";
}
