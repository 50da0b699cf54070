import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import { NewestRows } from "@/components/ui/newest-rows";
import { formatDay, formatMoney } from "@/lib/platform/format";
import type { OwnPayment } from "@/lib/commerce/payments/schema";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { ownPagePath, translated } from "@/lib/events/registrations/rules";
import { planPaymentPath, PAYABLE_STATES } from "@/lib/commerce/payments/rules";

const isUnpaid = ({ status }: OwnPayment) => PAYABLE_STATES.some((one) => one === status);

/** Payments of the signed-in account; each leads to the page of its registration or plan, where it is paid and its state is shown. */
export async function OwnPayments({ payments }: { payments: readonly OwnPayment[] }) {
  const t = await getTranslations("commerce/payments.own");
  if (payments.length === 0) return null;
  return (
    <Card>
      <CardTitle className="mb-4">{t("title")}</CardTitle>
      <NewestRows
        rows={payments}
        olderLabel={(count) => t("all", { count })}
        renderRows={(rows) => <PaymentList payments={rows} />}
      />
    </Card>
  );
}

/** The page that pays and shows the state. */
function addressOf(payment: OwnPayment, locale: Locale): string {
  return "place" in payment
    ? localePath(locale, planPaymentPath(payment.state_abbr, payment.plan_id))
    : ownPagePath(payment.registration_id, locale);
}

async function PaymentList({ payments }: { payments: readonly OwnPayment[] }) {
  const [t, locale] = [await getTranslations("commerce/payments"), await getLocale()];
  const isReported = (payment: OwnPayment) => "is_to_organiser" in payment && payment.is_to_organiser;
  const statusOf = (payment: OwnPayment) => {
    if (payment.status === "open") return t("own.open");
    return payment.status === "refunded" && isReported(payment)
      ? t("own.reported")
      : t(`panel.status.${payment.status}`);
  };
  return (
    <ul className="grid gap-4">
      {payments.map((payment) => (
        <li key={payment.id} className="grid gap-1 border-t-2 border-line pt-4 first:border-0 first:pt-0">
          <p className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <span className="mr-auto font-semibold wrap-anywhere">
              {"place" in payment
                ? t("own.plan", { place: payment.place })
                : t("own.registration", {
                    event: translated(payment.translations, "title", locale, payment.event),
                  })}
            </span>
            <span className="font-display text-xl tabular">{formatMoney(payment.amount_cents, locale)}</span>
          </p>
          <p className="text-muted">
            {[
              statusOf(payment),
              payment.method && t(`panel.method.${payment.method}`),
              payment.refunded_cents > 0 &&
                t(isReported(payment) ? "own.reportedPart" : "panel.refundedPart", {
                  amount: formatMoney(payment.refunded_cents, locale),
                }),
              formatDay(payment.at, locale),
              payment.code,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <a
            href={addressOf(payment, locale)}
            className={buttonClass({ look: isUnpaid(payment) ? "primary" : "outline", className: "w-fit" })}
          >
            {t(isUnpaid(payment) ? "own.pay" : "own.see")}
          </a>
        </li>
      ))}
    </ul>
  );
}
