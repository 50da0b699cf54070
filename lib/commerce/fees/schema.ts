import { z } from "zod";
import { brazilianDay } from "../../platform/dates";
import { typed } from "../../platform/form";
import { outcomeSchema } from "../../platform/outcome-schema";
import { FEE_INVOICE_STATUSES } from "../../platform/supabase/database-constants/commerce";

export const createInvoiceSchema = z.object({
  event: z.guid(),
  due_on: z.iso.date().refine((day) => day >= brazilianDay(Date.now())),
});
export const payInvoiceSchema = z.object({
  item: z.guid(),
  on_day: z.iso.date().refine((day) => day <= brazilianDay(Date.now())),
});
export const reasonedInvoiceSchema = z.object({ item: z.guid(), reason: typed().min(3).max(1000) });

export const createdInvoiceSchema = outcomeSchema({
  refused: ["not_ended", "exists", "nothing", "invalid"],
  gone: true,
});
export const changedInvoiceSchema = outcomeSchema({ refused: ["invalid"], conflict: {}, gone: true });

const invoice = z.object({
  id: z.string(),
  number: z.number(),
  payer: z.string(),
  event_title: z.string(),
  registrations: z.number(),
  base_cents: z.number(),
  /** Hundredths of a percent. */
  percent_bp: z.number(),
  fixed_cents: z.number(),
  amount_cents: z.number(),
  issued_on: z.string(),
  due_on: z.string(),
  status: z.enum(FEE_INVOICE_STATUSES),
  paid_on: z.string().nullable(),
  note: z.string().nullable(),
});
export type FeeInvoice = z.infer<typeof invoice>;

/** What `event_fee_of` returns: the fee as it would be invoiced now, and the invoices, newest first. */
export const eventFeeSchema = z.object({
  has_ended: z.boolean(),
  terms: invoice.pick({
    registrations: true,
    base_cents: true,
    percent_bp: true,
    fixed_cents: true,
    amount_cents: true,
  }),
  invoices: z.array(invoice),
});
export type EventFee = z.infer<typeof eventFeeSchema>;
