"use client";

import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { zoneOfForm } from "@/lib/events/publishing/rules";
import { formatZone } from "@/lib/platform/format";
import { useEventTexts } from "./event-texts";
import type { StepFieldsProps } from "./form-props";

/** Rules of an event, and when visitors vote for the best car. */
export function RulesFields({ values, current, locale }: StepFieldsProps) {
  const zone = formatZone(zoneOfForm(current), locale);
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
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display text-xl">{rules.votes}</legend>
        <p className="text-muted">{rules.votesLead}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {(["votes_open_at", "votes_close_at"] as const).map((field) => (
            <TextField
              key={field}
              name={field}
              type="datetime-local"
              label={rules[field]}
              hint={zone}
              optional={form.optional}
              defaultValue={values[field]}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
