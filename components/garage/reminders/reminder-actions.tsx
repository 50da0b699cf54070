"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { buttonClass } from "@/components/ui/button-class";
import {
  pauseReminderAction,
  setReminderDeletedAction,
  snoozeReminderAction,
  undoReminderAction,
} from "@/lib/garage/reminders/actions";
import type { Locale } from "@/lib/platform/i18n/routing";
import { SNOOZES } from "@/lib/garage/reminders/rules";
import { DoneForm } from "./done-form";
import { ReminderForm } from "./reminder-form";
import type { ReminderDefaults } from "./reminder-interval";
import { useReminderActionTexts, useReminderFormTexts } from "./reminder-texts";
import type { Outcome } from "@/lib/platform/outcome";

type Props = {
  vehicle: string;
  defaults: ReminderDefaults & { id: string };
  isPaused: boolean;
  isSnoozed: boolean;
  canUndo: boolean;
  today: string;
  reading: string;
  locale: Locale;
};

type Changed = Outcome<object, "kmMissing", never>;
type Answer = { data?: Changed; serverError?: string; validationErrors?: object } | undefined;

/** Runs one action of a reminder after the other, shows failures and refreshes the page. */
function useCommand() {
  const router = useRouter();
  const [isPending, start] = useTransition();
  const run = (command: () => Promise<Answer>, onSaved?: () => void) =>
    start(async () => {
      const answer = await command().catch((thrownError: Error) => ({ thrownError, data: undefined }));
      const changed = answer?.data;
      if (!changed) notifyFailure(answer as Parameters<typeof notifyFailure>[0]);
      else if (changed.outcome === "saved") onSaved?.();
      else
        notify({
          code: changed.outcome === "refused" ? "reminder.kmMissing" : "reminder.gone",
          variant: "destructive",
        });
      router.refresh();
    });
  return { run, isPending };
}

/** What a person who edits the car does with a reminder. */
export function ReminderActions(props: Props) {
  const { actions } = useReminderActionTexts();
  const { form } = useReminderFormTexts();
  const { vehicle, defaults, isPaused, isSnoozed, canUndo, today, reading, locale } = props;
  const [open, setOpen] = useState<"done" | "snooze" | "edit" | null>(null);
  const { run, isPending } = useCommand();
  const isReady = useHydrated() && !isPending;
  const { id } = defaults;
  const toggle = (part: typeof open) => () => setOpen(open === part ? null : part);
  const remove = () =>
    run(
      () => setReminderDeletedAction({ id, isDeleted: true }),
      () =>
        notify({
          code: "reminder.removed",
          durationMs: ACTION_MS,
          action: { label: "undo", run: () => run(() => setReminderDeletedAction({ id, isDeleted: false })) },
        }),
    );
  const button = (label: string, press: () => void, look: "primary" | "outline" = "outline", part?: typeof open) => (
    <button
      type="button"
      disabled={!isReady}
      aria-expanded={part ? open === part : undefined}
      onClick={press}
      className={buttonClass({ look })}
    >
      {label}
    </button>
  );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {button(actions.done, toggle("done"), "primary", "done")}
        {isSnoozed
          ? button(actions.unsnooze, () => run(() => snoozeReminderAction({ id, snooze: null })))
          : button(actions.snooze, toggle("snooze"), "outline", "snooze")}
        {button(isPaused ? actions.resume : actions.pause, () =>
          run(() => pauseReminderAction({ id, isPaused: !isPaused })),
        )}
        {button(actions.edit, toggle("edit"), "outline", "edit")}
        {button(actions.remove, remove)}
        {canUndo && button(actions.undoDone, () => run(() => undoReminderAction({ id })))}
      </div>
      {open === "snooze" && (
        <div className="flex flex-wrap gap-2">
          {SNOOZES.map((snooze) => (
            <span key={snooze}>
              {button(actions[snooze], () =>
                run(
                  () => snoozeReminderAction({ id, snooze }),
                  () => setOpen(null),
                ),
              )}
            </span>
          ))}
        </div>
      )}
      {open === "done" && (
        <DoneForm
          id={id}
          today={today}
          reading={reading}
          locale={locale}
          optional={form.optional}
          onDone={() => setOpen(null)}
        />
      )}
      {open === "edit" && <ReminderForm vehicle={vehicle} defaults={defaults} onSaved={() => setOpen(null)} />}
    </div>
  );
}
