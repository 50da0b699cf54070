import "server-only";
import { hasStripeSecret } from "../../platform/payments/service";
import { getSettingRows } from "../../platform/settings/queries";
import { OWNER_SETTINGS } from "../../platform/settings/schema";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { getPaymentConfig } from "../payments/queries";
import { cardProblem, modeOfKey } from "../payments/rules";
import { hasWebhookSecret, stripeMode } from "../payments/service";
import { setupSteps, type SetupStep } from "./rules";

/** What must be set before the first sale, each step with its state, for plan and settings managers. */
export async function listSetupSteps(): Promise<SetupStep[]> {
  const client = await createSessionClient();
  const [{ values, examples }, { settings }, plans] = await Promise.all([
    getSettingRows("settings"),
    getPaymentConfig(),
    client.from("publication_plans").select("plan_type").eq("is_active", true).eq("is_example", false),
  ]);
  const problem = cardProblem({
    secret: hasStripeSecret ? stripeMode : null,
    publishable: modeOfKey(settings.stripe.publishable_key),
    hasWebhook: hasWebhookSecret,
  });
  return setupSteps({
    missingSettings: OWNER_SETTINGS.filter((key) => !values[key]?.trim() || examples.includes(key)),
    isPixOn: settings.isPixEnabled,
    isCardOn: settings.isStripeEnabled && !problem,
    offered: orThrow(plans).map(({ plan_type }) => plan_type),
  });
}

/** Suggested plans that no plan manager saved yet, for plan managers. */
export async function listExamplePlans() {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("publication_plans")
      .select("id, name, translations, plan_type, price, duration_days, updated_at")
      .eq("is_example", true)
      .order("plan_type")
      .order("display_order")
      .order("price")
      .order("id"),
  );
}
export type ExamplePlan = Awaited<ReturnType<typeof listExamplePlans>>[number];
