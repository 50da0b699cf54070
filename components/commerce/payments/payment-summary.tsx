import { getLocale, getTranslations } from "next-intl/server";
import type { PageState } from "@/lib/commerce/payments/rules";
import type { PaymentPage } from "@/lib/commerce/payments/schema";
import { formatDay, formatMoment, formatMoney } from "@/lib/platform/format";
import { soldPlaces } from "../sales/sold-places";
import { OrderCard, StatePlate } from "./order-card";

/** Status of the payment as text; it is updated by the automatic refresh. */
export async function PaymentState({ state, paidAt }: { state: PageState; paidAt: string | null }) {
  const [t, locale] = [await getTranslations("commerce/payments.state"), await getLocale()];
  const text =
    state === "paid" ? t("paid.text", { date: paidAt ? formatMoment(paidAt, locale) : "" }) : t(`${state}.text`);
  return <StatePlate state={state} title={t(`${state}.title`)} text={text} />;
}

/** The three steps of an order: signed, paid, running. */
export async function PaymentSteps({ state }: { state: PageState }) {
  const t = await getTranslations("commerce/payments.steps");
  const reached = state === "paid" ? 2 : state === "unsigned" ? 0 : 1;
  return (
    <ol aria-label={t("label")} className="flex items-start">
      {(["signed", "paid", "running"] as const).map((step, index) => (
        <li
          key={step}
          aria-current={index === reached ? "step" : undefined}
          className="relative grid flex-1 justify-items-center gap-1 text-center"
        >
          {index > 0 && (
            <span
              aria-hidden="true"
              className={`absolute top-4 right-[calc(50%+1.35rem)] left-[calc(-50%+1.35rem)] h-1 ${index <= reached ? "bg-[repeating-linear-gradient(90deg,var(--faixa)_0_0.8rem,transparent_0.8rem_1.3rem)]" : "bg-line"}`}
            />
          )}
          <span
            aria-hidden="true"
            className={`grid size-9 place-items-center rounded-full border-2 font-display text-lg ${index < reached ? "border-rota bg-rota text-rota-ink" : index === reached ? "border-faixa" : "border-line text-muted"}`}
          >
            {index < reached ? "✓" : index + 1}
          </span>
          <span className={index === reached ? "font-semibold" : "text-sm text-muted"}>{t(step)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Summary of the sale to pay, with its price. */
export async function PaymentSummary({ page }: { page: PaymentPage }) {
  const [t, locale] = [await getTranslations("commerce/payments"), await getLocale()];
  const { places, states } = await soldPlaces(page, locale);
  const isHeld = page.payment_status === "pending" && !page.cancelled_at && Date.parse(page.held_until) > Date.now();
  const day = (date: string) => formatDay(`${date}T12:00:00-03:00`, locale);
  const facts = [
    [t("fact.company"), page.client_company_name],
    [t("fact.plan"), page.plan_name],
    [t("fact.places"), places],
    [t("fact.states"), states],
    [
      t("fact.period"),
      `${t("period", { from: day(page.start_date), until: day(page.end_date) })} (${t("fact.days", { days: page.duration_days })})`,
    ],
    [t("fact.seller"), page.seller_name],
    ...(isHeld ? [[t("fact.held"), formatMoment(page.held_until, locale)] as const] : []),
  ] as const;
  return (
    <OrderCard facts={facts}>
      <div className="grid content-center gap-1 border-t-2 border-dashed border-line bg-raised px-8 py-5 text-center sm:border-t-0 sm:border-l-2">
        <p className="text-sm text-muted">{t("fact.total")}</p>
        <p className="font-display text-5xl whitespace-nowrap tabular">{formatMoney(page.price_cents, locale)}</p>
        <p className="text-sm text-muted">{t("order", { number: page.number })}</p>
      </div>
    </OrderCard>
  );
}
