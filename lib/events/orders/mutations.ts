import "server-only";
import { asJson } from "../../platform/supabase/json";
import { outcomeOrThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { savedOrderSchema, type OrderFormInput } from "./schema";

/** Stores the page of orders of an event. */
export async function saveOrderForm(
  client: Awaited<ReturnType<typeof createSessionClient>>,
  { event, ...payload }: OrderFormInput,
) {
  const answer = await client.rpc("save_order_form", { event, payload: asJson(payload) });
  return savedOrderSchema.parse(outcomeOrThrow(answer, { "42501": "access.permission" }));
}
