import { describe, expect, it } from "vitest";
import { BoundedLimiter } from "./bounded-limiter";

describe("BoundedLimiter", () => {
  it("rejects a key without points left and counts keys separately", async () => {
    const limiter = new BoundedLimiter({ points: 2, duration: 60 });
    await limiter.consume("a");
    await limiter.consume("a");
    await expect(limiter.consume("a")).rejects.toMatchObject({ remainingPoints: 0 });
    await expect(limiter.consume("b")).resolves.toMatchObject({ remainingPoints: 1 });
  });

  it("evicts the least recently used keys", async () => {
    const limiter = new BoundedLimiter({ points: 5, duration: 60 }, 100);
    for (let n = 0; n < 1000; n++) {
      await limiter.consume(`caller-${n}`);
      await limiter.consume("regular");
      await limiter.reward("regular");
    }
    const kept = await Promise.all(Array.from({ length: 1000 }, (_, n) => limiter.get(`caller-${n}`)));
    expect(kept.filter(Boolean)).toHaveLength(99);
    expect(await limiter.get("caller-0")).toBeNull();
    expect(await limiter.get("regular")).not.toBeNull();
  });
});
