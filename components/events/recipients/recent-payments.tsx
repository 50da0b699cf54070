import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { Input } from "@/components/ui/input";
import { SystemSection } from "@/components/ui/system-page";
import { undoEventPixAction } from "@/lib/events/recipients/actions";
import { orderReceiptPath } from "@/lib/events/registrations/orders/rules";
import { canUndo } from "@/lib/events/recipients/rules";
import type { OwnPayment } from "@/lib/events/recipients/schema";
import { formatDate, formatMoney, formatShortMoment } from "@/lib/platform/format";
import { CardRefund } from "./card-refund";
import { ReportedRefunds } from "./owed-payments";

type Props = { payments: readonly OwnPayment[]; mayChange: boolean };

/** The last confirmed payments; a confirmation can be undone for a day. */
export async function RecentPayments({ payments, mayChange }: Props) {
  const t = await getTranslations("events/recipients.recent");
  return (
    <SystemSection title={t("title")}>
      {payments.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="grid gap-3">
          {payments.map((payment) => (
            <Confirmed key={payment.id} payment={payment} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </SystemSection>
  );
}

async function Confirmed({ payment, mayChange }: { payment: OwnPayment; mayChange: boolean }) {
  const [t, receipt, locale] = [
    await getTranslations("events/recipients.recent"),
    await getTranslations("events/orders.receipt"),
    await getLocale(),
  ];
  const { received_cents: received, amount_cents: amount, received_on: day } = payment;
  const tooMuch = (received ?? amount) - amount;
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <p className="font-semibold wrap-anywhere">
        {payment.name} · {payment.code}
      </p>
      <p>
        {payment.method === "card"
          ? t("card", { amount: formatMoney(amount, locale), date: formatShortMoment(payment.paid_at ?? "", locale) })
          : t("line", {
              amount: formatMoney(received ?? amount, locale),
              date: day ? formatDate(day, locale) : "—",
              by: payment.by ?? "—",
            })}
      </p>
      {payment.method === "card" && payment.refunded_cents > 0 && (
        <p>{t("refunded", { amount: formatMoney(payment.refunded_cents, locale) })}</p>
      )}
      {tooMuch > 0 && <p className="font-semibold">{t("too", { amount: formatMoney(tooMuch, locale) })}</p>}
      <ReportedRefunds payment={payment} />
      <a
        href={orderReceiptPath(payment.registration_id, locale)}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 w-fit items-center text-link underline underline-offset-4"
      >
        {receipt("file")}
      </a>
      {mayChange && payment.method === "card" && payment.status === "paid" && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("giveBack")}</summary>
          <CardRefund payment={payment} offersEnd={false} />
        </details>
      )}
      {mayChange && payment.undo_until && canUndo(payment, Date.now()) && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("undo")}</summary>
          <p className="text-muted">{t("undoUntil", { date: formatShortMoment(payment.undo_until, locale) })}</p>
          <CommandForm
            action={undoEventPixAction}
            hidden={{ item: payment.id }}
            label={t("undo")}
            confirm={t("undoConfirm")}
            variant="danger"
          >
            <label className="grid max-w-xl gap-1 font-semibold">
              {t("reason")}
              <Input name="reason" required minLength={3} maxLength={300} />
            </label>
          </CommandForm>
        </details>
      )}
    </li>
  );
}
