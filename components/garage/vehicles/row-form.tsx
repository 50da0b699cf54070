"use client";

import { useRef, useState, useTransition, type ReactNode } from "react";
import { ActionForm, type FormErrors } from "@/components/form/action-form";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import type { RowAnswer } from "@/lib/garage/vehicles/schema";
import { useRowTexts } from "./row-texts";

type Values = Record<string, unknown>;
type Answer = { data?: RowAnswer; serverError?: string; validationErrors?: FormErrors };
type RowAction = (form: FormData) => Promise<Answer>;

/**
 * Sends the form of one row. `original` are the values that the form was opened with, null for a new row; the server
 * merges changes of other fields and answers with a conflict when the same field was changed meanwhile.
 */
export function useRowForm(action: RowAction, original: Values | null, onSaved: () => void) {
  const base = useRef(original);
  const [answer, setAnswer] = useState<Answer>({});
  const [isPending, start] = useTransition();
  const submit = (form: FormData) => {
    if (base.current) form.set("original", JSON.stringify(base.current));
    start(async () => {
      try {
        const next = await action(form);
        if (next.serverError) notifyFailure(next, () => submit(form));
        setAnswer(next);
        // In a transition of its own, so that the form stays pending until the refreshed page is shown.
        if (next.data?.outcome === "saved") start(onSaved);
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  };
  return {
    submit,
    isPending,
    errors: answer.validationErrors,
    answer: answer.data,
    /** The next send overwrites what somebody else saved. */
    acceptStored: (stored: Values) => {
      base.current = stored;
    },
  };
}

type RowForm = ReturnType<typeof useRowForm>;
type RowEditorProps = { form: RowForm; id: string; children: ReactNode };

/** The form of an existing row, which the page replaces after a save. */
export function RowEditor({ form, id, children }: RowEditorProps) {
  return (
    <ActionForm submit={form.submit} pending={form.isPending} errors={form.errors} hidden={{ id }} isReplaced>
      {children}
    </ActionForm>
  );
}

type Props = {
  form: RowForm;
  /** Label of each field. */
  labels: Readonly<Record<string, string>>;
  /** Label of each option of the selects. */
  options?: Readonly<Record<string, string>>;
  limit?: string;
  /** Shows the stored values instead of the typed ones. */
  onReload: () => void;
};

/** What the last save was answered with: a conflict with both ways out, or why nothing was saved. */
export function RowNotices({ form, labels, options = {}, limit = "", onReload }: Props) {
  const texts = useRowTexts();
  const { answer } = form;
  if (!answer || answer.outcome === "saved") return null;
  if (answer.outcome !== "conflict") return <Problem>{answer.outcome === "refused" ? limit : texts.gone}</Problem>;
  const stored = answer.stored ?? {};
  return (
    <Problem>
      <p>{texts.conflict}</p>
      <ul className="list-disc pl-5 font-normal">
        {answer.fields?.map((field) => (
          <li key={field} className="wrap-anywhere">
            {`${labels[field] ?? field} · ${texts.storedNow}: ${shown(stored[field], options) || texts.empty}`}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <Button
          disabled={form.isPending}
          onClick={(event) => {
            form.acceptStored(stored);
            event.currentTarget.form?.requestSubmit();
          }}
        >
          {texts.keepMine}
        </Button>
        <Button variant="outline" disabled={form.isPending} onClick={onReload}>
          {texts.keepTheirs}
        </Button>
      </p>
    </Problem>
  );
}

const shown = (value: unknown, options: Readonly<Record<string, string>>): string =>
  ([value ?? ""].flat() as (string | number | boolean)[]).map((one) => options[String(one)] ?? String(one)).join(", ");

function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="grid gap-3 rounded-xl border-2 border-danger p-4 font-semibold">
      {children}
    </div>
  );
}
