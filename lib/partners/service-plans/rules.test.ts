import { describe, expect, it } from "vitest";
import type { PagePayment } from "../../commerce/payments/schema";
import { planPaymentState, preselectedPlan } from "./rules";
import type { OrderedPlan, PlanOrder } from "./schema";

const NOW = new Date("2026-11-26T12:00:00Z");
const payment = (status: PagePayment["status"], expires = "2026-11-26T13:00:00Z"): PagePayment => ({
  id: "1",
  method: "pix",
  status,
  amount_cents: 100,
  pix_txid: null,
  checkout_url: null,
  receipt_sent_at: null,
  note: null,
  expires_at: expires,
  created_at: "2026-11-26T11:00:00Z",
});

describe("state of the payment page", () => {
  const states: [PlanOrder["status"], PagePayment[], string][] = [
    ["active", [payment("paid")], "paid"],
    ["ended", [payment("paid")], "paid"],
    ["cancelled", [payment("refunded")], "refunded"],
    ["cancelled", [], "cancelled"],
    ["ordered", [], "open"],
    ["ordered", [payment("pending")], "pending"],
    ["ordered", [payment("pending", "2026-11-26T11:30:00Z")], "expired"],
    ["ordered", [payment("failed")], "failed"],
    ["ordered", [payment("pending"), payment("review")], "review"],
    ["ordered", [payment("review"), payment("processing")], "processing"],
  ];
  it.each(states)("%s with %o", (status, payments, state) => {
    expect(planPaymentState({ status, payments }, NOW)).toBe(state);
  });
});

describe("preselected plan", () => {
  const order = (plan_id: string, status: OrderedPlan["status"]) => ({ plan_id, status }) as OrderedPlan;
  const offered = [{ id: "a" }, { id: "b" }, { id: "c" }];
  it("is the waiting order, else the last plan, else the wish, else the first one on offer", () => {
    expect([
      preselectedPlan(offered, { orders: [order("b", "active"), order("c", "ordered")], wish: "a" }),
      preselectedPlan(offered, { orders: [order("b", "ended")], wish: "c" }),
      preselectedPlan(offered, { orders: [], wish: "c" }),
      preselectedPlan(offered, { orders: [order("gone", "ended")], wish: "gone" }),
      preselectedPlan([], { orders: [], wish: "c" }),
    ]).toEqual(["c", "b", "c", "a", null]);
  });
});
