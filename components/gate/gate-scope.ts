import type { Reading } from "@/lib/gate/schema";
import type { GateMode } from "./gate-api";
import type { ReadingStore } from "./gate-queue";
import * as store from "./gate-store";

/** Name of a gate in the storage of the device; the token of a link is not stored. */
export async function scopeOf(mode: GateMode): Promise<string> {
  if (mode.kind === "operator") return `event:${mode.eventId}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(mode.token));
  return `device:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export const queueOf = (scope: string): ReadingStore => ({
  all: () => store.unsentReadings(scope),
  put: (reading: Reading) => store.putReading(scope, reading),
  remove: store.removeReadings,
});
