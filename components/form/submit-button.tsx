"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useFormState } from "./form-context";

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "type" | "disabled" | "children"> & {
  label: string;
  pendingLabel: string;
  pending: boolean;
  /** Off for another reason, such as a pause between two mails. */
  waiting?: boolean;
};

/** Full width on a phone; off while the form is on its way and until the page can handle it. */
export function SubmitButton({ label, pendingLabel, pending, waiting = false, className, ...button }: SubmitButtonProps) {
  const { busy } = useFormState();
  return (
    <Button type="submit" disabled={busy || waiting} className={cn("w-full sm:w-auto", className)} {...button}>
      {pending ? pendingLabel : label}
    </Button>
  );
}
