"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { notifyFailure } from "@/components/form/notify-failure";
import { announceSaved } from "@/components/form/unsaved";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { setVoucherLimitsAction } from "@/lib/partners/vouchers/actions";

type Props = {
  voucher: string;
  limits: { total_limit: number | null; per_person_limit: number; guests_allowed: boolean };
  texts: Pick<Messages["partners/vouchers"], "admin" | "offer" | "validation">;
};

/** How many people may download a voucher, changed by the team without a new approval. */
export function LimitsForm({ voucher, limits, texts: { admin, offer, validation } }: Props) {
  const { execute, result, isPending } = useAction(setVoucherLimitsAction, {
    onSuccess: ({ data }) => void (data.outcome === "saved" && announceSaved()),
    onError: ({ error }) => notifyFailure(error),
  });
  const answer = result.data;
  const refused =
    answer?.outcome === "refused" && answer.field ? { fieldErrors: { [answer.field]: ["limitInvalid"] } } : undefined;
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link underline">{admin.limits}</summary>
      <ActionForm
        submit={(form) => execute(form as never)}
        pending={isPending}
        errors={result.validationErrors ?? refused}
        texts={validation}
        hidden={{ voucher }}
        className="max-w-2xl"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="total_limit"
            label={offer.totalLimit}
            hint={offer.totalHint}
            inputMode="numeric"
            maxLength={6}
            optional={offer.optional}
            defaultValue={limits.total_limit ?? ""}
          />
          <TextField
            name="per_person_limit"
            label={offer.perPerson}
            inputMode="numeric"
            maxLength={2}
            defaultValue={limits.per_person_limit}
          />
        </div>
        <CheckboxField name="guests_allowed" label={admin.guests} defaultChecked={limits.guests_allowed} />
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton label={admin.saveLimits} pendingLabel={offer.pending} pending={isPending} variant="outline" />
          <p role="status">
            {answer?.outcome === "saved" && admin.limitsSaved}
            {answer?.outcome === "gone" && admin.gone}
          </p>
        </div>
      </ActionForm>
    </details>
  );
}
