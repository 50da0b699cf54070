import "server-only";
import "./websocket";
import { createServerClient, type CookieMethodsServer } from "@supabase/ssr";
import { cookies } from "next/headers";
import { SESSION_COOKIE_NAME } from "../auth/cookies";
import { callerAddress } from "../caller";
import { env } from "../env";
import type { Database } from "./database.types";
import { visitorFetch } from "./visitor-fetch";

/** The session is stored in HttpOnly cookies. */
export const SESSION_COOKIE = {
  name: SESSION_COOKIE_NAME,
  httpOnly: true,
  sameSite: "lax",
  secure: env.NEXT_PUBLIC_SITE_URL.startsWith("https:"),
  path: "/",
} as const;

/** One cookie that a session client sets. */
export type CookieChange = Parameters<NonNullable<CookieMethodsServer["setAll"]>>[0][number];

/**
 * Client of the signed-in user for any cookie store (middleware has its own). An expired session counts as none, but
 * its cookies are kept: a slow request with the old session must not delete the cookies of a newer one. Signing out
 * deletes them itself.
 */
export function createSessionClientOn(
  { getAll, setAll }: Required<Pick<CookieMethodsServer, "getAll" | "setAll">>,
  address: string,
) {
  return createServerClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    cookies: {
      getAll,
      setAll: (changes, headers) => (changes.some(({ value }) => value) ? setAll(changes, headers) : undefined),
    },
    cookieOptions: SESSION_COOKIE,
    global: { fetch: visitorFetch(address) },
  });
}

/** Database client for personal data: RLS applies as the signed-in user. */
export async function createSessionClient() {
  const jar = await cookies();
  const store = {
    getAll: () => jar.getAll(),
    setAll(changes: CookieChange[]) {
      try {
        for (const { name, value, options } of changes) jar.set(name, value, options);
      } catch {
        // Server components cannot set cookies; middleware has already refreshed the session.
      }
    },
  };
  return createSessionClientOn(store, await callerAddress());
}
