import { getLocale, getTranslations } from "next-intl/server";
import type { ChoiceCard } from "@/components/form/choice-cards";
import { formatMoney } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import type { OfferedPlan } from "@/lib/partners/service-plans/queries";

/** Plans on offer as choices of a form, with their texts in the language of the page. */
export async function planChoices(plans: readonly OfferedPlan[]): Promise<ChoiceCard[]> {
  const [t, locale] = [await getTranslations("partners/service-plans"), await getLocale()];
  return plans.map((plan) => ({
    value: plan.id,
    label: translated(plan, "name", locale).text,
    detail: `${formatMoney(Math.round(plan.price * 100), locale)} · ${t("days", { days: plan.duration_days })}`,
    text: translated(plan, "description", locale).text,
  }));
}
