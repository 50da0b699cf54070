"use client";

import { useAction } from "next-safe-action/hooks";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { confirmLinkAction, requestLinkAction, requestRecoveryAction } from "@/lib/accounts/accounts/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { MailForm } from "./mail-form";

type ConfirmFormProps = {
  link: { tokenHash: string; type: string };
  formContext: AccountFormContext;
};

/** Uses the link of an e-mail when the button is pressed; for an expired link it shows a form that requests a new one. */
export function ConfirmForm({ link, formContext }: ConfirmFormProps) {
  const { confirm } = useAccountTexts("confirm");
  const { execute, result, isPending, hasSucceeded } = useAction(confirmLinkAction, {
    onError({ error }) {
      if (error.serverError !== "link.expired" && !error.validationErrors) notifyFailure(error);
    },
    onSuccess: ({ data }) => data.step === "done" && window.location.assign(data.path),
  });
  const pending = isPending || hasSucceeded;
  if (result.data?.step === "otherAddress") {
    return (
      <div role="status">
        <h2 className="text-2xl">{confirm.otherTitle}</h2>
        <p className="mt-1">{confirm.otherLead}</p>
      </div>
    );
  }
  if (result.serverError === "link.expired" || result.validationErrors) {
    const recovery = link.type === "recovery";
    return (
      <div className="grid gap-4">
        <div role="alert">
          <h2 className="text-2xl text-danger">{confirm.expiredTitle}</h2>
          <p className="mt-1">{confirm.expiredLead}</p>
        </div>
        <MailForm
          action={recovery ? requestRecoveryAction : requestLinkAction}
          part={recovery ? "recovery" : "link"}
          formContext={formContext}
        />
      </div>
    );
  }
  return (
    <ActionForm submit={execute} pending={pending} errors={undefined} hidden={{ ...link, ...formContext }}>
      {link.type !== "recovery" && <p className="text-sm text-muted">{confirm.note}</p>}
      <SubmitButton label={confirm.submit} pendingLabel={confirm.pending} pending={pending} />
    </ActionForm>
  );
}
