import { getLocale, getTranslations } from "next-intl/server";
import { SignPlate } from "@/components/ui/sign-plate";
import type { PageState } from "@/lib/commerce/payments/rules";
import type { PaymentPage } from "@/lib/commerce/payments/schema";
import { formatDay, formatMoment, formatMoney } from "@/lib/platform/format";
import type { SignKind } from "@/components/geo/map/model";

const PLATE: Record<PageState, SignKind> = {
  unsigned: "warning",
  open: "warning",
  pending: "warning",
  review: "service",
  processing: "service",
  paid: "route",
  expired: "attraction",
  failed: "attraction",
  cancelled: "attraction",
  over: "attraction",
  refunded: "attraction",
};

/** Status of the payment as text; it is updated by the automatic refresh. */
export async function PaymentState({ state, paidAt }: { state: PageState; paidAt: string | null }) {
  const [t, locale] = [await getTranslations("commerce/payments.state"), await getLocale()];
  const text =
    state === "paid" ? t("paid.text", { date: paidAt ? formatMoment(paidAt, locale) : "" }) : t(`${state}.text`);
  return (
    <SignPlate as="section" kind={PLATE[state]} role="status" data-state={state} className="px-7 py-6">
      <h2 className="text-3xl">{t(`${state}.title`)}</h2>
      <p className="mt-1 max-w-2xl text-lg">{text}</p>
    </SignPlate>
  );
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
  const day = (date: string) => formatDay(`${date}T12:00:00-03:00`, locale);
  const facts = [
    ["company", page.client_company_name],
    ["plan", page.plan_name],
    [
      "period",
      `${t("period", { from: day(page.start_date), until: day(page.end_date) })} (${t("fact.days", { days: page.duration_days })})`,
    ],
    ["seller", page.seller_name],
  ] as const;
  return (
    <section className="grid overflow-hidden rounded-2xl border-2 border-line bg-surface sm:grid-cols-[1fr_auto]">
      <dl className="grid content-center gap-x-6 gap-y-2 p-5 sm:grid-cols-[7rem_1fr] sm:p-6">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-muted sm:py-0.5">{t(`fact.${name}`)}</dt>
            <dd className="mb-1 wrap-anywhere sm:mb-0">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="grid content-center gap-1 border-t-2 border-dashed border-line bg-raised px-8 py-5 text-center sm:border-t-0 sm:border-l-2">
        <p className="text-sm text-muted">{t("fact.total")}</p>
        <p className="font-display text-5xl whitespace-nowrap tabular">{formatMoney(page.price_cents, locale)}</p>
        <p className="text-sm text-muted">{t("order", { number: page.number })}</p>
      </div>
    </section>
  );
}
