import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { returnAttempt, takeAttempt } from "./rate-limit";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function attempts(count: number, caller: string): Promise<void> {
  for (let attempt = 0; attempt < count; attempt++) await takeAttempt("signIn", caller);
}

describe("takeAttempt", () => {
  it("limits only the caller with too many attempts", async () => {
    await attempts(10, "10.0.0.1");
    await expect(takeAttempt("signIn", "10.0.0.1")).rejects.toMatchObject({ code: "rate.limited" });
    await expect(takeAttempt("signIn", "10.0.0.2")).resolves.toBeUndefined();
    await expect(takeAttempt("mail", "10.0.0.1")).resolves.toBeUndefined();
  });

  it("counts all notations of an address together", async () => {
    await attempts(10, "Maria@Exemplo.com");
    await expect(takeAttempt("signIn", "maria@exemplo.COM")).rejects.toMatchObject({ code: "rate.limited" });
  });

  it("does not count an attempt that was returned", async () => {
    await attempts(10, "10.0.0.4");
    await returnAttempt("signIn", "10.0.0.4");
    await expect(takeAttempt("signIn", "10.0.0.4")).resolves.toBeUndefined();
    await expect(takeAttempt("signIn", "10.0.0.4")).rejects.toMatchObject({ code: "rate.limited" });
  });

  it("allows attempts again after the period", async () => {
    await attempts(10, "10.0.0.3");
    await vi.advanceTimersByTimeAsync(301_000);
    await expect(takeAttempt("signIn", "10.0.0.3")).resolves.toBeUndefined();
  });
});
