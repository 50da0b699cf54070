import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { CommandForm } from "@/components/ui/command-form";
import { Link } from "@/components/ui/link";
import { StateMark } from "@/components/ui/state-mark";
import { acceptPlanAction } from "@/lib/commerce/plans/actions";
import type { ExamplePlan } from "@/lib/commerce/plans/queries";
import { labelsOf } from "@/lib/panel/record-labels/rules";
import { formatMoney } from "@/lib/platform/format";
import { translated } from "@/lib/platform/i18n/content";
import { localePath } from "@/lib/platform/i18n/routing";
import { panelPath } from "@/lib/platform/paths";

/** Suggested plans, each with what puts it on sale: saving it with other values, or as it is. Nothing without one. */
export async function ExamplePlans({ plans, isForm }: { plans: readonly ExamplePlan[]; isForm?: true }) {
  if (plans.length === 0) return null;
  const [t, records, locale] = [
    await getTranslations("commerce/plans.examples"),
    await getTranslations("panel/records"),
    await getLocale(),
  ];
  return (
    <section
      aria-labelledby="planos-sugeridos"
      className="grid min-w-0 gap-3 rounded-xl border-2 border-faixa bg-surface p-4 sm:p-5"
    >
      <h2 id="planos-sugeridos" className="text-2xl">
        {t(isForm ? "one" : "title")}
      </h2>
      <p className="max-w-3xl text-muted">{t(isForm ? "oneLead" : "lead")}</p>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => {
          const { text: name } = translated(plan, "name", locale);
          const price = formatMoney(plan.price * 100, locale);
          return (
            <li key={plan.id} className="grid content-start gap-2 rounded-xl border border-line bg-background p-4">
              <p className="flex flex-wrap gap-2">
                <StateMark look="wait">{t("mark")}</StateMark>
                <span className="text-muted">{labelsOf(records).option("plan_type", plan.plan_type)}</span>
              </p>
              <h3 className="text-xl wrap-anywhere">{name}</h3>
              <p className="tabular">{t("terms", { price, days: plan.duration_days })}</p>
              <div className="mt-1 flex flex-wrap items-start gap-3">
                {!isForm && (
                  <Link
                    href={localePath(locale, panelPath("advertising_plans", plan.id))}
                    className={buttonClass({ look: "outline" })}
                  >
                    {t("edit")}
                  </Link>
                )}
                <CommandForm
                  action={acceptPlanAction}
                  label={t("accept")}
                  hidden={{ id: plan.id, version: plan.updated_at }}
                  confirm={t("confirm", { name, price, days: plan.duration_days })}
                  variant="outline"
                />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
