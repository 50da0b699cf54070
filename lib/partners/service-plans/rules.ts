import { isOpen, type PageState } from "../../commerce/payments/rules";
import type { OrderedPlan, PlanOrder } from "./schema";

/** What the payment page of an ordered plan shows. */
export function planPaymentState({ status, payments }: Pick<PlanOrder, "status" | "payments">, now: Date): PageState {
  if (status === "active" || status === "ended") return "paid";
  if (status === "cancelled") return payments.some((one) => one.status === "refunded") ? "refunded" : "cancelled";
  if (payments.some((one) => one.status === "processing")) return "processing";
  if (payments.some((one) => one.status === "review")) return "review";
  if (payments.some((one) => isOpen(one, now))) return "pending";
  const [newest] = payments;
  if (!newest) return "open";
  return newest.status === "failed" ? "failed" : "expired";
}

type Offered = { id: string };

/** The plan that the form preselects: the order that waits, else the last plan, else the one chosen at the registration. */
export function preselectedPlan(
  offered: readonly Offered[],
  { orders, wish }: { orders: readonly OrderedPlan[]; wish: string | null },
): string | null {
  const waiting = orders.find(({ status }) => status === "ordered");
  const wanted = [waiting?.plan_id, orders[0]?.plan_id, wish];
  return wanted.find((id) => offered.some((plan) => plan.id === id)) ?? offered[0]?.id ?? null;
}
