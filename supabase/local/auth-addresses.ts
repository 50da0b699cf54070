import { isIP } from "node:net";
import type { Hono } from "hono";
import { LRUCache } from "lru-cache";
import { addressGroup } from "../../lib/platform/address-group";
import { authError } from "./auth-responses";
import type { Backend } from "./backend";
import { isSecretKey } from "./keys";

/** Requests that one address may send at once; GoTrue's default. */
const BURST = 30;
const REMEMBERED_ADDRESSES = 10_000;
const LOOPBACK = "127.0.0.1";

type Limited = { method: "GET" | "POST" | "PUT"; path: string; perMinute: number };

/** GoTrue's limits per address, each with a bucket of its own (`internal/api/apilimiter`). */
const LIMITED: readonly Limited[] = [
  { method: "POST", path: "/signup", perMinute: 6 },
  { method: "POST", path: "/token", perMinute: 30 },
  { method: "POST", path: "/otp", perMinute: 6 },
  { method: "POST", path: "/recover", perMinute: 6 },
  { method: "POST", path: "/resend", perMinute: 6 },
  { method: "POST", path: "/verify", perMinute: 6 },
  { method: "PUT", path: "/user", perMinute: 6 },
  { method: "POST", path: "/factors/:id/challenge", perMinute: 15 },
  { method: "POST", path: "/factors/:id/verify", perMinute: 15 },
];

/** A token bucket per address: `BURST` requests at once, refilled at a constant rate. */
export class AddressBuckets {
  private readonly buckets = new LRUCache<string, { left: number; at: number }>({ max: REMEMBERED_ADDRESSES });

  constructor(private readonly perMinute: number) {}

  /** Takes a request from the bucket of an address; false when it is empty. */
  take(address: string, now = Date.now()): boolean {
    const key = addressGroup(address);
    const { left, at } = this.buckets.get(key) ?? { left: BURST, at: now };
    const filled = Math.min(BURST, left + ((now - at) / 60_000) * this.perMinute);
    this.buckets.set(key, { left: filled >= 1 ? filled - 1 : filled, at: now });
    return filled >= 1;
  }
}

/**
 * IP address for which a request counts, null for a call of this machine that names none. As on a hosted project, the
 * site's server names that of its visitor in `Sb-Forwarded-For`, which counts beside the secret key only; the other
 * header is set by the site's server on the calls of browsers that it forwards.
 */
export function callerOf({ keys }: Pick<Backend, "keys">, { headers }: Pick<Request, "headers">): string | null {
  const [first = ""] = (headers.get("sb-forwarded-for") ?? "").split(",", 1);
  if (isIP(first.trim()) !== 0 && isSecretKey(keys, headers.get("apikey"))) return first.trim();
  return headers.get("x-caller-address");
}

/** Limits the requests of one address like GoTrue; calls that name no visitor count for this machine. */
export function limitAddresses(backend: Backend, routes: Hono): void {
  for (const { method, path, perMinute } of LIMITED) {
    const buckets = new AddressBuckets(perMinute);
    routes.on(method, path, async (c, next) => {
      if (!buckets.take(callerOf(backend, c.req.raw) ?? LOOPBACK))
        return authError(429, "over_request_rate_limit", "Request rate limit reached");
      await next();
      return undefined;
    });
  }
}
