import { getLocale, getTranslations } from "next-intl/server";
import { SignPlate } from "@/components/ui/sign-plate";
import type { PageState } from "@/lib/commerce/payments/rules";
import { formatDay, formatMoney } from "@/lib/platform/format";
import type { PlanOrder } from "@/lib/partners/service-plans/schema";

const PLATE: Partial<Record<PageState, "route" | "service" | "warning">> = {
  open: "warning",
  pending: "warning",
  review: "service",
  processing: "service",
  paid: "route",
};

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
  return (
    <SignPlate as="section" kind={PLATE[state] ?? "attraction"} role="status" data-state={state} className="px-7 py-6">
      <h2 className="text-3xl">{t(`${state}.title`)}</h2>
      <p className="mt-1 max-w-2xl text-lg">{text()}</p>
    </SignPlate>
  );
}

/** What was ordered for which place, and its price. */
export async function PlanSummary({ order }: { order: PlanOrder }) {
  const [t, locale] = [await getTranslations("partners/service-plans"), await getLocale()];
  const facts = [
    ["place", order.place],
    ["plan", order.plan],
    ["period", t("days", { days: order.days })],
  ] as const;
  return (
    <section className="grid overflow-hidden rounded-2xl border-2 border-line bg-surface sm:grid-cols-[1fr_auto]">
      <dl className="grid content-center gap-x-6 gap-y-2 p-5 sm:grid-cols-[7rem_1fr] sm:p-6">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-muted sm:py-0.5">{t(`payment.${name}`)}</dt>
            <dd className="mb-1 wrap-anywhere sm:mb-0">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="grid content-center border-t-2 border-dashed border-line bg-raised px-8 py-5 text-center font-display text-5xl whitespace-nowrap tabular sm:border-t-0 sm:border-l-2">
        {formatMoney(order.price_cents, locale)}
      </p>
    </section>
  );
}
