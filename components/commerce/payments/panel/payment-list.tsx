import { getLocale, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { CommandForm } from "@/components/ui/command-form";
import { DataTable } from "@/components/ui/data-table";
import { Stamp } from "@/components/ui/stamp";
import { StateMark, type StateLook } from "@/components/ui/state-mark";
import { Input } from "@/components/ui/input";
import { formatMoment, formatMoney } from "@/lib/platform/format";
import { setSaleInvoiceAction } from "@/lib/commerce/sales/actions";
import { dueOf } from "@/lib/commerce/payments/rules";
import type { ListedPayment } from "@/lib/commerce/payments/panel/queries";
import type { PAYMENT_STATUSES } from "@/lib/platform/supabase/database-constants/commerce";

type Action = ComponentProps<typeof CommandForm>["action"];
export type RefundActions = { card: Action; pix: Action; confirm: Action };

const LOOK: Record<(typeof PAYMENT_STATUSES)[number], StateLook> = {
  pending: "none",
  review: "wait",
  processing: "wait",
  expired: "none",
  failed: "bad",
  paid: "good",
  refunded: "bad",
};

/** Payments with the actions available for each. */
export async function PaymentList({
  payments,
  actions,
}: {
  payments: readonly ListedPayment[];
  actions: RefundActions;
}) {
  const [t, locale] = [await getTranslations("commerce/payments.panel"), await getLocale()];
  const rows = payments.map((payment) => ({
    id: String(payment.entry?.id ?? payment.id),
    cells: [
      <Stamp key="at" at={payment.entry?.booked_at ?? payment.created_at} locale={locale} />,
      payment.sale ? (
        <>
          {payment.sale.company}
          <br />
          <span className="text-sm text-muted">
            {t("sale", { number: payment.sale.number })} · {payment.sale.plan}
          </span>
        </>
      ) : (
        ((payment.registration && (
          <span className="grid" key="registration">
            {payment.registration.person}
            <span className="text-sm text-muted">
              {t(`source.${payment.subject_type as "registration"}`)} {payment.registration.code} ·{" "}
              {payment.registration.event}
            </span>
          </span>
        )) ??
        t(`source.${payment.subject_type as "sale"}`))
      ),
      t(`method.${payment.method as "card"}`),
      <span key="amount" className="whitespace-nowrap tabular">
        {formatMoney(payment.entry?.amount_cents ?? payment.amount_cents, locale)}
      </span>,
      payment.entry && payment.entry.kind !== "payment" ? (
        t(`kind.${payment.entry.kind as "refund"}`)
      ) : (
        <PaymentStatus key="status" payment={payment} />
      ),
      payment.entry && payment.entry.kind !== "payment" ? (
        ""
      ) : (
        <PaymentActions key="actions" payment={payment} actions={actions} />
      ),
    ],
  }));
  const heads = (["date", "about", "method", "amount", "status", "actions"] as const).map((name) =>
    t(`column.${name}`),
  );
  return <DataTable caption={t("parts.receipts")} heads={heads} rows={rows} empty={t("empty")} />;
}

async function PaymentStatus({ payment }: { payment: ListedPayment }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel"), await getLocale()];
  const status = payment.status as (typeof PAYMENT_STATUSES)[number];
  return (
    <span className="grid justify-items-start gap-1">
      <StateMark look={LOOK[status]}>{t(`status.${status}`)}</StateMark>
      {payment.needs_refund && (
        <StateMark look="bad">{t(payment.note === "amount_mismatch" ? "mismatch" : "needsRefund")}</StateMark>
      )}
      {payment.needs_refund && payment.owed_law_cents + payment.owed_rules_cents > 0 && (
        <span className="text-sm">{t("owedPart", { amount: formatMoney(dueOf(payment), locale) })}</span>
      )}
      {payment.refund_failed_cents > 0 && (
        <StateMark look="bad">
          {t("refundFailed", { amount: formatMoney(payment.refund_failed_cents, locale) })}
        </StateMark>
      )}
      {payment.dispute_status && <Dispute payment={payment} />}
      {payment.refunded_cents > 0 && status !== "refunded" && (
        <span className="text-sm text-muted">
          {t("refundedPart", { amount: formatMoney(payment.refunded_cents, locale) })}
        </span>
      )}
    </span>
  );
}

async function Dispute({ payment }: { payment: ListedPayment }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel.dispute"), await getLocale()];
  const state = payment.disputed_cents === 0 ? "won" : payment.dispute_status === "lost" ? "lost" : "open";
  return (
    <>
      <StateMark look={state === "won" ? "good" : "bad"}>
        {t(state, { amount: formatMoney(payment.disputed_cents, locale) })}
      </StateMark>
      {state === "open" && payment.dispute_due_at && (
        <span className="text-sm text-muted">{t("dueAt", { date: formatMoment(payment.dispute_due_at, locale) })}</span>
      )}
    </>
  );
}

/** The number of the NFS-e, which the receipt shows. */
async function Invoice({ payment }: { payment: ListedPayment }) {
  const t = await getTranslations("commerce/payments.panel.invoice");
  const number = payment.sale?.invoice_number ?? "";
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-link underline underline-offset-4">
        {number ? t("shown", { number }) : t("open")}
      </summary>
      <CommandForm
        action={setSaleInvoiceAction}
        label={t("save")}
        hidden={{ id: payment.subject_id }}
        variant="outline"
        className="mt-2 w-64 max-w-full"
      >
        <label className="grid gap-1 text-sm">
          {t("number")}
          <Input name="number" defaultValue={number} maxLength={40} pattern="[0-9A-Za-z.\/\-]*" />
        </label>
      </CommandForm>
    </details>
  );
}

async function PaymentActions({ payment, actions }: { payment: ListedPayment; actions: RefundActions }) {
  const [t, locale] = [await getTranslations("commerce/payments.panel"), await getLocale()];
  const isCard = payment.method === "card";
  const canRefund = isCard
    ? payment.payment_intent !== null && (payment.status === "paid" || payment.needs_refund)
    : payment.status === "paid";
  return (
    <div className="grid justify-items-start gap-2">
      {payment.receipt_path && (
        <a
          href={`/api/payment-receipts/${payment.id}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-6 items-center text-link underline underline-offset-4"
        >
          {t("receipt")}
        </a>
      )}
      {payment.method === "pix" && payment.status === "pending" && (
        <CommandForm
          action={actions.confirm}
          label={t("confirmPix.label")}
          hidden={{ id: payment.id }}
          confirm={t("confirmPix.sure", {
            amount: formatMoney(payment.amount_cents, locale),
            company: payment.sale?.company ?? payment.registration?.person ?? "",
          })}
          variant="outline"
        />
      )}
      {payment.sale?.payment_id === payment.id && <Invoice payment={payment} />}
      {canRefund && (
        <details>
          <summary className="min-h-6 cursor-pointer text-link underline underline-offset-4">
            {t("refund.open")}
          </summary>
          <CommandForm
            action={isCard ? actions.card : actions.pix}
            label={t(isCard ? "refund.card" : "refund.pix")}
            hidden={{ id: payment.id }}
            confirm={t(isCard ? "refund.confirmCard" : "refund.confirmPix")}
            variant="danger"
            className="mt-2 w-64 max-w-full"
          >
            <label className="grid gap-1 text-sm">
              {t("refund.reason")}
              <Input name="reason" required minLength={3} maxLength={300} />
            </label>
            {isCard && (
              <label className="grid gap-1 text-sm">
                {t("refund.amount")}
                <Input name="amount" inputMode="decimal" />
              </label>
            )}
          </CommandForm>
        </details>
      )}
    </div>
  );
}
