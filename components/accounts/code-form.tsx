"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef } from "react";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { verifyCodeAction } from "@/lib/accounts/actions";
import type { Door } from "@/lib/accounts/rules";
import type { Journey } from "./journey";

type CodeFormProps = { texts: Pick<Messages["accounts"], "code" | "validation">; journey: Journey & { door: Door } };

/** The second step of accounts that have an authenticator app. */
export function CodeForm({ texts, journey }: CodeFormProps) {
  const { code } = texts;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { execute, result, isPending, hasSucceeded } = useAction(verifyCodeAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data }) => window.location.assign(data.path),
  });
  const pending = isPending || hasSucceeded;
  return (
    <ActionForm submit={execute} pending={pending} errors={result.validationErrors} texts={texts.validation} hidden={journey}>
      <h2 ref={heading} tabIndex={-1} className="text-2xl">{code.title}</h2>
      <p className="text-muted">{code.lead}</p>
      <TextField name="code" label={code.label} inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
      <SubmitButton label={code.submit} pendingLabel={code.pending} pending={pending} />
    </ActionForm>
  );
}
