import "server-only";
import "./websocket";
import { createServerClient, type CookieMethodsServer } from "@supabase/ssr";
import { cookies } from "next/headers";
import { SESSION_COOKIE_NAME } from "../auth/cookies";
import { env } from "../env";
import type { Database } from "./database.types";

/** The session lives in cookies that no script can read. */
export const SESSION_COOKIE = {
  name: SESSION_COOKIE_NAME,
  httpOnly: true,
  sameSite: "lax",
  secure: env.NEXT_PUBLIC_SITE_URL.startsWith("https:"),
  path: "/",
} as const;

/** One cookie a session client wants written. */
export type CookieChange = Parameters<NonNullable<CookieMethodsServer["setAll"]>>[0][number];

/**
 * A client of the signed-in user on any cookie jar (middleware has its own). A session that turns out to be over
 * counts as none, but its cookies stay: a slow request with the old one must not delete the cookies of a session
 * that began meanwhile. Signing out deletes them itself.
 */
export function createSessionClientOn({ getAll, setAll }: Required<Pick<CookieMethodsServer, "getAll" | "setAll">>) {
  return createServerClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    cookies: {
      getAll,
      setAll: (changes, headers) => (changes.some(({ value }) => value) ? setAll(changes, headers) : undefined),
    },
    cookieOptions: SESSION_COOKIE,
  });
}

/** The door of everything personal: RLS as the signed-in user. */
export async function createSessionClient() {
  const jar = await cookies();
  return createSessionClientOn({
    getAll: () => jar.getAll(),
    setAll(changes) {
      try {
        for (const { name, value, options } of changes) jar.set(name, value, options);
      } catch {
        // Server components may not write cookies; middleware has refreshed the session already.
      }
    },
  });
}
