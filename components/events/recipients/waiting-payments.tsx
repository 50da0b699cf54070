import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { CommandForm } from "@/components/ui/command-form";
import { Input } from "@/components/ui/input";
import { SystemSection } from "@/components/ui/system-page";
import { refuseReceiptAction } from "@/lib/events/recipients/actions";
import type { OwnPayment } from "@/lib/events/recipients/schema";
import { brazilianDay } from "@/lib/platform/dates";
import { formatDate, formatMoney, formatShortMoment } from "@/lib/platform/format";
import { ConfirmForm } from "./confirm-form";

type Props = { payments: readonly OwnPayment[]; mayChange: boolean };

/** Payments to the organiser that its treasurer compares with the bank and confirms. */
export async function WaitingPayments({ payments, mayChange }: Props) {
  const t = await getTranslations("events/recipients.waiting");
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      {payments.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <ul className="grid gap-4">
          {payments.map((payment) => (
            <Waiting key={payment.id} payment={payment} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </SystemSection>
  );
}

async function Waiting({ payment, mayChange }: { payment: OwnPayment; mayChange: boolean }) {
  const [t, locale, { "events/recipients": texts }] = [
    await getTranslations("events/recipients.waiting"),
    await getLocale(),
    await getMessages(),
  ];
  const { received_cents: received, amount_cents: amount } = payment;
  return (
    <li className="grid gap-3 rounded-lg border border-line p-3">
      <p className="font-semibold wrap-anywhere">
        {payment.name} · {payment.code} · {formatMoney(amount, locale)}
      </p>
      <p className="font-mono text-sm wrap-anywhere">{t("txid", { txid: payment.txid ?? "" })}</p>
      <p className="text-muted">
        {t("asked", { date: formatShortMoment(payment.created_at, locale), recipient: payment.recipient ?? "" })}
      </p>
      {payment.is_late && <p className="text-muted">{t("late")}</p>}
      {received !== null && (
        <p className="rounded-lg border-2 border-faixa p-3">
          {t("short", {
            received: formatMoney(received, locale),
            amount: formatMoney(amount, locale),
            missing: formatMoney(amount - received, locale),
            date: formatDate(payment.received_on ?? "", locale),
          })}
        </p>
      )}
      {payment.has_receipt && mayChange && (
        <a href={`/api/event-receipts/${payment.id}`} className={buttonClass({ look: "outline", className: "w-fit" })}>
          {t("receipt")}
        </a>
      )}
      {mayChange && (
        <ConfirmForm
          payment={payment.id}
          cents={amount}
          today={brazilianDay(Date.now())}
          locale={locale}
          texts={texts.waiting}
          validation={texts.validation}
        />
      )}
      {mayChange && payment.status === "review" && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold text-link">{t("refuse")}</summary>
          <CommandForm
            action={refuseReceiptAction}
            hidden={{ item: payment.id }}
            label={t("refuse")}
            confirm={t("refuseConfirm")}
            variant="danger"
          >
            <label className="grid max-w-xl gap-1 font-semibold">
              {t("refuseReason")}
              <Input name="reason" required minLength={3} maxLength={300} />
            </label>
          </CommandForm>
        </details>
      )}
    </li>
  );
}
