import "server-only";
import "./websocket";
import { createClient } from "@supabase/supabase-js";
import { env } from "../env";
import type { Database } from "./database.types";

/** Seconds a public read may be served from Next's cache; an editor's save purges it at once by tag. */
const REVALIDATE_SECONDS = 300;

/** The door of guide pages: anonymous key, no cookies; reads are cached and purged by `tags`, without tags each asks anew. */
export function createPublicClient(tags: string[] | null) {
  const kept: RequestInit = tags ? { next: { tags, revalidate: REVALIDATE_SECONDS } } : { cache: "no-store" };
  return createClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => fetch(input, { ...init, ...kept }) },
  });
}
