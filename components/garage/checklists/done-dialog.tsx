import { useEffect, useId, useRef, useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { isReadingConfirmed } from "@/components/garage/entries/ask-reading";
import { useReadingTexts } from "@/components/garage/entries/reading-texts";
import type { Locale } from "@/lib/platform/i18n/routing";
import { checkLast } from "@/lib/garage/entries/rules";
import { brazilianDay } from "@/lib/platform/dates";
import { finishTaskAction } from "@/lib/garage/checklists/actions";
import type { ListedTask } from "@/lib/garage/checklists/queries";
import { textOf, typedCents, typedKm } from "@/lib/garage/checklists/rules";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  task: ListedTask;
  car: { offsetKm: number; /** Last reading of the odometer. */ readingKm: number | null };
  locale: Locale;
  after: (answer: Promise<{ data?: { outcome: string } } | undefined>) => Promise<boolean>;
  onClose: () => void;
};

/** Writes the service entry of a task; after a failed save the fields keep what was typed. */
export function DoneDialog({ task, car, locale, after, onClose }: Props) {
  const readings = useReadingTexts();
  const { tasks, run } = useChecklistTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [entry] = useState(() => crypto.randomUUID());
  const [problem, setProblem] = useState("");
  useEffect(() => dialog.current?.showModal(), []);
  const [today] = useState(() => brazilianDay(Date.now()));
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => textOf(form, name);
    const [km, cents] = [typedKm(text("km")), typedCents(text("cost"))];
    const on = text("on");
    const wrong =
      (text("cost") && cents === null && tasks.costInvalid) ||
      (text("km") && km === null && run.kmInvalid) ||
      ((!on || on > today) && run.dateInvalid) ||
      "";
    setProblem(wrong);
    if (wrong) return;
    const doubt = km === null ? null : checkLast({ on_date: on, km }, car.readingKm, today);
    if (!(await isReadingConfirmed(readings, locale, doubt))) return;
    const done = { task: task.id, entry, title: text("title") || task.title, on_date: on, notes: text("notes") };
    const sent = finishTaskAction({ ...done, reading_km: km, total_cents: cents, offset_km: car.offsetKm });
    if (await after(sent)) onClose();
    else setProblem(tasks.failed);
  };
  const field = (name: string, label: string, more: React.ComponentProps<"input"> = {}) => (
    <label className="grid gap-1 font-semibold">
      {label}
      <input name={name} {...more} className={`${controlClass} h-14`} />
    </label>
  );
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto w-full max-w-lg rounded-2xl border-2 border-line bg-surface p-5 text-text"
    >
      <form onSubmit={(event) => void save(event)} noValidate className="grid gap-3">
        <h2 id={id} className="text-2xl">
          {tasks.dialog}
        </h2>
        {field("title", tasks.what, { defaultValue: task.title, maxLength: 120 })}
        {field("on", tasks.on, { type: "date", defaultValue: today, max: today })}
        {field("km", tasks.km, { inputMode: "decimal" })}
        {field("cost", tasks.cost, { inputMode: "decimal" })}
        <label className="grid gap-1 font-semibold">
          {tasks.notes}
          <textarea name="notes" rows={2} maxLength={4000} className={`${controlClass} h-auto py-2`} />
        </label>
        {problem && <p role="alert">{problem}</p>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" className="h-auto min-h-14 whitespace-normal">
            {tasks.save}
          </Button>
          <Button variant="outline" className="h-14" onClick={() => dialog.current?.close()}>
            {tasks.cancel}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
