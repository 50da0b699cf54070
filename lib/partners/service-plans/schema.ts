import { z } from "zod";
import { paymentAttemptsSchema } from "../../platform/payments/schema";
import { outcomeSchema } from "../../platform/outcome-schema";
import { PLAN_STATUSES } from "../../platform/supabase/database-constants/partners";

const orderedPlan = z.object({
  id: z.string(),
  plan_id: z.string().nullable(),
  plan: z.string(),
  price_cents: z.number(),
  days: z.number(),
  status: z.enum(PLAN_STATUSES),
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  created_at: z.string(),
});
export type OrderedPlan = z.infer<typeof orderedPlan>;

/** What `read_place_plans` returns. */
export const placePlansSchema = z.object({ orders: z.array(orderedPlan), wish: z.string().nullable() });
export type PlacePlans = z.infer<typeof placePlansSchema>;

/** What `read_plan_order` returns. */
export const planOrderSchema = orderedPlan.extend({
  service_id: z.string(),
  place: z.string(),
  state_abbr: z.string(),
  refund_due_cents: z.number(),
  payments: paymentAttemptsSchema,
});
export type PlanOrder = z.infer<typeof planOrderSchema>;

/** `request_id`: made by the browser once per form, so that an order sent twice is one. */
export const orderPlanSchema = z.object({ service: z.guid(), plan: z.guid(), request_id: z.guid() });
/** `conflict`: another order, with this id, is being paid. */
export const orderedSchema = outcomeSchema({ saved: { id: z.string() }, conflict: { id: z.string() }, gone: true });
