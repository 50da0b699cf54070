"use client";

import { controlClass } from "@/components/ui/input";
import { Field, type FieldBasics } from "./field";

type SelectFieldProps = FieldBasics & {
  options: readonly { value: string; label: string }[];
  defaultValue?: string;
  autoComplete?: string;
  required?: boolean;
};

export function SelectField({ name, label, hint, optional, options, ...select }: SelectFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional}>
      {(control) => (
        <select data-slot="select" {...control} {...select} className={controlClass}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
