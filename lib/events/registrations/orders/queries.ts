import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createPublicClient } from "../../../platform/supabase/public";
import { createSessionClient } from "../../../platform/supabase/session";
import { orderOfferSchema, orderReceiptSchema, type OrderOffer, type OrderReceipt } from "./schema";

/** What the form of registration of a public event offers besides its kinds, at this moment; null for another event. */
export async function readOrderOffer(event: string): Promise<OrderOffer | null> {
  const data = orThrow(await createPublicClient(null).rpc("order_offer", { event }));
  return data === null ? null : orderOfferSchema.parse(data);
}

/** What the receipt of an order says, by the token of its buyer or an id; null for callers who may not read it. */
export async function readOrderReceipt(key: string): Promise<OrderReceipt | null> {
  const data = orThrow(await (await createSessionClient()).rpc("order_receipt", { key }));
  return data === null ? null : orderReceiptSchema.parse(data);
}
