import { getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isPayable } from "@/lib/commerce/payments/rules";
import { getCollecting } from "@/lib/events/recipients/queries";
import { hasRecipient } from "@/lib/events/recipients/rules";

/**
 * Whether the form of an event may offer prices. Without an event that the caller may read (a new one, or one of a
 * publish link) whether the portal can be paid; the database decides when the event is sent to the team.
 */
export async function mayHavePrices(event: string | null | undefined): Promise<boolean> {
  const portalTakes = isPayable(await getPaymentSettings());
  return event ? hasRecipient(await getCollecting(event), portalTakes) : portalTakes;
}
