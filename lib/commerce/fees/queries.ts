import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { eventFeeSchema, type EventFee } from "./schema";

/** The fee of the portal for an event and its invoices; null for an event that does not exist. */
export async function getEventFee(event: string): Promise<EventFee | null> {
  const answer = await (await createSessionClient()).rpc("event_fee_of", { event });
  return eventFeeSchema.nullable().parse(orThrow(answer, { "42501": "access.permission" }));
}
