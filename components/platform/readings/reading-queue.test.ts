import { describe, expect, it } from "vitest";
import type { ReadingResult } from "./reading-api";
import { sendQueue, type ReadingQueue, type Sendable, type Sender } from "./reading-queue";

type Answer = { nonce: string };

const reading = (nonce: string, second = 0): Sendable => ({
  nonce,
  scannedAt: new Date(second * 1000).toISOString(),
  isOffline: false,
});

function memory(...readings: Sendable[]): ReadingQueue<Sendable> & { kept: Map<string, Sendable> } {
  const kept = new Map(readings.map((one) => [one.nonce, one]));
  return {
    kept,
    all: async () => [...kept.values()],
    put: async (one) => void kept.set(one.nonce, one),
    remove: async (nonces) => nonces.forEach((nonce) => kept.delete(nonce)),
  };
}
const answered = (readings: readonly Sendable[]): ReadingResult<Answer[]> => ({
  data: readings.map(({ nonce }) => ({ nonce })),
  failure: null,
});

/** Sends in batches of 500. */
const by = (send: Sender<Sendable, Answer>["send"]) => ({ size: 500, send });

describe("unsent readings", () => {
  it("are removed after the server answered them", async () => {
    const store = memory(reading("a"), reading("b"));
    const answers: string[] = [];
    const failure = await sendQueue(
      store,
      by(async (batch) => answered(batch)),
      (given) => void answers.push(...given.map(({ nonce }) => nonce)),
    );
    expect([failure, store.kept.size, answers]).toEqual([null, 0, ["a", "b"]]);
  });

  it("stay when the answers could not be kept", async () => {
    const store = memory(reading("a"));
    const keep = () => Promise.reject(new Error("no storage"));
    await expect(
      sendQueue(
        store,
        by(async (batch) => answered(batch)),
        keep,
      ),
    ).rejects.toThrow("no storage");
    expect(store.kept.size).toBe(1);
  });

  it.each(["offline", "signedOut", "refused", "failed"] as const)(
    "stay on the device when sending ends with %s",
    async (failure) => {
      const store = memory(reading("a"), reading("b"));
      expect(
        await sendQueue(
          store,
          by(async () => ({ data: null, failure })),
          () => undefined,
        ),
      ).toBe(failure);
      expect([...store.kept.values()].map(({ nonce, isOffline }) => [nonce, isOffline])).toEqual([
        ["a", true],
        ["b", true],
      ]);
    },
  );

  it("are sent in batches of 500, the oldest first, with the number of those that remain", async () => {
    const store = memory(...Array.from({ length: 1203 }, (_, index) => reading(`n${index}`, 1203 - index)));
    const sizes: [number, number, string][] = [];
    await sendQueue(
      store,
      by(async (batch, pending) => {
        sizes.push([batch.length, pending, batch[0]!.nonce]);
        return answered(batch);
      }),
      () => undefined,
    );
    expect(sizes).toEqual([
      [500, 703, "n1202"],
      [500, 203, "n702"],
      [203, 0, "n202"],
    ]);
  });

  it("that the server does not answer are not sent for ever", async () => {
    const store = memory(reading("a"), reading("b"));
    let requests = 0;
    const failure = await sendQueue(
      store,
      by(async () => {
        requests += 1;
        return answered([reading("a")]);
      }),
      () => undefined,
    );
    expect([failure, requests, [...store.kept.keys()]]).toEqual(["failed", 1, ["b"]]);
  });
});
