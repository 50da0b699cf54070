import { describe, expect, it } from "vitest";
import type { Keys } from "./keys";
import { AddressBuckets, callerOf } from "./auth-addresses";

const KEYS = { publishableKey: "sb_publishable_a", secretKey: "sb_secret_b" };
const callerWith = (headers: Record<string, string>) =>
  callerOf({ keys: KEYS as Keys }, { headers: new Headers(headers) });

describe("the address of a request", () => {
  it("is the forwarded one beside the secret key", () => {
    expect(callerWith({ apikey: KEYS.secretKey, "sb-forwarded-for": "203.0.113.9" })).toBe("203.0.113.9");
    expect(callerWith({ apikey: KEYS.secretKey, "sb-forwarded-for": " 2001:db8::7 , 10.0.0.1" })).toBe("2001:db8::7");
  });

  it.each(["", "no address", "203.0.113.999"])("ignores a forwarded value that is none: %s", (value) => {
    expect(callerWith({ apikey: KEYS.secretKey, "sb-forwarded-for": value })).toBeNull();
  });

  it.each(["sb_publishable_a", "sb_secret_c", ""])("ignores a forwarded address beside the key %s", (apikey) => {
    const headers = { apikey, "sb-forwarded-for": "203.0.113.9" };
    expect(callerWith(headers)).toBeNull();
    expect(callerWith({ ...headers, "x-caller-address": "198.51.100.4" })).toBe("198.51.100.4");
  });
});

describe("the bucket of an address", () => {
  it("allows thirty requests at once and then those of the refill", () => {
    const buckets = new AddressBuckets(6);
    const taken = Array.from({ length: 40 }, () => buckets.take("203.0.113.9", 0));
    expect(taken.filter(Boolean)).toHaveLength(30);
    expect(buckets.take("203.0.113.9", 9_000)).toBe(false);
    expect(buckets.take("203.0.113.9", 11_000)).toBe(true);
    expect(buckets.take("203.0.113.9", 11_000)).toBe(false);
  });

  it("is that of this address only, or of the /64 network of an IPv6 address", () => {
    const buckets = new AddressBuckets(6);
    for (let n = 0; n < 30; n++) buckets.take(`2001:db8:0:1::${n}`, 0);
    expect(buckets.take("2001:db8:0:1::ff", 0)).toBe(false);
    expect(buckets.take("2001:db8:0:2::ff", 0)).toBe(true);
  });
});
