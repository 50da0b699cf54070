"use client";

import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { useEventTexts } from "./event-texts";
import type { StepProps } from "./form-props";

export function RulesFields({ values }: StepProps) {
  const { rules, form } = useEventTexts();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="min_vehicle_age"
          label={rules.minAge}
          hint={rules.minAgeHint}
          optional={form.optional}
          inputMode="numeric"
          defaultValue={values.min_vehicle_age}
          maxLength={3}
        />
        <TextField
          name="capacity"
          label={rules.capacity}
          hint={rules.capacityHint}
          optional={form.optional}
          inputMode="numeric"
          defaultValue={values.capacity}
          maxLength={7}
        />
      </div>
      <TextField
        name="solidarity_item"
        label={rules.solidarity}
        hint={rules.solidarityHint}
        optional={form.optional}
        defaultValue={values.solidarity_item}
        maxLength={160}
      />
      <TextAreaField
        name="rules"
        label={rules.text}
        hint={rules.textHint}
        optional={form.optional}
        rows={6}
        defaultValue={values.rules}
      />
    </>
  );
}
