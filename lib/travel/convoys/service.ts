import "server-only";
import { REALTIME_URL } from "../../platform/realtime";
import { reportError } from "../../platform/report";
import { broadcast } from "../../platform/supabase/broadcast";
import { CONVOY_EVENT, convoyTopic } from "./rules";

/** Changes within this time are announced together, because a project pays for every message to every browser. */
const PAUSE_MS = 5000;

/** Channels with a message sent less than one pause ago; true when another change is waiting. */
const told = new Map<string, boolean>();

/**
 * Notifies the browsers of a convoy's members, where the backend has Realtime, of a change. The message has no content: they request the convoy from the server, which checks the access. A message that fails is reported, and browsers notice later.
 */
export function tellMembers(channel: string | null): void {
  if (!channel || !REALTIME_URL) return;
  if (told.has(channel)) return void told.set(channel, true);
  told.set(channel, false);
  broadcast(convoyTopic(channel), CONVOY_EVENT).catch((error: unknown) => reportError("convoys", error));
  setTimeout(() => {
    const isWaiting = told.get(channel);
    told.delete(channel);
    if (isWaiting) tellMembers(channel);
  }, PAUSE_MS).unref();
}
