"use client";

import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/input";
import { Field, type FieldBasics } from "./field";

/** Several lines; grows with what is written. Too much of it is said under the field, never cut off in silence. */
export function TextAreaField({ name, label, hint, optional, ...area }: FieldBasics & { rows?: number; defaultValue?: string }) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional}>
      {(control) => <textarea data-slot="textarea" rows={4} {...control} {...area} required={!optional} className={cn(controlClass, "field-sizing-content h-auto max-h-96 min-h-28 py-2")} />}
    </Field>
  );
}
