import "server-only";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createPublicClient } from "../../../platform/supabase/public";
import { orderOfferSchema, type OrderOffer } from "./schema";

/** What the form of registration of a public event offers besides its kinds, at this moment; null for another event. */
export async function readOrderOffer(event: string): Promise<OrderOffer | null> {
  const data = orThrow(await createPublicClient(null).rpc("order_offer", { event }));
  return data === null ? null : orderOfferSchema.parse(data);
}
