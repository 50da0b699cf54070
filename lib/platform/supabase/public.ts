import "server-only";
import "./websocket";
import { createClient } from "@supabase/supabase-js";
import type { CacheTag } from "../cache-tags";
import { env } from "../env";
import type { Database } from "./database.types";

/** Cache lifetime of a public query in seconds; an editor's save invalidates it immediately by tag. */
const REVALIDATE_SECONDS = 300;

/**
 * Database client of public pages: anonymous key, no cookies. Queries are cached and invalidated by `tags`; without
 * tags they are not cached.
 */
export function createPublicClient(tags: CacheTag[] | null) {
  const cacheOptions: RequestInit = tags ? { next: { tags, revalidate: REVALIDATE_SECONDS } } : { cache: "no-store" };
  return createClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => fetch(input, { ...init, ...cacheOptions }) },
  });
}
