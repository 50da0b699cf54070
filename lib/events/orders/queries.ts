import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { orderFormSchema, type OrderForm } from "./schema";

/** Rules, quotas, add-ons and codes of an event, for people with its page. */
export async function readOrderForm(event: string): Promise<OrderForm> {
  const answer = await (await createSessionClient()).rpc("read_order_form", { event });
  return orderFormSchema.parse(orThrow(answer, { "42501": "access.permission" }));
}
