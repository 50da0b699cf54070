"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition, type ReactNode } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { SubmitButton } from "@/components/form/submit-button";
import { whenConfirmed } from "@/components/ui/ask";
import type { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { outcomeKey, type Outcome } from "@/lib/platform/outcome";
import type { ComponentProps } from "react";

type Answer = { data?: Outcome; serverError?: string; validationErrors?: FormErrors };
export type RallyFormTexts = {
  pending: string;
  /** A sentence for each outcome but `saved`. */
  outcome: Record<string, string>;
  validation: Record<string, string>;
};

type Props = {
  action: (input: never) => Promise<unknown>;
  label: string;
  texts: RallyFormTexts;
  hidden?: Record<string, string | undefined>;
  /** The question before what cannot be undone. */
  confirm?: string;
  variant?: ComponentProps<typeof Button>["variant"];
  className?: string;
  children?: ReactNode;
};

/** A form of the rally of an event: sends its fields to one action and shows the outcome beside the button. */
export function RallyForm({ action, label, texts, hidden, confirm, variant, className, children }: Props) {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const [answer, setAnswer] = useState<Answer>({});
  const send = (form: FormData) =>
    start(async () => {
      try {
        const found = ((await (action as (input: unknown) => Promise<unknown>)(form)) ?? {}) as Answer;
        setAnswer(found);
        if (found.serverError) notifyFailure(found, () => send(form));
        else if (found.data?.outcome === "saved") {
          notify({ code: "system.done", variant: "success" });
          // Pending until the page shows it: a second press would send the same form again.
          start(() => router.refresh());
        }
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  const submit = (form: FormData) => {
    if (!confirm) return send(form);
    whenConfirmed(confirm, () => send(form));
    return false;
  };
  const problem = answer.data && answer.data.outcome !== "saved" ? outcomeKey(answer.data) : null;
  return (
    <ActionForm
      submit={submit}
      pending={isPending}
      errors={answer.validationErrors}
      texts={texts.validation}
      hidden={hidden}
      className={className}
    >
      {children}
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {texts.outcome[problem] ?? texts.outcome.invalid}
        </p>
      )}
      <SubmitButton label={label} pendingLabel={texts.pending} pending={isPending} variant={variant} />
    </ActionForm>
  );
}
