import { RateLimiterMemory } from "rate-limiter-flexible";

const PER_CALLER = 30;
const SECONDS = 60;

/**
 * Rate limit, per caller and in total, for requests to Next for addresses that may not exist. A caller is counted only
 * while the total allows another look-up, so memory is limited by the total.
 */
export class LookUps {
  private readonly callers = new RateLimiterMemory({ points: PER_CALLER, duration: SECONDS, keyPrefix: "caller" });
  private readonly total: RateLimiterMemory;

  constructor(perMinute: number) {
    this.total = new RateLimiterMemory({ points: perMinute, duration: SECONDS, keyPrefix: "total" });
  }

  /** Counts one look-up of a caller; returns false when the limit is reached. */
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
