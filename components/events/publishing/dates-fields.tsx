"use client";

import { useState } from "react";
import { useFieldError } from "@/components/form/form-context";
import { Field } from "@/components/form/field";
import { TextAreaField } from "@/components/form/text-area-field";
import { Input } from "@/components/ui/input";
import { movedDates } from "@/lib/events/publishing/parts/rules";
import { daysApart, daysBetween, movedProgramme, zoneOfForm } from "@/lib/events/publishing/rules";
import { addDays } from "@/lib/platform/dates";
import { formatDate, formatZone } from "@/lib/platform/format";
import { useEventTexts } from "./event-texts";
import type { StepFieldsProps } from "./form-props";

type InputProps = { name: string; label: string; type: "date" | "time"; value: string; min?: string };

function MomentInput({ name, label, onChange, ...input }: InputProps & { onChange: (value: string) => void }) {
  return (
    <Field name={name} label={label}>
      {(control) => <Input {...control} {...input} required onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

/** Dates, and one text per day with a line per item of the programme, which moves with the first day. */
export function DatesFields(props: StepFieldsProps) {
  const { values, current, locale } = props;
  const { dates, form } = useEventTexts();
  const [first, setFirst] = useState(values.startDay ?? "");
  const [last, setLast] = useState(values.endDay ?? "");
  const [startTime, setStartTime] = useState(values.startTime ?? "");
  const [endTime, setEndTime] = useState(values.endTime ?? "");
  const [programme, setProgramme] = useState(values);
  const error = useFieldError("programme");
  const days = daysBetween(first, last);
  const begin = (day: string) => {
    const shift = daysApart(first, day);
    setFirst(day);
    if (shift !== 0) setProgramme(movedProgramme(current, shift));
    if (last && shift !== 0) setLast(addDays(last, shift));
    else if (!last || last < day) setLast(day);
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <MomentInput name="startDay" label={dates.startDay} type="date" value={first} onChange={begin} />
        <MomentInput name="startTime" label={dates.startTime} type="time" value={startTime} onChange={setStartTime} />
        <MomentInput
          name="endDay"
          label={dates.endDay}
          type="date"
          value={last}
          min={first || undefined}
          onChange={setLast}
        />
        <MomentInput name="endTime" label={dates.endTime} type="time" value={endTime} onChange={setEndTime} />
      </div>
      <p className="text-sm text-muted">{dates.zone.replace("{zone}", formatZone(zoneOfForm(current), locale))}</p>
      <MovedDates {...props} startDay={first} startTime={startTime} />
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
            defaultValue={programme[`programme.${day}`]}
          />
        ))}
      </fieldset>
    </>
  );
}

/** Dates that move with the date of an event that was saved before. */
function MovedDates({ initial, locale, now, ...moment }: StepFieldsProps & { startDay: string; startTime: string }) {
  const { dates, kind, rules } = useEventTexts();
  const labels = {
    opens_at: kind.opens_at,
    closes_at: kind.closes_at,
    edit_until: kind.limits.editUntil,
    price: kind.steps.title,
    votes_open_at: rules.votes_open_at,
    votes_close_at: rules.votes_close_at,
  };
  const moved = movedDates(initial, moment, now);
  const shown = (local: string) =>
    `${formatDate(local.slice(0, 10), locale, { dateStyle: "medium" })}, ${local.slice(11)}`;
  if (moved.length === 0) return null;
  return (
    <div role="status" className="rounded-xl border-2 border-faixa p-4">
      <p className="font-semibold">{dates.moved}</p>
      <ul className="list-disc ps-6">
        {moved.map(({ name, field, from, to }, index) => (
          <li key={index}>{`${[name, labels[field]].filter(Boolean).join(", ")}: ${shown(from)} → ${shown(to)}`}</li>
        ))}
      </ul>
    </div>
  );
}
