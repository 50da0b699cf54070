"use client";

import type { Messages } from "next-intl";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { cancelEventAction, postponeEventAction } from "@/lib/events/publishing/actions";
import { useChange } from "./use-change";

const ACTIONS = { postpone: postponeEventAction, cancel: cancelEventAction };

type Publishing = Messages["events/publishing"];
type Texts = Pick<Publishing, "postpone" | "cancel" | "stops" | "validation"> & {
  bar: Pick<Publishing["bar"], "sending">;
};
type Props = { kind: keyof typeof ACTIONS; change: { id: string; expected_version: string }; texts: Texts };

/** Postpones or cancels an event with a reason, which everybody registered receives by mail. */
export function ChangeForm({ kind, change, texts }: Props) {
  const { run, isPending, errors, stop } = useChange();
  const { [kind]: words } = texts;
  const send = (form: FormData) => run(() => ACTIONS[kind]({ ...change, reason: form.get("reason") as string }));
  return (
    <details className="rounded-xl border-2 border-line p-4">
      <summary className="cursor-pointer font-semibold">{words.open}</summary>
      <div className="mt-3 grid gap-3">
        <p>{words.effect}</p>
        {stop && (
          <p role="alert" className="font-semibold text-danger">
            {texts.stops[stop as keyof typeof texts.stops] ?? texts.stops.missing}
          </p>
        )}
        <ActionForm submit={send} pending={isPending} errors={errors} texts={texts.validation}>
          <TextAreaField name="reason" label={words.reason} />
          <div>
            <SubmitButton
              label={words.confirm}
              pendingLabel={texts.bar.sending}
              pending={isPending}
              variant={kind === "cancel" ? "danger" : "primary"}
            />
          </div>
        </ActionForm>
      </div>
    </details>
  );
}
