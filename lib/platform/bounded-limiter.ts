import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

type Limits = { points: number; duration: number; keyPrefix?: string };

const MAX_KEYS = 10_000;

/**
 * In-memory rate limiter with a maximum number of keys; the least recently used key is evicted. A caller that can use
 * so many IP addresses is not limited by their counters in any case. Counts keys, not bytes: every key is short.
 */
export class BoundedLimiter extends RateLimiterMemory {
  private readonly keys: LRUCache<string, true>;

  constructor(limits: Limits, maxKeys = MAX_KEYS) {
    super(limits);
    this.keys = new LRUCache({
      max: maxKeys,
      dispose: (_value, key, reason) => void (reason === "evict" && this.delete(key)),
    });
  }

  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.keys.set(String(key), true);
    return super.consume(key, points);
  }
}

/** Seconds until the key of a refused `consume` has points again. */
export function secondsLeft(refusal: unknown): number {
  return refusal instanceof RateLimiterRes ? Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) : 1;
}
