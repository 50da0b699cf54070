import { nextBatch } from "@/lib/platform/readings/rules";
import type { ReadingFailure, ReadingResult } from "./reading-api";

export type Sendable = { nonce: string; scannedAt: string; isOffline: boolean };
export type ReadingQueue<R> = {
  all: () => Promise<R[]>;
  put: (reading: R) => Promise<void>;
  remove: (nonces: readonly string[]) => Promise<void>;
};
/** Sends at most `size` readings and returns how many more wait. */
export type Sender<R, A> = {
  size: number;
  send: (readings: readonly R[], pending: number) => Promise<ReadingResult<A[]>>;
};

/**
 * Sends the stored readings, the oldest first. A reading is removed only after the server answered it and the answer was
 * kept, so that a lost answer, an expired session or a closed page loses nothing; its nonce prevents a second entry.
 */
export async function sendQueue<R extends Sendable, A extends { nonce: string }>(
  queue: ReadingQueue<R>,
  { size, send }: Sender<R, A>,
  onAnswers: (answers: readonly A[]) => void | Promise<void>,
): Promise<ReadingFailure | null> {
  for (;;) {
    const waiting = await queue.all();
    const batch = nextBatch(waiting, size);
    if (batch.length === 0) return null;
    const { data, failure } = await send(batch, waiting.length - batch.length);
    if (failure) {
      await markOffline(queue, batch);
      return failure;
    }
    const answered = new Set(data.map(({ nonce }) => nonce));
    await onAnswers(data);
    await queue.remove([...answered]);
    // The server answers every reading of its event or place; without this a foreign one would be sent for ever.
    if (batch.some(({ nonce }) => !answered.has(nonce))) return "failed";
  }
}

/** Readings that could not be sent at once count as offline readings. */
async function markOffline<R extends Sendable>(queue: ReadingQueue<R>, readings: readonly R[]): Promise<void> {
  for (const reading of readings) if (!reading.isOffline) await queue.put({ ...reading, isOffline: true });
}
