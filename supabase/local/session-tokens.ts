import { decode, sign, verify } from "hono/jwt";
import { LRUCache } from "lru-cache";
import { BEARER } from "./auth-assurance";
import type { Keys } from "./keys";

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const NEW_KEY = /^Bearer (sb_\w+_[\w-]+)$/;
const JWKS_SECONDS = 600;
/** Supabase Lite checks the times of a token itself and answers differently for each. */
const SIGNATURE_ONLY = { exp: false, iat: false, nbf: false } as const;

type Payload = Record<string, unknown>;

/** Translated tokens, because a page sends the same one many times. */
const translated = new LRUCache<string, string>({ max: 2000 });

/** GET /.well-known/jwks.json: the public part of the signing key. */
export function jwksResponse({ signingKey: { kty, crv, x, y, kid, alg } }: Keys): Response {
  const key = { kty, crv, x, y, kid, alg, use: "sig", key_ops: ["verify"], ext: true };
  const headers = { "cache-control": `public, max-age=${JWKS_SECONDS}`, "access-control-allow-origin": "*" };
  return Response.json({ keys: [key] }, { headers });
}

function decoded(token: string): { header: { alg: string; kid?: string }; payload: Payload } | undefined {
  try {
    return decode(token) as { header: { alg: string; kid?: string }; payload: Payload };
  } catch {
    return undefined;
  }
}

/** The new key in place of a legacy one, a JWT with the role `anon` or `service_role`; undefined for any other. */
async function keyOfLegacy(keys: Keys, given: string): Promise<string | undefined> {
  const payload = await verify(given, keys.jwtSecret, "HS256").catch(() => undefined);
  if (payload?.role === "anon") return keys.publishableKey;
  return payload?.role === "service_role" ? keys.secretKey : undefined;
}

/**
 * The token of a session as Supabase Lite verifies it, with its symmetric secret; undefined when it is none. Tokens of
 * files have the same secret and no session. Tokens issued before there was a signing key are passed on.
 */
async function internalToken(keys: Keys, token: string): Promise<string | undefined> {
  const known = translated.get(token);
  if (known) return known;
  const { header, payload } = decoded(token) ?? {};
  if (typeof payload?.session_id !== "string" || payload.role !== "authenticated") return undefined;
  if (header?.alg === "HS256") return token;
  const { d: _, ...publicKey } = keys.signingKey;
  const isOurs = await verify(token, publicKey, { alg: "ES256", ...SIGNATURE_ONLY }).then(
    () => header?.kid === publicKey.kid,
    () => false,
  );
  if (!isOurs) return undefined;
  const internal = await sign(payload, keys.jwtSecret, "HS256");
  translated.set(token, internal);
  return internal;
}

/**
 * The headers of a request for Supabase Lite, undefined when its API key or token is refused. Like the gateway of a
 * hosted project: a new key is no token, so as a bearer it must equal `apikey`; legacy keys and asymmetric tokens are
 * accepted. Other forms of the header are refused, because other parsers could read them differently.
 */
export async function internalHeaders(keys: Keys, sent: Headers): Promise<Headers | undefined> {
  const headers = new Headers(sent);
  const given = sent.get("apikey");
  const authorization = sent.get("authorization") ?? "";
  const apikey = given && JWT.test(given) ? await keyOfLegacy(keys, given) : given;
  if (given && !apikey) return undefined;
  if (apikey) headers.set("apikey", apikey);
  if (authorization === "") return headers;
  const bearer = NEW_KEY.exec(authorization)?.[1];
  if (bearer) return bearer === given ? headers : undefined;
  const token = BEARER.exec(authorization)?.[1];
  const internal = token && (token === given ? apikey : await internalToken(keys, token));
  if (!internal) return undefined;
  headers.set("authorization", `Bearer ${internal}`);
  return headers;
}
