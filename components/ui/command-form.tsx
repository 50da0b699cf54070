"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useState, useTransition, type ReactNode, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { errorMessages, textOf } from "@/components/ui/error-messages";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type Answer = {
  serverError?: string;
  validationErrors?: unknown;
  data?: unknown;
  /** The person answered a question of the form with no: nothing was saved. */
  isCancelled?: boolean;
};

export type CommandVariant = "primary" | "outline" | "danger";
type CommandFormProps = {
  action: (input: never) => Promise<Answer | undefined>;
  label: string;
  hidden?: Record<string, string>;
  /** Confirmation question asked before the form is sent. */
  confirm?: string;
  variant?: CommandVariant;
  /** Path to open afterwards; without it the page is refreshed. */
  next?: string;
  className?: string;
  children?: ReactNode;
};

/** The form's values as an object; names that end in `[]` become lists, even when nothing is selected. */
function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form);
  const names = [...form.elements].map((element) => (element as HTMLInputElement).name).filter(Boolean);
  return Object.fromEntries(
    names.map((name) => (name.endsWith("[]") ? [name.slice(0, -2), data.getAll(name)] : [name, data.get(name) ?? ""])),
  );
}

/** A form that runs one server action, shows the result as a notice and refreshes the page. */
export function CommandForm({
  action,
  label,
  hidden = {},
  confirm,
  variant = "primary",
  next,
  className,
  children,
}: CommandFormProps) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  /** Why the last submit saved nothing, beside the button. */
  const [problem, setProblem] = useState("");
  const fail = (form: HTMLFormElement, answer: Answer) => {
    const failure = { serverError: answer.validationErrors ? "input.invalid" : answer.serverError };
    const [wrong] = Object.keys(answer.validationErrors ?? {}).flatMap((name) => form.elements.namedItem(name) ?? []);
    if (wrong instanceof HTMLElement) wrong.focus();
    void errorMessages().then((messages) => setProblem(textOf(messages, `${failure.serverError}.title`)));
    notifyFailure(failure, () => send(form));
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (confirm) whenConfirmed(confirm, () => send(form));
    else send(form);
  };
  const send = (form: HTMLFormElement) => {
    const values = valuesOf(form);
    setProblem("");
    start(async () => {
      try {
        const answer = await (action as (input: unknown) => Promise<Answer | undefined>)(values);
        if (answer?.isCancelled) return;
        if (answer?.validationErrors || answer?.serverError) return fail(form, answer);
        notify({ code: "system.done", variant: "success" });
        // A saved secret must not remain in the page.
        for (const secret of form.querySelectorAll<HTMLInputElement>("input[type=password]")) secret.value = "";
        if (next) router.push(next);
        router.refresh();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  };
  return (
    <form method="post" onSubmit={submit} aria-busy={isPending} className={cn("grid gap-3", className)}>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
      <Button
        type="submit"
        variant={variant}
        disabled={isPending || !hydrated}
        className="h-auto min-h-10 w-fit max-w-full py-2 whitespace-normal"
      >
        {label}
      </Button>
    </form>
  );
}
