import { nextBatch } from "@/lib/gate/rules";
import { MAX_READINGS, type Answer, type Reading } from "@/lib/gate/schema";
import type { GateFailure, GateResult } from "./gate-api";

export type ReadingStore = {
  all: () => Promise<Reading[]>;
  put: (reading: Reading) => Promise<void>;
  remove: (nonces: readonly string[]) => Promise<void>;
};
type Send = (readings: readonly Reading[], pending: number) => Promise<GateResult<Answer[]>>;

/**
 * Sends the stored readings, the oldest first. A reading is removed only after the server answered it and the answer was
 * kept, so that a lost answer, an expired session or a closed page loses nothing; its nonce prevents a second entry.
 */
export async function sendQueue(
  store: ReadingStore,
  send: Send,
  onAnswers: (answers: readonly Answer[]) => void | Promise<void>,
): Promise<GateFailure | null> {
  for (;;) {
    const waiting = await store.all();
    const batch = nextBatch(waiting, MAX_READINGS);
    if (batch.length === 0) return null;
    const { data, failure } = await send(batch, waiting.length - batch.length);
    if (failure) {
      await markOffline(store, batch);
      return failure;
    }
    const answered = new Set(data.map(({ nonce }) => nonce));
    await onAnswers(data);
    await store.remove([...answered]);
    // The server answers every reading of its event; without this a foreign one would be sent for ever.
    if (batch.some(({ nonce }) => !answered.has(nonce))) return "failed";
  }
}

/** Readings that could not be sent at once count as offline readings. */
async function markOffline(store: ReadingStore, readings: readonly Reading[]): Promise<void> {
  for (const reading of readings) if (!reading.isOffline) await store.put({ ...reading, isOffline: true });
}
