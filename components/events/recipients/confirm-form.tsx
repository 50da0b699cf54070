"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { fill } from "@/components/ui/fill";
import { confirmEventPixAction } from "@/lib/events/recipients/actions";
import { priceText } from "@/lib/events/publishing/rules";
import { formatMoney } from "@/lib/platform/format";
import type { Locale } from "@/lib/platform/i18n/routing";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = {
  payment: string;
  cents: number;
  today: string;
  locale: Locale;
  texts: Messages["events/recipients"]["waiting"];
  validation: Record<string, string>;
};

/** The treasurer types what arrived and when; less than the price is noted and confirms nothing. */
export function ConfirmForm({ payment, cents, today, locale, texts, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(confirmEventPixAction, () => router.refresh());
  const missing = result.data?.outcome === "saved" ? result.data.missing_cents : 0;
  const key = result.data && (missing > 0 ? "missing" : outcomeKey(result.data));
  return (
    <ActionForm
      submit={execute}
      pending={isPending}
      errors={result.validationErrors}
      texts={validation}
      hidden={{ item: payment }}
      className="max-w-xl"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="received" label={texts.received} inputMode="decimal" defaultValue={priceText(cents)} />
        <TextField type="date" name="on_day" label={texts.day} defaultValue={today} />
      </div>
      <p role="status" className="font-semibold empty:hidden">
        {key && fill(texts[key], { missing: formatMoney(missing, locale) })}
      </p>
      <SubmitButton label={texts.confirm} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
