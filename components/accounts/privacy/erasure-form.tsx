"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useRouter } from "next/navigation";
import { FormTexts } from "@/components/form/form-texts";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { requestErasureAction } from "@/lib/accounts/privacy/actions";

/** Requests the deletion of the own account; the checkbox is required. */
export function ErasureForm({ texts }: { texts: Messages["accounts/privacy"]["erasure"] }) {
  const router = useRouter();
  const { execute, isPending, result } = useAction(requestErasureAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: () => router.refresh(),
  });
  return (
    <FormTexts value={{ sureMissing: texts.sureMissing }}>
      <ActionForm submit={execute} pending={isPending} errors={result.validationErrors}>
        <CheckboxField name="sure" label={texts.sure} />
        <SubmitButton variant="danger" label={texts.submit} pendingLabel={texts.pending} pending={isPending} />
      </ActionForm>
    </FormTexts>
  );
}
