"use client";

import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef } from "react";
import { ActionForm } from "@/components/form/action-form";
import { FormTexts } from "@/components/form/form-texts";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { textOf, type ErrorMessages } from "@/components/ui/error-messages";
import { Button } from "@/components/ui/button";
import { readProofMethodAction, mailProofAction, proveIdentityAction } from "@/lib/accounts/accounts/factors/actions";

export type ProofDialogProps = { messages: ErrorMessages; onClose: (isProved: boolean) => void };

const FIELD = {
  totp: { type: "text", inputMode: "numeric", autoComplete: "one-time-code", maxLength: 8 },
  password: { type: "password", inputMode: undefined, autoComplete: "current-password", maxLength: 256 },
  mail: { type: "text", inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 },
} as const;

/** Asks for a code of the authenticator app; without one for the password, else for a code sent by e-mail. */
export function ProofDialog({ messages, onClose }: ProofDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const t = (key: string, values?: Record<string, string>) => textOf(messages, `proof.${key}`, values);
  const onError = ({ error }: { error: Parameters<typeof notifyFailure>[0] }) => notifyFailure(error);
  const proofMethod = useAction(readProofMethodAction, { onError });
  const mail = useAction(mailProofAction, { onError });
  const prove = useAction(proveIdentityAction, { onError, onSuccess: () => onClose(true) });
  const { execute: loadProofMethod } = proofMethod;
  useEffect(() => {
    dialog.current?.showModal();
    loadProofMethod();
  }, [loadProofMethod]);
  const { method = null, email = "" } = proofMethod.result.data ?? {};
  const isWaiting = method === "mail" && !mail.hasSucceeded;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="proof-title"
      onClose={() => onClose(false)}
      className="w-[min(26rem,92vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text"
    >
      <h2 id="proof-title" className="text-3xl">
        {t("title")}
      </h2>
      <p className="mt-2 mb-4 text-muted">{method ? t(method, { email }) : t("loading")}</p>
      {isWaiting && (
        <Button className="w-full" disabled={mail.isPending} onClick={() => mail.execute()}>
          {mail.isPending ? t("pending") : t("send")}
        </Button>
      )}
      {method && !isWaiting && (
        <FormTexts value={{ proofMissing: t("missing"), proofInvalid: t(`wrong.${method}`) }}>
          <ActionForm submit={prove.execute} pending={prove.isPending} errors={prove.result.validationErrors}>
            {method === "password" && <input type="email" autoComplete="username" value={email} readOnly hidden />}
            <TextField name="proof" label={t(`label.${method}`)} {...FIELD[method]} />
            <SubmitButton label={t("confirm")} pendingLabel={t("pending")} pending={prove.isPending} />
          </ActionForm>
        </FormTexts>
      )}
      <Button variant="outline" className="mt-3 w-full" onClick={() => dialog.current?.close()}>
        {t("cancel")}
      </Button>
    </dialog>
  );
}
