import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { setInvoiceStatusAction } from "@/lib/commerce/fees/actions";
import type { FeeInvoice } from "@/lib/commerce/fees/schema";
import { brazilianDay } from "@/lib/platform/dates";

/** Marks an open invoice as paid or cancels it, and opens one again that was marked as paid by mistake. */
export async function InvoiceForms({ invoice: { id, status, issued_on: issued } }: { invoice: FeeInvoice }) {
  const t = await getTranslations("commerce/fees.change");
  if (status === "cancelled") return null;
  const today = brazilianDay(Date.now());
  const next = status === "open" ? "cancelled" : "open";
  return (
    <div className="grid gap-2" data-print="hide">
      {status === "open" && (
        <CommandForm action={setInvoiceStatusAction} hidden={{ item: id, status: "paid" }} label={t("paid")}>
          <LabelledInput
            label={t("day")}
            type="date"
            name="on_day"
            min={issued}
            max={today}
            defaultValue={today}
            required
          />
        </CommandForm>
      )}
      <details>
        <summary className="min-h-11 content-center text-link underline underline-offset-4">{t(next)}</summary>
        <CommandForm
          action={setInvoiceStatusAction}
          hidden={{ item: id, status: next }}
          label={t(next)}
          variant="danger"
        >
          <LabelledInput label={t("reason")} name="reason" required minLength={3} maxLength={300} />
        </CommandForm>
      </details>
    </div>
  );
}
