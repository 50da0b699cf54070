import "server-only";
import { isIP } from "node:net";
import { env } from "../env";

/**
 * The calls that the auth server limits by address. The account administration is not among them, because the secret
 * key would open it to a client of a session.
 */
const LIMITED = /^\/auth\/v1\/(?:token|verify|otp|recover|resend|signup|user|factors\/[^/]+\/(?:challenge|verify))$/;
const BACKEND = new URL(env.NEXT_PUBLIC_SUPABASE_URL);
/** The auth server accepts no forwarded address beside a legacy key, which is a JWT. */
const CAN_FORWARD = env.SUPABASE_SECRET_KEY.startsWith("sb_secret_");

function isLimited(input: Parameters<typeof fetch>[0]): boolean {
  const url = new URL(input instanceof Request ? input.url : input);
  return url.origin === BACKEND.origin && LIMITED.test(url.pathname.slice(BACKEND.pathname.replace(/\/$/, "").length));
}

/**
 * `fetch` of a client that acts for a visitor. The auth server limits calls by address, and all of them come from this
 * server: calls to it contain the visitor's address, which it reads only beside the secret key.
 */
export function visitorFetch(address: string): typeof fetch {
  return (input, init) => {
    if (!CAN_FORWARD || isIP(address) === 0 || !isLimited(input)) return fetch(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set("apikey", env.SUPABASE_SECRET_KEY);
    headers.set("sb-forwarded-for", address);
    // A key counts as a bearer token only when it equals `apikey`; a session's token stays.
    if (headers.get("authorization") === `Bearer ${env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY}`)
      headers.delete("authorization");
    return fetch(input, { ...init, headers });
  };
}
