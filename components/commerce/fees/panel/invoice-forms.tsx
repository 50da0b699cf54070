import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import {
  cancelInvoiceAction,
  createInvoiceAction,
  payInvoiceAction,
  reopenInvoiceAction,
} from "@/lib/commerce/fees/actions";
import type { EventFee, FeeInvoice } from "@/lib/commerce/fees/schema";
import { addDays, brazilianDay } from "@/lib/platform/dates";

const DAYS_TO_PAY = 15;

/** Creates the invoice of an event that ended and has a fee and no invoice. */
export async function CreateInvoice({ event, fee }: { event: string; fee: EventFee }) {
  const t = await getTranslations("commerce/fees.create");
  const isInvoiced = fee.invoices.some(({ status }) => status !== "cancelled");
  if (isInvoiced) return null;
  if (fee.terms.amount_cents === 0) return <p className="text-muted">{t("nothing")}</p>;
  if (!fee.has_ended) return <p className="text-muted">{t("notEnded")}</p>;
  const today = brazilianDay(Date.now());
  return (
    <div data-print="hide">
      <CommandForm
        action={createInvoiceAction}
        hidden={{ event }}
        label={t("send")}
        confirm={t("confirm")}
        className="max-w-md"
      >
        <LabelledInput
          label={t("due")}
          type="date"
          name="due_on"
          defaultValue={addDays(today, DAYS_TO_PAY)}
          min={today}
          required
        />
      </CommandForm>
    </div>
  );
}

/** What the team does with an invoice: an open one is paid or cancelled, a paid one is opened again. */
export async function ChangeInvoice({ invoice: { id, status } }: { invoice: FeeInvoice }) {
  const t = await getTranslations("commerce/fees.change");
  const today = brazilianDay(Date.now());
  const summary = "min-h-11 content-center text-link underline underline-offset-4";
  const reason = <LabelledInput label={t("reason")} name="reason" required minLength={3} maxLength={300} />;
  if (status === "cancelled") return null;
  return (
    <div data-print="hide" className="grid">
      {status === "open" && (
        <details>
          <summary className={summary}>{t("pay")}</summary>
          <CommandForm action={payInvoiceAction} hidden={{ item: id }} label={t("pay")}>
            <LabelledInput label={t("day")} type="date" name="on_day" defaultValue={today} max={today} required />
          </CommandForm>
        </details>
      )}
      <details>
        <summary className={summary}>{t(status === "open" ? "cancel" : "reopen")}</summary>
        <CommandForm
          action={status === "open" ? cancelInvoiceAction : reopenInvoiceAction}
          hidden={{ item: id }}
          label={t(status === "open" ? "cancel" : "reopen")}
          confirm={t(status === "open" ? "confirmCancel" : "confirmReopen")}
          variant="danger"
        >
          {reason}
        </CommandForm>
      </details>
    </div>
  );
}
