import { getLocale, getTranslations } from "next-intl/server";
import { OrderCard, StatePlate } from "@/components/commerce/payments/order-card";
import type { PageState } from "@/lib/commerce/payments/rules";
import { formatDay, formatMoney } from "@/lib/platform/format";
import type { PlanOrder } from "@/lib/partners/service-plans/schema";

/** A date without a time, as the reader writes it. */
export const dayText = (date: string, locale: Parameters<typeof formatDay>[1]) =>
  formatDay(`${date}T12:00:00-03:00`, locale);

/** State of the payment as text; the page refreshes itself. */
export async function PlanState({ state, endsOn }: { state: PageState; endsOn: string | null }) {
  const [t, plan, locale] = [
    await getTranslations("commerce/payments.state"),
    await getTranslations("partners/service-plans.payment"),
    await getLocale(),
  ];
  const text = () => {
    if (state === "paid") return plan("paid", { date: endsOn ? dayText(endsOn, locale) : "" });
    return state === "cancelled" ? plan("cancelled") : t(`${state}.text`);
  };
  return <StatePlate state={state} title={t(`${state}.title`)} text={text()} />;
}

/** What was ordered for which place, and its price. */
export async function PlanSummary({ order }: { order: PlanOrder }) {
  const [t, locale] = [await getTranslations("partners/service-plans"), await getLocale()];
  const facts = [
    [t("payment.place"), order.place],
    [t("payment.plan"), order.plan],
    [t("payment.period"), t("days", { days: order.days })],
  ] as const;
  return (
    <OrderCard facts={facts}>
      <p className="grid content-center border-t-2 border-dashed border-line bg-raised px-8 py-5 text-center font-display text-5xl whitespace-nowrap tabular sm:border-t-0 sm:border-l-2">
        {formatMoney(order.price_cents, locale)}
      </p>
    </OrderCard>
  );
}
