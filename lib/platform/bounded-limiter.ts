import { LRUCache } from "lru-cache";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";

type Limits = { points: number; duration: number; keyPrefix?: string };

const MAX_KEYS = 10_000;

/**
 * A rate limiter in memory whose size has a bound: with more keys than that the one used longest ago is forgotten.
 * A caller with so many addresses has more attempts from each of them anyway.
 */
export class BoundedLimiter extends RateLimiterMemory {
  private readonly keys: LRUCache<string, true>;

  constructor(limits: Limits, maxKeys = MAX_KEYS) {
    super(limits);
    this.keys = new LRUCache({ max: maxKeys, dispose: (_value, key, reason) => void (reason === "evict" && this.delete(key)) });
  }

  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.keys.set(String(key), true);
    return super.consume(key, points);
  }
}
