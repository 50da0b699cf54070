import "server-only";
import type { z } from "zod";
import { saveRow } from "../../panel/admin/mutations";
import { advertisingPlans } from "../../panel/admin/resources/advertising-plans";
import type { CacheTag } from "../../platform/cache-tags";
import { AppError } from "../../platform/error";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { acceptPlanSchema } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/**
 * Puts a suggested plan on sale with the values that the caller saw: the database takes the flag away from a plan
 * whose price is saved. Returns the cache tags of the plan.
 */
export async function acceptPlan(
  client: Client,
  { id, version }: z.output<typeof acceptPlanSchema>,
): Promise<readonly CacheTag[]> {
  const plan = orThrow(
    await client.from("publication_plans").select("price").eq("id", id).eq("is_example", true).maybeSingle(),
  );
  if (!plan) throw new AppError("plan.changed");
  const values = { price: plan.price, is_active: true };
  const saved = await saveRow(client, advertisingPlans, { id, expected_version: version, values });
  if (saved.outcome === "refused") throw new AppError("access.permission");
  if (saved.outcome !== "saved") throw new AppError("plan.changed");
  return saved.tags;
}
