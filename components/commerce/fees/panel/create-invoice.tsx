import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { createInvoiceAction } from "@/lib/commerce/fees/actions";
import type { EventFee } from "@/lib/commerce/fees/schema";
import { brazilianDay, daysFromNow } from "@/lib/platform/dates";

const DAYS_TO_PAY = 15;

/** Creates the invoice of an event; says why there is nothing to invoice yet. */
export async function CreateInvoice({ event, fee: { has_ended: hasEnded, terms } }: { event: string; fee: EventFee }) {
  const t = await getTranslations("commerce/fees.create");
  if (!hasEnded || terms.amount_cents === 0)
    return <p className="text-muted">{t(hasEnded ? "nothing" : "notEnded")}</p>;
  return (
    <CommandForm
      action={createInvoiceAction}
      hidden={{ event }}
      label={t("send")}
      confirm={t("confirm")}
      className="max-w-xs"
    >
      <LabelledInput
        label={t("due")}
        type="date"
        name="due_on"
        min={brazilianDay(Date.now())}
        defaultValue={brazilianDay(new Date(daysFromNow(DAYS_TO_PAY)))}
        required
      />
    </CommandForm>
  );
}
