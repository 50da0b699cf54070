"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { ActionForm } from "@/components/form/action-form";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useFormAction } from "@/components/form/use-form-action";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { isReadingConfirmed } from "@/components/garage/entries/ask-reading";
import type { Locale } from "@/lib/platform/i18n/routing";
import { parseDecimal } from "@/lib/platform/typed-values";
import { textOf } from "@/lib/garage/checklists/rules";
import { checkLast } from "@/lib/garage/entries/rules";
import { completeReminderAction, undoReminderAction } from "@/lib/garage/reminders/actions";
import { useReadingTexts } from "@/components/garage/entries/reading-texts";
import { useReminderActionTexts } from "./reminder-texts";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = {
  id: string;
  today: string;
  /** Last reading of the odometer. */
  reading: string;
  locale: Locale;
  optional: string;
  onDone: () => void;
};

/** Asks when a maintenance was done and writes it into the log. */
export function DoneForm({ id, today, reading, locale, optional, onDone }: Props) {
  const readings = useReadingTexts();
  const texts = useReminderActionTexts().done;
  const router = useRouter();
  const entry = useRef<string>(undefined);
  const undo = async () => {
    const answer = await undoReminderAction({ id });
    if (answer?.data?.outcome !== "saved") notify({ code: "reminder.gone", variant: "destructive" });
    router.refresh();
  };
  const { execute, result, isPending } = useFormAction(completeReminderAction, ({ data }) => {
    const key = outcomeKey(data);
    if (key === "saved") {
      notify({
        code: "reminder.done",
        variant: "success",
        durationMs: ACTION_MS,
        action: { label: "undo", run: () => void undo() },
      });
      onDone();
    } else if (key === "in_future") notify({ code: "reminder.future", variant: "destructive" });
    else notify({ code: "reminder.gone", variant: "destructive" });
    router.refresh();
  });
  const submit = async (data: FormData) => {
    const [on_date, km] = [textOf(data, "doneOn"), parseDecimal(textOf(data, "km"), 1)];
    const doubt = km == null ? null : checkLast({ on_date, km }, reading === "" ? null : Number(reading), today);
    if (!(await isReadingConfirmed(readings, locale, doubt))) return false;
    data.set("id", id);
    data.set("entry", (entry.current ??= crypto.randomUUID()));
    execute(data);
    return true;
  };
  return (
    <ActionForm submit={submit} pending={isPending} errors={result.validationErrors}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="doneOn" label={texts.date} type="date" defaultValue={today} />
        <TextField
          name="km"
          label={texts.km}
          hint={texts.kmHint}
          optional={optional}
          defaultValue={reading}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
        />
      </div>
      <TextField name="notes" label={texts.notes} optional={optional} maxLength={2000} autoComplete="off" />
      <SubmitButton label={texts.save} pendingLabel={texts.saving} pending={isPending} />
    </ActionForm>
  );
}
