import { getLocale, getTranslations } from "next-intl/server";
import { formatMoney } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import type { OfferedPlan } from "@/lib/partners/service-plans/queries";
import type { ShownPlan } from "./plan-choice";

/** Plans on offer with their texts in the language of the page. */
export async function shownPlans(plans: readonly OfferedPlan[]): Promise<ShownPlan[]> {
  const [t, locale] = [await getTranslations("partners/service-plans"), await getLocale()];
  return plans.map((plan) => ({
    id: plan.id,
    name: translated(plan, "name", locale).text,
    description: translated(plan, "description", locale).text,
    price: formatMoney(Math.round(plan.price * 100), locale),
    days: t("days", { days: plan.duration_days }),
  }));
}
