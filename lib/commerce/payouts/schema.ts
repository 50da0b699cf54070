import { z } from "zod";
import { centsOf } from "../../events/publishing/rules";
import { brazilianDay } from "../../platform/dates";
import { text, typed, typedInLine } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";

const MOST_CENTS = 99_999_999;

/** The form of a payout. `request_id` is made with the form, so that a form that is sent twice records one payout. */
export const payoutSchema = z.object({
  request_id: z.guid(),
  event: z.guid(),
  cents: text(20)
    .transform((typed) => centsOf(typed) ?? 0)
    .pipe(z.number().int().min(1).max(MOST_CENTS)),
  on_day: z.iso.date().refine((day) => day <= brazilianDay(Date.now())),
  destination: typedInLine().min(1).max(140),
  reference: typedInLine().min(1).max(200),
});
export const cancelPayoutSchema = z.object({ item: z.guid(), reason: typed().min(3).max(1000) });

export const recordedPayoutSchema = outcomeSchema({ refused: ["too_much", "invalid"], conflict: {}, gone: true });
export const cancelledPayoutSchema = outcomeSchema({ refused: ["invalid"], conflict: {}, gone: true });

const sums = z.object({
  collected_cents: z.number(),
  /** Refunded or disputed. */
  refunded_cents: z.number(),
  /** To be refunded, so that it is not passed on. */
  owed_back_cents: z.number(),
  pending_cents: z.number(),
  paid_out_cents: z.number(),
  /** Less than zero: the organiser owes it to the portal. */
  left_cents: z.number(),
});
export type PayoutSums = z.infer<typeof sums>;

const event = z.object({ event_id: z.string(), event: z.string(), organiser: z.string(), ends_at: z.string() });

/** What `list_event_payouts` returns. */
export const payoutListSchema = z.object({ total: z.number(), events: z.array(event.extend(sums.shape)) });
export type PayoutList = z.infer<typeof payoutListSchema>;

const payout = z.object({
  id: z.string(),
  amount_cents: z.number(),
  on_day: z.string(),
  destination: z.string(),
  reference: z.string(),
  created_at: z.string(),
  cancelled_at: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  /** Who of the team recorded it; null for people of the event. */
  by: z.string().nullable(),
});
export type Payout = z.infer<typeof payout>;

/** What `event_payouts_of` returns. */
export const eventPayoutsSchema = event.extend({ sums, payouts: z.array(payout) });
export type EventPayouts = z.infer<typeof eventPayoutsSchema>;
