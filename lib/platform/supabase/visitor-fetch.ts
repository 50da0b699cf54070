import "server-only";
import { isIP } from "node:net";
import { env } from "../env";

const AUTH_URL = `${env.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/`;
/** The auth server accepts no forwarded address beside a legacy key, which is a JWT. */
const CAN_FORWARD = env.SUPABASE_SECRET_KEY.startsWith("sb_secret_");

const urlOf = (input: Parameters<typeof fetch>[0]) => (input instanceof Request ? input.url : String(input));

/**
 * `fetch` of a client that acts for a visitor. The auth server limits calls by address, and all of them come from this
 * server: calls to it contain the visitor's address, which it reads only beside the secret key.
 */
export function visitorFetch(address: string): typeof fetch {
  return (input, init) => {
    if (!CAN_FORWARD || isIP(address) === 0 || !urlOf(input).startsWith(AUTH_URL)) return fetch(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set("apikey", env.SUPABASE_SECRET_KEY);
    headers.set("sb-forwarded-for", address);
    // A key counts as a bearer token only when it equals `apikey`; a session's token stays.
    if (headers.get("authorization") === `Bearer ${env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY}`)
      headers.delete("authorization");
    return fetch(input, { ...init, headers });
  };
}
