import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LookUps } from "./look-ups";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const takeMany = async (lookUps: LookUps, callers: readonly string[]) =>
  (await Promise.all(callers.map((caller) => lookUps.take(caller)))).filter(Boolean).length;

describe("LookUps", () => {
  it("allows thirty look-ups a minute per caller, counted separately", async () => {
    const lookUps = new LookUps(1000);
    expect(
      await takeMany(
        lookUps,
        Array.from({ length: 50 }, () => "a"),
      ),
    ).toBe(30);
    expect(await lookUps.take("b")).toBe(true);
    vi.advanceTimersByTime(60_001);
    expect(await lookUps.take("a")).toBe(true);
  });

  it("refuses look-ups of all callers after the total limit", async () => {
    const lookUps = new LookUps(60);
    let taken = 0;
    for (let n = 0; n < 500; n++) taken += Number(await lookUps.take(`caller-${n}`));
    expect(taken).toBe(60);
  });

  it("keeps no more callers in memory than the total limit", async () => {
    const lookUps = new LookUps(60);
    for (let n = 0; n < 5000; n++) await lookUps.take(`caller-${n}`);
    const { callers } = lookUps as unknown as { callers: { _memoryStorage: { _storage: Map<string, unknown> } } };
    expect(callers._memoryStorage._storage.size).toBe(60);
  });

  it("does not count a refused look-up of a caller in the total", async () => {
    const lookUps = new LookUps(40);
    for (let n = 0; n < 200; n++) await lookUps.take("a");
    expect(
      await takeMany(
        lookUps,
        Array.from({ length: 20 }, (_, n) => `other-${n}`),
      ),
    ).toBe(10);
  });
});
