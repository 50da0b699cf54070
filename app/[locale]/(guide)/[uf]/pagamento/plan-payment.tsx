import { Link } from "@/components/ui/link";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AutoRefresh } from "@/components/ui/auto-refresh";
import { CardPanel } from "@/components/commerce/payments/card-panel";
import { PixPanel } from "@/components/commerce/payments/pix-panel";
import { ReceiptForm } from "@/components/commerce/payments/receipt-form";
import { PlanState, PlanSummary } from "@/components/partners/service-plans/plan-order";
import { buttonClass } from "@/components/ui/button-class";
import { ownPlacePath } from "@/lib/partners/own-places/rules";
import { getPaymentSettings } from "@/lib/commerce/payments/queries";
import { isOpen, planPaymentPath, PAYABLE_STATES, CHANGING_STATES } from "@/lib/commerce/payments/rules";
import { env } from "@/lib/platform/env";
import { formatMoney } from "@/lib/platform/format";
import { localePath } from "@/lib/platform/i18n/routing";
import { planPaymentState } from "@/lib/partners/service-plans/rules";
import type { PlanOrder } from "@/lib/partners/service-plans/schema";
import { getSettings } from "@/lib/platform/settings/queries";
import { editorsAddress } from "../../blog-pages";
import { pixPaymentsOf } from "../../../(plain)/pix-payments";

/** The order of a plan: its state, amount and the ways to pay it. */
export async function PlanPayment({ order, returned }: { order: PlanOrder; returned: unknown }) {
  const [t, plan] = [
    await getTranslations("commerce/payments"),
    await getTranslations("partners/service-plans.payment"),
  ];
  const [locale, { "commerce/payments": texts }] = [await getLocale(), await getMessages()];
  const state = planPaymentState(order, new Date());
  const review = order.payments.find(({ status }) => status === "review");
  const isWaiting = PAYABLE_STATES.includes(state);
  return (
    <div className="grid max-w-4xl gap-6">
      <PlanState state={state} endsOn={order.ends_on} />
      {isWaiting && (returned === "sucesso" || returned === "cancelado") && (
        <p className="rounded-lg border-2 border-line bg-raised p-4">
          {t(returned === "sucesso" ? "returned.success" : "returned.cancelled")}
        </p>
      )}
      {order.refund_due_cents > 0 && (
        <p role="status" className="rounded-lg border-2 border-faixa p-4">
          {t("refundDue", { amount: formatMoney(order.refund_due_cents, locale) })}
        </p>
      )}
      <PlanSummary order={order} />
      {isWaiting && <Methods order={order} />}
      {state === "review" && review && (
        <details className="rounded-2xl border-2 border-line p-5">
          <summary className="cursor-pointer font-semibold">{t("receipt.another")}</summary>
          <ReceiptForm payer={{ plan: order.id }} payment={review.id} texts={texts.receipt} />
        </details>
      )}
      <Link
        href={`${localePath(locale, ownPlacePath(order.service_id))}#plano`}
        className={buttonClass({ look: "outline", className: "w-fit" })}
      >
        {plan("back")}
      </Link>
      {CHANGING_STATES.includes(state) && <AutoRefresh />}
    </div>
  );
}

/** Card and Pix as the settings enable them; the contact of the team when both are disabled. */
async function Methods({ order }: { order: PlanOrder }) {
  const [t, plan] = [
    await getTranslations("commerce/payments"),
    await getTranslations("partners/service-plans.payment"),
  ];
  const [locale, settings] = [await getLocale(), await getPaymentSettings()];
  // Owners who already sent a receipt can send another one after Pix was disabled.
  const isPixShown =
    settings.isPixEnabled ||
    order.payments.some((one) => one.method === "pix" && one.note !== null && isOpen(one, new Date()));
  if (!settings.isStripeEnabled && !isPixShown) {
    const contact = editorsAddress(await getSettings(), locale);
    return (
      <p className="flex flex-wrap gap-x-4 gap-y-2 rounded-lg border-2 border-line p-4">
        {plan("off")}
        <a href={contact} className="text-link underline">
          {plan("contact")}
        </a>
      </p>
    );
  }
  const back = new URL(
    localePath(locale, planPaymentPath(order.state_abbr, order.id)),
    env.NEXT_PUBLIC_SITE_URL,
  ).toString();
  const checkout = {
    successUrl: `${back}&retorno=sucesso`,
    cancelUrl: `${back}&retorno=cancelado`,
    metadata: { service_plan_id: order.id },
  };
  const card =
    order.payments.find((one) => one.method === "card" && one.checkout_url !== null && isOpen(one, new Date())) ?? null;
  const both = settings.isStripeEnabled && isPixShown;
  return (
    <section className="grid gap-4">
      <h2 className="text-3xl">{t("choose")}</h2>
      <div className={`grid items-start gap-5 ${both ? "lg:grid-cols-2" : ""}`}>
        {isPixShown && <PixPanel payer={{ plan: order.id }} pix={await pixPaymentsOf(order.payments, settings)} />}
        {settings.isStripeEnabled && (
          <CardPanel publishableKey={settings.stripe.publishable_key} checkout={checkout} open={card} />
        )}
      </div>
    </section>
  );
}
