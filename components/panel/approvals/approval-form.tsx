"use client";

import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useState, type ReactNode } from "react";
import { ActionForm } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { outcomeKey } from "@/lib/platform/outcome";
import { decideApprovalAction } from "@/lib/panel/approvals/actions";
import { APPROVAL_DECISIONS } from "@/lib/platform/supabase/database-constants/panel";

type ApprovalFormProps = {
  texts: Messages["panel/approvals"];
  token: string;
  /** Shown instead of the form when the link is no longer valid for a decision. */
  closed: ReactNode;
};

/** Approve, ask for a change or refuse; the last two require a reason. The result stays visible although the link is invalid after the decision. */
export function ApprovalForm({ texts, token, closed }: ApprovalFormProps) {
  const [decision, setDecision] = useState<(typeof APPROVAL_DECISIONS)[number]>("approve");
  const { execute, result, isPending } = useAction(decideApprovalAction, {
    onError: ({ error }) => notifyFailure(error),
  });
  if (result.data) {
    const messageOf = {
      saved: texts.done[decision],
      gone: texts.state.expired,
      used: texts.state.usedNow,
      expired: texts.state.expired,
      revoked: texts.state.revoked,
      closed: texts.state.closed,
      unpayable: texts.state.unpayable,
    };
    return (
      <Card role="status">
        <p className="text-xl">{messageOf[outcomeKey(result.data)]}</p>
      </Card>
    );
  }
  if (closed) return closed;
  return (
    <Card>
      <ActionForm
        submit={execute}
        pending={isPending}
        errors={result.validationErrors}
        texts={texts.validation}
        hidden={{ token, decision }}
      >
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-semibold">{texts.choose}</legend>
          <div className="flex flex-wrap gap-2">
            {APPROVAL_DECISIONS.map((one) => (
              <Button
                key={one}
                variant={one === decision ? "faixa" : "outline"}
                aria-pressed={one === decision}
                onClick={() => setDecision(one)}
              >
                {texts.decision[one]}
              </Button>
            ))}
          </div>
        </fieldset>
        <TextField name="name" label={texts.name} autoComplete="name" maxLength={120} />
        {decision !== "approve" && <TextAreaField name="reason" label={texts.reason} />}
        <SubmitButton label={texts.confirm} pendingLabel={texts.pending} pending={isPending} />
      </ActionForm>
    </Card>
  );
}
