"use client";

import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef, useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import type { SignInArea } from "@/lib/accounts/accounts/rules";
import { recoverAction, verifyCodeAction } from "@/lib/accounts/accounts/factors/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";

type CodeFormProps = {
  formContext: AccountFormContext & { area: SignInArea };
  /** A recovery code removed the factor and the account must set up a new one. */
  onEnrolment: () => void;
};

/** Second step of the sign-in for accounts with an authenticator app. */
export function CodeForm({ formContext, onEnrolment }: CodeFormProps) {
  const { code } = useAccountTexts("code");
  const [isRecovery, setRecovery] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [isRecovery]);
  const onError = ({ error }: { error: Parameters<typeof notifyFailure>[0] }) => notifyFailure(error);
  const check = useAction(verifyCodeAction, { onError, onSuccess: ({ data }) => window.location.assign(data.path) });
  const recover = useAction(recoverAction, {
    onError,
    onSuccess: ({ data }) => (data.step === "done" ? window.location.assign(data.path) : onEnrolment()),
  });
  const { execute, result, isPending, hasSucceeded } = isRecovery ? recover : check;
  const pending = isPending || hasSucceeded;
  return (
    <div className="grid gap-5">
      <ActionForm
        key={String(isRecovery)}
        submit={execute}
        pending={pending}
        errors={result.validationErrors}
        hidden={formContext}
      >
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {isRecovery ? code.recoveryTitle : code.title}
        </h2>
        <p className="text-muted">{isRecovery ? code.recoveryLead : code.lead}</p>
        {isRecovery ? (
          <TextField name="recoveryCode" label={code.recoveryLabel} autoComplete="off" maxLength={40} />
        ) : (
          <TextField name="code" label={code.label} inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
        )}
        <SubmitButton label={code.submit} pendingLabel={code.pending} pending={pending} />
      </ActionForm>
      <Button
        variant="outline"
        className="whitespace-normal"
        disabled={pending}
        onClick={() => setRecovery(!isRecovery)}
      >
        {isRecovery ? code.byApp : code.byRecovery}
      </Button>
    </div>
  );
}
