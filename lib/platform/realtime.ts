import { env } from "./env";

/**
 * Address of Supabase Realtime without a slash at its end; null on the embedded backend, which has none, and where it
 * is switched off. The server, the pages and the CSP decide by it.
 */
export const REALTIME_URL: string | null = addressOf(env.REALTIME_URL);

function addressOf(setting: string | undefined): string | null {
  if (setting === "off" || (!setting && env.SUPABASE_EMBEDDED)) return null;
  return (setting ?? `${env.NEXT_PUBLIC_SUPABASE_URL.replace(/\/+$/, "")}/realtime/v1`).replace(/\/+$/, "");
}

/** What a browser needs to listen; the publishable key is made for browsers. */
export type RealtimeAccess = { url: string; key: string };

/** Null without Realtime. */
export const REALTIME: RealtimeAccess | null = REALTIME_URL
  ? { url: REALTIME_URL.replace(/^http/, "ws"), key: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY }
  : null;
