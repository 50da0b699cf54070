import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import type { OfferedPlan } from "@/lib/partners/service-plans/queries";
import { planPaymentPath } from "@/lib/commerce/payments/rules";
import { preselectedPlan } from "@/lib/partners/service-plans/rules";
import type { OrderedPlan, PlacePlans } from "@/lib/partners/service-plans/schema";
import { PlanForm } from "./plan-form";
import { dayText } from "./plan-order";
import { planChoices } from "./plan-choices";

type PlacePlanProps = {
  place: { id: string; state_abbr: string };
  offered: readonly OfferedPlan[];
  plans: PlacePlans;
};

/** Plans of an own place and the form that orders or renews one. */
export async function PlacePlan({ place, offered, plans }: PlacePlanProps) {
  const [t, locale, { "partners/service-plans": texts }] = [
    await getTranslations("partners/service-plans.own"),
    await getLocale(),
    await getMessages(),
  ];
  const isRunning = plans.orders.some(({ status }) => status === "active");
  return (
    <Card>
      <CardTitle>{t("title")}</CardTitle>
      <p className="mt-1 mb-4 text-muted">{t("lead")}</p>
      <div className="grid gap-4">
        {plans.orders.length > 0 && (
          <ul className="grid gap-3">
            {plans.orders.map((order) => (
              <Ordered key={order.id} order={order} state={place.state_abbr} />
            ))}
          </ul>
        )}
        {offered.length > 0 ? (
          <PlanForm
            service={place.id}
            plans={await planChoices(offered)}
            chosen={preselectedPlan(offered, plans)}
            payment={localePath(locale, planPaymentPath(place.state_abbr, ""))}
            label={t(isRunning ? "renew" : "order")}
            texts={texts.own}
          />
        ) : (
          <p className="text-muted">{t("none")}</p>
        )}
      </div>
    </Card>
  );
}

async function Ordered({ order, state }: { order: OrderedPlan; state: string }) {
  const [t, locale] = [await getTranslations("partners/service-plans.own"), await getLocale()];
  const period =
    order.starts_on && order.ends_on
      ? t("period", { from: dayText(order.starts_on, locale), until: dayText(order.ends_on, locale) })
      : null;
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-xl border-2 border-line p-4">
      <p className="mr-auto">
        <span className="font-semibold wrap-anywhere">{order.plan}</span>
        <br />
        <span className="text-muted">
          {[t(`status.${order.status}`), period, formatMoney(order.price_cents, locale)].filter(Boolean).join(" · ")}
        </span>
      </p>
      <Link
        href={localePath(locale, planPaymentPath(state, order.id))}
        className={buttonClass({ look: order.status === "ordered" ? "primary" : "outline" })}
      >
        {t(order.status === "ordered" ? "pay" : "see")}
      </Link>
    </li>
  );
}
