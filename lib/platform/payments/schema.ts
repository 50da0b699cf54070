import { z } from "zod";
import { PAYMENT_METHODS, PAYMENT_STATUSES } from "../supabase/database-constants/commerce";

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
  }),
);
