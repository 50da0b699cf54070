import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import { leftOf, suggestedRefund } from "@/lib/events/recipients/rules";
import type { OwnPayment } from "@/lib/events/recipients/schema";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate, formatMoney } from "@/lib/platform/format";
import { WITHDRAWAL_DAYS } from "@/lib/platform/supabase/database-constants/events";
import { CardRefund } from "./card-refund";
import { RefundForm } from "./refund-form";

type Props = { payments: readonly OwnPayment[]; mayChange: boolean };

/** What the organiser must return, how much by law, until when, and the form that records it with its proof. */
export async function OwedPayments({ payments, mayChange }: Props) {
  const t = await getTranslations("events/recipients.owed");
  return (
    <SystemSection title={t("title")} lead={t("lead", { days: WITHDRAWAL_DAYS })}>
      {payments.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="grid gap-4">
          {payments.map((payment) => (
            <Owed key={payment.id} payment={payment} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </SystemSection>
  );
}

async function Owed({ payment, mayChange }: { payment: OwnPayment; mayChange: boolean }) {
  const [t, locale, { "events/recipients": texts }] = [
    await getTranslations("events/recipients.owed"),
    await getLocale(),
    await getMessages(),
  ];
  const { law_cents: law, rules_cents: byRules, due_on: due, owed_since: since } = payment;
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <p className="font-semibold wrap-anywhere">
        {payment.name} · {payment.code}
      </p>
      {payment.people_left.length > 0 && (
        <p className="wrap-anywhere">{t("left", { names: payment.people_left.join(", ") })}</p>
      )}
      {law !== null && law > 0 && due && since && (
        <p className="rounded-lg border-2 border-faixa p-3">
          {t("law", {
            amount: formatMoney(law, locale),
            date: formatDate(due, locale),
            since: formatDate(brazilianDay(Date.parse(since)), locale),
          })}
        </p>
      )}
      {byRules !== null && byRules > 0 && <p>{t("rules", { amount: formatMoney(byRules, locale) })}</p>}
      <ReportedRefunds payment={payment} />
      {mayChange && payment.method === "card" && <CardRefund payment={payment} offersEnd={law === 0} />}
      {mayChange && payment.method !== "card" && (
        <RefundForm
          // An empty form after each return.
          key={payment.refunds.length}
          payment={payment.id}
          cents={suggestedRefund(payment)}
          left={leftOf(payment)}
          today={brazilianDay(Date.now())}
          offersEnd={law !== null && byRules !== null && byRules > 0}
          texts={texts.owed}
        />
      )}
    </li>
  );
}

/** Returns that the treasurer recorded, with their proofs. */
export async function ReportedRefunds({ payment: { refunds } }: { payment: OwnPayment }) {
  const [t, locale] = [await getTranslations("events/recipients.owed"), await getLocale()];
  if (refunds.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {refunds.map(({ id, amount_cents: cents, on_day: day }) => (
        <li key={id} className="flex flex-wrap items-center gap-2">
          {t("reported", { amount: formatMoney(cents, locale), date: formatDate(day, locale) })}
          <a
            href={`/api/event-refunds/${id}`}
            className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
          >
            {t("proof", { amount: formatMoney(cents, locale) })}
          </a>
        </li>
      ))}
    </ul>
  );
}
