import { z } from "zod";
import { typed } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import { FEE_INVOICE_STATUSES } from "../../platform/supabase/database-constants/commerce";

export const createInvoiceSchema = z.object({ event: z.guid(), due_on: z.iso.date() });
const reason = typed().min(3).max(1000);
export const invoiceStatusSchema = z.discriminatedUnion("status", [
  z.object({ item: z.guid(), status: z.literal("paid"), on_day: z.iso.date() }),
  z.object({ item: z.guid(), status: z.enum(FEE_INVOICE_STATUSES).exclude(["paid"]), reason }),
]);

export const createdInvoiceSchema = outcomeSchema({
  refused: ["not_ended", "exists", "nothing", "invalid"],
  gone: true,
});
export const changedInvoiceSchema = outcomeSchema({ refused: ["invalid"], conflict: {}, gone: true });

const terms = z.object({
  registrations: z.number(),
  /** Sum of the payments of the paid registrations, without what was refunded. */
  base_cents: z.number(),
  /** Hundredths of a percent. */
  percent_bp: z.number(),
  fixed_cents: z.number(),
  amount_cents: z.number(),
});
export type FeeTerms = z.infer<typeof terms>;

export const feeInvoiceSchema = terms.extend({
  id: z.string(),
  number: z.number(),
  event_id: z.string(),
  payer: z.string(),
  event_title: z.string(),
  issued_on: z.string(),
  due_on: z.string(),
  status: z.enum(FEE_INVOICE_STATUSES),
  paid_on: z.string().nullable(),
  note: z.string().nullable(),
});
export type FeeInvoice = z.infer<typeof feeInvoiceSchema>;

/** What `event_fee_of` returns: the fee as it would be invoiced now, and the invoices. */
export const eventFeeSchema = z.object({ has_ended: z.boolean(), terms, invoices: z.array(feeInvoiceSchema) });
export type EventFee = z.infer<typeof eventFeeSchema>;
