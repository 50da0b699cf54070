import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isLimitReached, returnAttempt, takeAttempt, takeAttempts } from "./rate-limit";
import { countForAll } from "./shared-counts";

vi.mock("./shared-counts", () => ({ countForAll: vi.fn<typeof countForAll>() }));
const shared = vi.mocked(countForAll);

beforeEach(() => {
  vi.useFakeTimers();
  shared.mockReset().mockResolvedValue(null);
});
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

describe("limits that are counted for all processes", () => {
  const count = (limit: string, who: string) => expect.objectContaining({ limit, who });

  it("count the attempts of one step in one call", async () => {
    await takeAttempts(["signIn", "10.0.1.1"], ["signInPair", "Ana@Example.org", "10.0.1.1"]);
    expect(shared.mock.calls).toEqual([
      [[count("signIn", "10.0.1.1"), count("signInPair", "ana@example.org 10.0.1.1")], 1],
    ]);
  });

  it("refuse what the database refuses, and then without another call until the limit ends", async () => {
    shared.mockResolvedValueOnce({ refused: 1, seconds: 100 });
    const attempt = () => takeAttempts(["signIn", "10.0.1.2"], ["signInAccount", "bia@example.org"]);
    await expect(attempt()).rejects.toMatchObject({ code: "rate.limited", retryAfter: 100 });
    await expect(attempt()).rejects.toMatchObject({ code: "rate.limited" });
    expect(shared).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(101_000);
    await expect(attempt()).resolves.toBeUndefined();
  });

  it("make no call for a caller that this process refuses", async () => {
    await attempts(10, "10.0.1.3");
    shared.mockClear();
    await expect(takeAttempt("signIn", "10.0.1.3")).rejects.toMatchObject({ code: "rate.limited" });
    expect(shared).not.toHaveBeenCalled();
  });

  it("take an attempt back for all", async () => {
    await returnAttempt("registration", "10.0.1.4");
    expect(shared.mock.calls).toEqual([[[count("registration", "10.0.1.4")], -1]]);
  });

  it("are reached when the database refuses the attempt", async () => {
    expect(await isLimitReached("registrationCodeWrong", "ABCD2345")).toBe(false);
    expect(shared).toHaveBeenLastCalledWith([count("registrationCodeWrong", "abcd2345")], 0);
    shared.mockResolvedValueOnce({ refused: 0, seconds: 10 });
    expect(await isLimitReached("registrationCodeWrong", "ABCD2345")).toBe(true);
  });

  it("do not include limits that protect the process itself", async () => {
    await takeAttempt("search", "10.0.1.5");
    expect(shared).toHaveBeenCalledWith([], 1);
  });
});
