"use client";

import { useFieldError } from "@/components/form/form-context";

/** The error of a group of checkboxes, below the group. */
export function ChoiceError({ name }: { name: string }) {
  const error = useFieldError(name);
  if (!error) return null;
  return (
    <p role="alert" className="text-sm font-semibold text-danger">
      {error}
    </p>
  );
}
