import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { orderedSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** Orders a plan for an own place; the database reads the price. */
export async function orderPlan(client: Client, order: { service: string; plan: string; request_id: string }) {
  const { service, plan, request_id } = order;
  return orderedSchema.parse(
    orThrow(await client.rpc("order_service_plan", { service, plan, request_id }), {
      "42501": "access.permission",
    }),
  );
}
