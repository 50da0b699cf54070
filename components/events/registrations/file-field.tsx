"use client";

import { Field, type FieldBasics } from "@/components/form/field";
import { controlClass } from "@/components/ui/input";

type FileFieldProps = FieldBasics & { required?: boolean; onFile?: (file: File | null) => void };

/** A file input with its label. */
export function FileField({ required, onFile, ...basics }: FileFieldProps) {
  return (
    <Field {...basics}>
      {(control) => (
        <input
          {...control}
          type="file"
          required={required}
          accept="image/jpeg,image/png,image/webp,application/pdf"
          className={`${controlClass} py-2`}
          onChange={(event) => onFile?.(event.target.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}
