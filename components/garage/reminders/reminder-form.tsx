"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxGroup } from "@/components/form/checkbox-group";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { notify } from "@/components/ui/notify";
import { saveReminderAction } from "@/lib/garage/reminders/actions";
import { useReminderFormTexts } from "./reminder-texts";
import { ReminderInterval, type ReminderDefaults } from "./reminder-interval";
import { outcomeKey } from "@/lib/platform/outcome";
import { REMINDER_CHANNELS } from "@/lib/platform/supabase/database-constants/garage";

type Props = { vehicle: string; defaults: ReminderDefaults; onSaved: () => void };

/** Adds or changes a reminder; nothing that was typed is lost when it cannot be saved. */
export function ReminderForm({ vehicle, defaults, onSaved }: Props) {
  const { form } = useReminderFormTexts();
  const router = useRouter();
  const [metric, setMetric] = useState(defaults.metric);
  const [repeat, setRepeat] = useState(defaults.repeat);
  const newId = useRef<string>(undefined);
  const { execute, result, isPending } = useFormAction(saveReminderAction, ({ data }) => {
    const key = outcomeKey(data);
    if (key === "kmMissing") return;
    notify({ code: `reminder.${key}`, variant: key === "saved" ? "success" : "destructive" });
    if (key === "saved") onSaved();
    router.refresh();
  });
  const submit = (data: FormData) => {
    // The same id in every try, so that a reminder whose answer was lost is stored once.
    data.set("id", defaults.id ?? (newId.current ??= crypto.randomUUID()));
    execute(data);
  };
  const errors =
    result.data?.outcome === "refused" && result.data.reason === "kmMissing"
      ? { fieldErrors: { lastDoneKm: ["missing"] } }
      : result.validationErrors;
  return (
    <ActionForm
      submit={submit}
      pending={isPending}
      errors={errors}
      hidden={{ vehicle, preset: defaults.preset, isNew: String(defaults.id === null) }}
    >
      <TextField name="title" label={form.title} defaultValue={defaults.title} maxLength={120} autoComplete="off" />
      <ReminderInterval defaults={defaults} metric={metric} repeat={repeat} onMetric={setMetric} onRepeat={setRepeat} />
      <CheckboxGroup
        name="channels"
        label={form.channels}
        hint={form.channelsHint}
        checked={defaults.channels}
        options={REMINDER_CHANNELS.map((value) => ({ value, label: form.channel[value] }))}
      />
      <TextField
        name="notes"
        label={form.notes}
        optional={form.optional}
        defaultValue={defaults.notes}
        maxLength={1000}
        autoComplete="off"
      />
      <SubmitButton label={form.save} pendingLabel={form.saving} pending={isPending} />
    </ActionForm>
  );
}
