"use client";

import { TextField } from "@/components/form/text-field";
import { controlClass } from "@/components/ui/input";
import { REPEATS, type Metric, type Repeat } from "@/lib/garage/reminders/rules";
import { useReminderFormTexts } from "./reminder-texts";
import { REMINDER_METRICS } from "@/lib/platform/supabase/database-constants/garage";

export type ReminderDefaults = {
  id: string | null;
  preset: string;
  title: string;
  notes: string;
  metric: Metric;
  repeat: Repeat;
  intervalMonths: string;
  intervalKm: string;
  startOn: string;
  startKm: string;
  lastDoneOn: string;
  lastDoneKm: string;
  warnDays: string;
  warnKm: string;
  channels: readonly string[];
};

type Props = {
  defaults: ReminderDefaults;
  metric: Metric;
  repeat: Repeat;
  onMetric: (metric: Metric) => void;
  onRepeat: (repeat: Repeat) => void;
};

/** How a reminder is measured and repeated, with the fields that this needs. */
export function ReminderInterval({ defaults, metric, repeat, onMetric, onRepeat }: Props) {
  const { form, kmHint } = useReminderFormTexts();
  const [hasDate, hasKm] = [metric !== "km", metric !== "date"];
  const isRolling = repeat === "rolling";
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          name="metric"
          label={form.metric}
          values={REMINDER_METRICS}
          names={form.metrics}
          value={metric}
          on={onMetric}
        />
        <Choice name="repeat" label={form.repeat} values={REPEATS} names={form.repeats} value={repeat} on={onRepeat} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {hasDate && repeat !== "once" && (
          <Amount name="intervalMonths" label={form.intervalMonths} value={defaults.intervalMonths} />
        )}
        {hasKm && repeat !== "once" && <Amount name="intervalKm" label={form.intervalKm} value={defaults.intervalKm} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {hasDate && !isRolling && (
          <TextField name="startOn" label={form.startOn} type="date" defaultValue={defaults.startOn} />
        )}
        {hasKm && !isRolling && <Amount name="startKm" label={form.startKm} hint={kmHint} value={defaults.startKm} />}
        {isRolling && (
          <TextField
            name="lastDoneOn"
            label={form.lastDoneOn}
            hint={form.lastDoneHint}
            optional={form.optional}
            type="date"
            defaultValue={defaults.lastDoneOn}
          />
        )}
        {isRolling && hasKm && (
          <Amount
            name="lastDoneKm"
            label={form.lastDoneKm}
            hint={kmHint}
            optional={form.optional}
            value={defaults.lastDoneKm}
          />
        )}
        {hasDate && <Amount name="warnDays" label={form.warnDays} value={defaults.warnDays} />}
        {hasKm && <Amount name="warnKm" label={form.warnKm} value={defaults.warnKm} />}
      </div>
    </>
  );
}

type AmountProps = { name: string; label: string; value: string; hint?: string; optional?: string };

const Amount = ({ value, ...field }: AmountProps) => (
  <TextField {...field} defaultValue={value} inputMode="decimal" autoComplete="off" maxLength={12} />
);

type ChoiceProps<Value extends string> = {
  name: string;
  label: string;
  values: readonly Value[];
  names: Record<Value, string>;
  value: Value;
  on: (value: Value) => void;
};

function Choice<Value extends string>({ name, label, values, names, value, on }: ChoiceProps<Value>) {
  return (
    <label className="grid content-start gap-1.5 font-semibold">
      {label}
      <select
        name={name}
        value={value}
        onChange={({ target }) => on(values.find((one) => one === target.value) ?? value)}
        className={controlClass}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
