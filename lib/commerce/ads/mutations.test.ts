import { describe, expect, it } from "vitest";
import { countedEvents } from "./mutations";
import type { AdEvent } from "./schema";

const events = (ad: string, kind: AdEvent["kind"], count: number): AdEvent[] =>
  Array.from({ length: count }, () => ({ ad, placement: "home", state: "SC", kind }) as unknown as AdEvent);
const count = (ad: string, kind: AdEvent["kind"], caller: string) =>
  countedEvents(events(ad, kind, 400), caller).length;

describe("countedEvents", () => {
  it("counts 120 views and 12 clicks of a banner by one caller in ten minutes", () => {
    expect([count("a", "view", "203.0.113.1"), count("a", "click", "203.0.113.1")]).toEqual([120, 12]);
    expect(count("a", "view", "203.0.113.1")).toBe(0);
  });

  it("counts each banner and each caller separately, and an IPv6 /64 as one caller", () => {
    expect(count("b", "view", "203.0.113.1")).toBe(120);
    expect(count("a", "view", "203.0.113.2")).toBe(120);
    expect(count("a", "view", "2001:db8::1")).toBe(120);
    expect(count("a", "view", "2001:db8::2")).toBe(0);
  });
});
