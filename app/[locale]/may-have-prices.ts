import { getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isPayable } from "@/lib/commerce/payments/rules";
import { getCollecting } from "@/lib/events/recipients/queries";
import { hasRecipient } from "@/lib/events/recipients/rules";

/** Whether the form of an event may offer prices; for an event that is not stored yet, whether the portal can be paid. */
export async function mayHavePrices(event: string | null | undefined): Promise<boolean> {
  const portalTakes = isPayable(await getPaymentSettings());
  return event ? hasRecipient(await getCollecting(event), portalTakes) : portalTakes;
}
