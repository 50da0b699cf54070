"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useFormState } from "./form-context";
import { useHydrated } from "./use-hydrated";

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "type" | "disabled" | "children"> & {
  label: string;
  pendingLabel: string;
  pending: boolean;
  /** Disabled for another reason, such as the pause between two e-mails. */
  waiting?: boolean;
};

/** Full width on a phone; disabled while the form is being sent and until hydration. */
export function SubmitButton({
  label,
  pendingLabel,
  pending,
  waiting = false,
  className,
  ...button
}: SubmitButtonProps) {
  const { busy } = useFormState();
  const hydrated = useHydrated();
  return (
    <Button
      type="submit"
      disabled={busy || waiting}
      data-until-hydrated={hydrated || waiting ? undefined : ""}
      className={cn("w-full sm:w-auto", className)}
      {...button}
    >
      {pending ? pendingLabel : label}
    </Button>
  );
}
