"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { priceText } from "@/lib/events/publishing/rules";
import { refundEventCardAction } from "@/lib/events/recipients/actions";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = {
  payment: string;
  /** What the form suggests to return. */
  cents: number;
  /** What is left of the payment. */
  left: number;
  texts: Messages["events/recipients"]["cardRefund"];
  validation: Record<string, string>;
};

/** Asks Stripe for a refund; its event changes the payment a moment later. */
export function CardRefundForm({ payment, cents, left, texts, validation }: Props) {
  const router = useRouter();
  const { execute, result, isPending } = useFormAction(refundEventCardAction, () => router.refresh());
  const key = result.data && outcomeKey(result.data);
  return (
    <ActionForm
      submit={execute}
      pending={isPending}
      errors={result.validationErrors}
      texts={validation}
      hidden={{ item: payment, left: String(left) }}
      className="max-w-xl"
    >
      <TextField name="cents" label={texts.label} inputMode="decimal" defaultValue={priceText(cents)} maxLength={20} />
      <p role="status" className="font-semibold empty:hidden">
        {key && texts[key]}
      </p>
      <SubmitButton label={texts.send} pendingLabel={texts.pending} pending={isPending} />
    </ActionForm>
  );
}
