"use client";

import { useEffect, useRef, type ReactNode, type SubmitEvent } from "react";
import { cn } from "@/components/ui/cn";
import { FormContext } from "./form-context";
import { FormTexts, useFormTexts } from "./form-texts";
import { useHydrated } from "./use-hydrated";

export type FormErrors = { formErrors?: string[]; fieldErrors?: Record<string, string[] | undefined> };

type ActionFormProps = {
  /** False when nothing was sent, such as after a question. */
  submit: (form: FormData) => void | false | Promise<boolean>;
  pending: boolean;
  errors: FormErrors | undefined;
  /** Text of every validation code; without it, those of `FormTexts` above. */
  texts?: Record<string, string>;
  hidden?: Record<string, string | undefined>;
  className?: string;
  /** The page replaces this form after a save: its fields are disabled until then, because text typed meanwhile would be lost. */
  isReplaced?: boolean;
  children: ReactNode;
};

/** A form that keeps typed values, submits once, and moves the focus to the first invalid field. */
export function ActionForm({ texts, ...form }: ActionFormProps) {
  if (!texts) return <Form {...form} />;
  return (
    <FormTexts value={texts}>
      <Form {...form} />
    </FormTexts>
  );
}

function Form({
  submit,
  pending,
  errors,
  hidden = {},
  className,
  isReplaced = false,
  children,
}: Omit<ActionFormProps, "texts">) {
  const texts = useFormTexts();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const hydrated = useHydrated();

  // A form that finds its own errors sends nothing, so nothing is pending before or after.
  useEffect(() => {
    sending.current = pending;
  }, [pending, errors]);

  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    void Promise.resolve(submit(new FormData(event.currentTarget))).then((isSent) => {
      if (isSent === false) sending.current = false;
    });
  };

  const codes = Object.entries(errors?.fieldErrors ?? {}).map(([name, list]) => [name, list?.[0]] as const);
  return (
    <FormContext value={{ errors: Object.fromEntries(codes), texts, busy: pending || !hydrated }}>
      {/* `post` keeps a password out of the address if the form is ever submitted without JavaScript. */}
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={send}
        aria-busy={pending}
        className={cn("grid gap-4", className)}
      >
        {Object.entries(hidden).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {isReplaced ? (
          <fieldset disabled={pending} className="contents">
            {children}
          </fieldset>
        ) : (
          children
        )}
      </form>
    </FormContext>
  );
}
