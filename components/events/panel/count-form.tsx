"use client";

import { ask } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useState, useTransition, type ReactNode } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { announceSaved } from "@/components/form/unsaved";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import type { CommandVariant } from "@/components/ui/command-form";

type Answer = { serverError?: string; validationErrors?: unknown; data?: { count: number } };
type Props = {
  action: (input: never) => Promise<Answer | undefined>;
  hidden: Record<string, string>;
  label: string;
  /** Result with `#` in place of the number. */
  done: string;
  confirm?: string;
  variant?: CommandVariant;
  disabled?: boolean;
  children?: ReactNode;
};

/** A form that runs one action on many registrations and shows how many it changed. */
export function CountForm({ action, hidden, label, done, confirm, variant, disabled, children }: Props) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [count, setCount] = useState<number | null>(null);
  const [isPending, start] = useTransition();
  const submit = async (form: HTMLFormElement) => {
    if (confirm && !(await ask(confirm))) return;
    const values = { ...hidden, ...Object.fromEntries(new FormData(form)) };
    start(async () => {
      try {
        const answer = await (action as (input: unknown) => Promise<Answer | undefined>)(values);
        if (!answer?.data) return notifyFailure({ serverError: answer?.serverError ?? "input.invalid" });
        setCount(answer.data.count);
        announceSaved();
        router.refresh();
      } catch (error) {
        notifyFailure({ thrownError: error as Error });
      }
    });
  };
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
      aria-busy={isPending}
      className="flex flex-wrap items-end gap-3"
    >
      {children}
      <Button type="submit" variant={variant} disabled={disabled || isPending || !hydrated}>
        {label}
      </Button>
      <p role="status" className="w-full text-sm text-muted empty:hidden">
        {count === null ? "" : done.replace("#", String(count))}
      </p>
    </form>
  );
}
