import { describe, expect, it } from "vitest";
import { runOf } from "./rules";

describe("runOf", () => {
  const now = new Date("2026-12-22T12:00:00-03:00");
  const ad = (status: string, starts_at = "2026-11-22T00:00:00-03:00", ends_at = "2026-12-23T00:00:00-03:00") => ({ status, starts_at, ends_at });
  const sale = { payment_status: "paid", cancelled_at: null, end_date: "2026-12-22", ad: ad("approved") };
  it.each([
    ["running", "an approved banner on its last day", sale],
    ["over", "the day after", { ...sale, ad: ad("approved", undefined, "2026-12-22T00:00:00-03:00") }],
    ["soon", "an approved banner before its first day", { ...sale, ad: ad("approved", "2026-12-23T00:00:00-03:00", "2027-01-23T00:00:00-03:00") }],
    ["running", "a late start, after the end of the contract", { ...sale, end_date: "2026-11-30" }],
    ["art", "no art yet", { ...sale, ad: ad("awaiting_art") }],
    ["art", "rejected art", { ...sale, ad: ad("rejected") }],
    ["review", "art under review", { ...sale, ad: ad("in_review") }],
    ["paused", "a paused banner", { ...sale, ad: ad("paused") }],
    ["over", "an ended banner", { ...sale, ad: ad("ended") }],
    ["waiting", "an unpaid sale on its last day", { ...sale, payment_status: "pending" }],
    ["unpaid", "an unpaid sale the day after", { ...sale, payment_status: "pending", end_date: "2026-12-21" }],
    ["cancelled", "a cancelled sale", { ...sale, cancelled_at: "2026-12-01" }],
  ] as const)("is %s for %s", (run, _, given) => expect(runOf(given, now)).toBe(run));
});
