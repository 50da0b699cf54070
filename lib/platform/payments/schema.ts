import { z } from "zod";
import { PAYMENT_METHODS, PAYMENT_STATUSES, PIX_KEY_TYPES } from "../supabase/database-constants/commerce";
import { RECIPIENT_KINDS, RECIPIENT_STATES } from "../supabase/database-constants/events";

/** The Pix key or Stripe account of an organiser to whom a payment goes; an account has no key and no city. */
export const paymentRecipientSchema = z.object({
  pix_key_type: z.enum(PIX_KEY_TYPES).nullable(),
  pix_key: z.string().nullable(),
  name: z.string(),
  city: z.string().nullable(),
  /** Whether it is still the recipient of the event. */
  is_current: z.boolean(),
});
export type PaymentRecipient = z.infer<typeof paymentRecipientSchema>;

/**
 * What `event_collecting` returns: who receives the money, without a name while the team checks a new recipient, and of
 * an organiser how.
 */
export const collectingSchema = z.object({
  state: z.enum(RECIPIENT_STATES),
  name: z.string().nullable(),
  kind: z.enum(RECIPIENT_KINDS).nullable(),
});
export type Collecting = z.infer<typeof collectingSchema>;

/** The attempts to pay that the page of a sale, registration or plan shows, newest first. */
export const paymentAttemptsSchema = z.array(
  z.object({
    id: z.string(),
    method: z.enum(PAYMENT_METHODS),
    status: z.enum(PAYMENT_STATUSES),
    amount_cents: z.number(),
    pix_txid: z.string().nullable(),
    checkout_url: z.string().nullable(),
    receipt_sent_at: z.string().nullable(),
    note: z.string().nullable(),
    expires_at: z.string().nullable(),
    created_at: z.string(),
    /** Null or left out: the portal receives the money. */
    recipient: paymentRecipientSchema.nullish(),
    /** What the treasurer of the organiser says arrived. */
    received_cents: z.number().nullish(),
    /** What the organiser must still return, by law and by its rules, and until when. */
    owed: z.object({ law_cents: z.number(), rules_cents: z.number(), due_on: z.string() }).nullish(),
    /** What the organiser says that it returned. */
    refunds: z.array(z.object({ amount_cents: z.number(), on_day: z.string() })).optional(),
  }),
);
