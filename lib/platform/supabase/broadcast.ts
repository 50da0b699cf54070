import "server-only";
import { env } from "../env";
import { REALTIME_URL } from "../realtime";

const TIMEOUT_MS = 5000;

/** Sends an event without content to all who listen to a topic; does nothing without Realtime. */
export async function broadcast(topic: string, event: string): Promise<void> {
  if (!REALTIME_URL) return;
  const response = await fetch(`${REALTIME_URL}/api/broadcast`, {
    method: "POST",
    headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, "content-type": "application/json" },
    body: JSON.stringify({ messages: [{ topic, event, payload: {}, private: false }] }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Realtime answered ${response.status}`);
}
