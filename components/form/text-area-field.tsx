"use client";

import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/input";
import { Field, type FieldBasics } from "./field";

/** A multi-line input that grows with its content. Text that is too long gets an error below the field instead of being cut off. */
export function TextAreaField({
  name,
  label,
  hint,
  optional,
  ...area
}: FieldBasics & { rows?: number; defaultValue?: string }) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional}>
      {(control) => (
        <textarea
          data-slot="textarea"
          rows={4}
          {...control}
          {...area}
          required={!optional}
          className={cn(controlClass, "field-sizing-content h-auto max-h-96 min-h-28 py-2")}
        />
      )}
    </Field>
  );
}
