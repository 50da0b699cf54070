import { RateLimiterMemory } from "rate-limiter-flexible";

const PER_CALLER = 30;
const SECONDS = 60;

/**
 * How many addresses that may not exist Next is asked for: per caller and in all. A caller is only counted while the
 * total allows another look-up, so that no more callers are kept in memory than look-ups are allowed.
 */
export class LookUps {
  private readonly callers = new RateLimiterMemory({ points: PER_CALLER, duration: SECONDS, keyPrefix: "caller" });
  private readonly total: RateLimiterMemory;

  constructor(perMinute: number) {
    this.total = new RateLimiterMemory({ points: perMinute, duration: SECONDS, keyPrefix: "total" });
  }

  /** Takes one look-up of a caller; false when none is left. */
  async take(caller: string): Promise<boolean> {
    const left = await this.total.get("all");
    if (left && left.remainingPoints <= 0) return false;
    try {
      await this.callers.consume(caller);
      await this.total.consume("all");
      return true;
    } catch {
      return false;
    }
  }
}
