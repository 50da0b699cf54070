"use client";

import { Checkbox } from "@/components/ui/checkbox";

type CheckboxGroupProps = {
  name: string;
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  checked?: readonly string[];
};

/** Checkboxes that share one name. */
export function CheckboxGroup({ name, label, hint, options, checked = [] }: CheckboxGroupProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="mt-1.5 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-11 items-center gap-3">
            <Checkbox name={name} value={option.value} defaultChecked={checked.includes(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
