import "server-only";
import "./websocket";
import { createClient } from "@supabase/supabase-js";
import { env } from "../env";
import type { Database } from "./database.types";
import { visitorFetch } from "./visitor-fetch";

/**
 * Client that bypasses RLS: only `app/api/**`, `service.ts` of accounts and event codes, and jobs may use it (a test
 * checks this). `address` is that of the visitor for whom it calls the auth server.
 */
export function createServiceClient(address?: string) {
  return createClient<Database>(env.NEXT_PUBLIC_SUPABASE_URL, env.SUPABASE_SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(address && { global: { fetch: visitorFetch(address) } }),
  });
}
