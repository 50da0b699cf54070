import "server-only";
import { cache } from "react";
import { createPublicClient } from "../../platform/supabase/public";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { placePlansSchema, planOrderSchema, type PlacePlans, type PlanOrder } from "./schema";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Plans on offer for places, cheapest first. */
export const listPlacePlans = cache(async () =>
  orThrow(
    await createPublicClient(["plans"])
      .from("publication_plans")
      .select("id, name, description, translations, price, duration_days")
      .eq("plan_type", "listing")
      .eq("is_active", true)
      .order("display_order")
      .order("price")
      .order("id"),
  ),
);
export type OfferedPlan = Awaited<ReturnType<typeof listPlacePlans>>[number];

/** Plans of a place and the plan chosen at its registration, for its owners. */
export async function getPlacePlans(service: string): Promise<PlacePlans> {
  return placePlansSchema.parse(orThrow(await (await createSessionClient()).rpc("read_place_plans", { service })));
}

/** An ordered plan with its payments; null for everybody but the owners of the place. */
export async function getPlanOrder(plan: string): Promise<PlanOrder | null> {
  if (!UUID.test(plan)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_plan_order", { plan }));
  return data === null ? null : planOrderSchema.parse(data);
}
