"use client";

import { useId, type ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useFieldError } from "./form-context";

type CheckboxFieldProps = { name: string; label: ReactNode; defaultChecked?: boolean; required?: boolean };

export function CheckboxField({ name, label, ...checkbox }: CheckboxFieldProps) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <div data-slot="field" className="grid gap-1.5">
      <div className="flex items-start gap-3">
        <Checkbox
          id={id}
          name={name}
          aria-invalid={Boolean(error)}
          aria-describedby={error && `${id}-note`}
          {...checkbox}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {error && (
        <p id={`${id}-note`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
