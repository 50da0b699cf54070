import { randomUUID } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { LabelledInput } from "@/components/ui/labelled-input";
import { SystemSection } from "@/components/ui/system-page";
import { recordPayoutAction } from "@/lib/commerce/payouts/actions";
import type { EventPayouts } from "@/lib/commerce/payouts/schema";
import { priceText } from "@/lib/events/publishing/rules";
import { brazilianDay } from "@/lib/platform/dates";

/** Records a transfer to the organiser. A new form has another key, so that a repeated one is recorded once. */
export async function PayoutForm({ payouts: { event_id: event, sums, payouts } }: { payouts: EventPayouts }) {
  const t = await getTranslations("commerce/payouts.form");
  const today = brazilianDay(Date.now());
  if (sums.left_cents <= 0) return null;
  const request = randomUUID();
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <CommandForm
        key={request}
        action={recordPayoutAction}
        hidden={{ event, request_id: request }}
        label={t("send")}
        confirm={t("confirm")}
        className="max-w-2xl"
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <LabelledInput
            label={t("amount")}
            name="cents"
            inputMode="decimal"
            defaultValue={priceText(sums.left_cents)}
            required
            maxLength={20}
          />
          <LabelledInput label={t("day")} type="date" name="on_day" defaultValue={today} max={today} required />
          <LabelledInput
            label={t("destination")}
            name="destination"
            defaultValue={payouts[0]?.destination}
            required
            maxLength={140}
          />
          <LabelledInput label={t("reference")} name="reference" required maxLength={200} />
        </div>
      </CommandForm>
    </SystemSection>
  );
}
