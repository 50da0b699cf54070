"use client";

import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef, useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import type { SignInArea } from "@/lib/accounts/accounts/rules";
import { beginEnrolmentAction, confirmEnrolmentAction } from "@/lib/accounts/accounts/factors/actions";
import { useAccountTexts } from "./account-texts";
import type { AccountFormContext } from "./account-form-context";
import { RecoveryCodes } from "./recovery-codes";

type EnrolFormProps = {
  formContext: AccountFormContext & { area: SignInArea };
  lead: string;
  onDone: () => void;
};

/** Sets an authenticator app up: QR code, first code, then the recovery codes. */
export function EnrolForm({ formContext, lead, onDone }: EnrolFormProps) {
  const { factor } = useAccountTexts("factor");
  const heading = useRef<HTMLHeadingElement>(null);
  const [isShown, setShown] = useState(false);
  const begin = useAction(beginEnrolmentAction, {
    onSuccess: () => setShown(true),
    onError: ({ error }) => notifyFailure(error, () => begin.execute()),
  });
  const confirm = useAction(confirmEnrolmentAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => data.path && window.location.assign(data.path),
  });
  useEffect(() => heading.current?.focus(), [isShown]);
  const made = begin.result.data;
  const done = confirm.result.data;
  if (done?.codes) return <RecoveryCodes codes={done.codes} onDone={onDone} />;
  if (!made) {
    return (
      <div className="grid gap-4">
        <p className="text-muted">{lead}</p>
        <Button
          className="w-full sm:w-auto sm:justify-self-start"
          disabled={begin.isPending}
          onClick={() => begin.execute()}
        >
          {begin.isPending ? factor.pending : factor.begin}
        </Button>
      </div>
    );
  }
  return (
    <ActionForm
      submit={confirm.execute}
      pending={confirm.isPending}
      errors={confirm.result.validationErrors}
      hidden={{ ...formContext, factorId: made.factorId }}
    >
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {factor.scanTitle}
      </h3>
      <p className="text-muted">{factor.scanLead}</p>
      {/* A data URL, which the image optimizer does not handle. */}
      <img src={made.qrCode} alt={factor.qrAlt} width={200} height={200} className="rounded-lg bg-white p-2" />
      <p className="break-all">
        {factor.secret}{" "}
        <code className="rounded bg-raised px-1.5 py-0.5 select-all">{made.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <TextField name="code" label={factor.label} inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
      <SubmitButton label={factor.confirm} pendingLabel={factor.pending} pending={confirm.isPending} />
    </ActionForm>
  );
}
