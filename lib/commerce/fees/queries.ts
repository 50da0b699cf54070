import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { eventFeeSchema, feeInvoiceSchema, type EventFee, type FeeInvoice } from "./schema";

/** The fee of an event and its invoices; null for an event that does not exist. */
export async function getEventFee(event: string): Promise<EventFee | null> {
  const answer = await (await createSessionClient()).rpc("event_fee_of", { event });
  return eventFeeSchema.nullable().parse(orThrow(answer, { "42501": "access.permission" }));
}

/** An invoice that the caller may read; null for another one. */
export async function getFeeInvoice(id: string): Promise<FeeInvoice | null> {
  const answer = await (
    await createSessionClient()
  )
    .from("event_fee_invoices")
    .select(
      "id, number, event_id, payer, event_title, registrations, base_cents, percent_bp, fixed_cents, amount_cents, issued_on, due_on, status, paid_on, note",
    )
    .eq("id", id)
    .maybeSingle();
  return feeInvoiceSchema.nullable().parse(orThrow(answer));
}
