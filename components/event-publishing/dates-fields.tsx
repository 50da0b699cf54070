"use client";

import { useState } from "react";
import { useFieldError } from "@/components/form/form-context";
import { Field } from "@/components/form/field";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { Input } from "@/components/ui/input";
import { daysBetween } from "@/lib/event-publishing/rules";
import { formatDate } from "@/lib/platform/format";
import type { StepProps } from "./form-props";

/** Dates, and one text per day with a line per item of the programme. */
export function DatesFields({ texts: { dates, form }, values, locale }: StepProps) {
  const [first, setFirst] = useState(values.startDay ?? "");
  const [last, setLast] = useState(values.endDay ?? "");
  const error = useFieldError("programme");
  const days = daysBetween(first, last);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="startDay" label={dates.startDay}>
          {(control) => (
            <Input
              {...control}
              type="date"
              required
              value={first}
              onChange={({ target }) => {
                setFirst(target.value);
                if (!last || last < target.value) setLast(target.value);
              }}
            />
          )}
        </Field>
        <TextField name="startTime" type="time" label={dates.startTime} defaultValue={values.startTime} />
        <Field name="endDay" label={dates.endDay}>
          {(control) => (
            <Input
              {...control}
              type="date"
              required
              value={last}
              min={first || undefined}
              onChange={({ target }) => setLast(target.value)}
            />
          )}
        </Field>
        <TextField name="endTime" type="time" label={dates.endTime} defaultValue={values.endTime} />
      </div>
      <p className="text-sm text-muted">{dates.zone}</p>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display text-xl">{dates.programme}</legend>
        <p className="text-muted">{days.length > 0 ? dates.programmeHint : dates.noDays}</p>
        {error && <p className="text-sm font-semibold text-danger">{error}</p>}
        {days.map((day) => (
          <TextAreaField
            key={day}
            name={`programme.${day}`}
            label={formatDate(day, locale, { dateStyle: "full" })}
            optional={form.optional}
            defaultValue={values[`programme.${day}`]}
          />
        ))}
      </fieldset>
    </>
  );
}
