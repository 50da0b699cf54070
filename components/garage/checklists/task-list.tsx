"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { formatTimestamp } from "@/lib/platform/format";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { deleteTaskAction, reopenTaskAction, saveTaskAction } from "@/lib/garage/checklists/actions";
import type { ListedTask } from "@/lib/garage/checklists/queries";
import { checklistPath } from "@/lib/garage/checklists/rules";
import { fill } from "../../ui/fill";
import { DoneDialog } from "./done-dialog";
import { useChecklistTexts } from "./checklist-texts";

type Props = {
  tasks: readonly ListedTask[];
  vehicle: { id: string; offsetKm: number; readingKm: number | null };
  canEdit: boolean;
  locale: Locale;
};

const LINK = "min-h-11 underline";

/** Maintenance that the car still needs; done tasks become entries of the log. */
export function TaskList({ tasks, vehicle, canEdit, locale }: Props) {
  const texts = useChecklistTexts();
  const router = useRouter();
  const [done, setDone] = useState<ListedTask | null>(null);
  const [failed, setFailed] = useState(false);
  const after = async (answer: Promise<{ data?: { outcome: string } } | undefined>): Promise<boolean> => {
    const isSaved = (await answer.catch(() => null))?.data?.outcome === "saved";
    setFailed(!isSaved);
    if (isSaved) router.refresh();
    return isSaved;
  };
  const remove = ({ id, title }: ListedTask) => {
    whenConfirmed(fill(texts.tasks.removeConfirm, { title }), () => after(deleteTaskAction({ id })));
  };
  const [open, finished] = [
    tasks.filter(({ status }) => status === "open"),
    tasks.filter(({ status }) => status === "done"),
  ];
  return (
    <section className="grid gap-3" aria-labelledby="tasks">
      <h2 id="tasks" className="text-2xl">
        {texts.tasks.title}
      </h2>
      <p className="text-muted">{texts.tasks.lead}</p>
      {failed && <p role="alert">{texts.tasks.failed}</p>}
      {open.length === 0 && <p>{texts.tasks.none}</p>}
      <ul className="grid gap-2">
        {open.map((task) => (
          <li
            key={task.id}
            className="grid gap-2 rounded-xl border-2 border-line bg-surface p-3 sm:grid-cols-[1fr_auto]"
          >
            <Described task={task} locale={locale} />
            {canEdit && (
              <p className="flex flex-wrap items-center gap-3 print:hidden">
                <Button
                  className="h-14"
                  aria-label={`${texts.tasks.done}: ${task.title}`}
                  onClick={() => setDone(task)}
                >
                  {texts.tasks.done}
                </Button>
                <button type="button" className={LINK} onClick={() => remove(task)}>
                  {texts.tasks.remove}
                </button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {canEdit && <NewTask vehicle={vehicle.id} after={after} />}
      {finished.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">{texts.tasks.doneList}</summary>
          <ul className="grid gap-2">
            {finished.map((task) => (
              <li key={task.id} className="flex flex-wrap items-center gap-x-4">
                <span>
                  {task.title},{" "}
                  {fill(texts.tasks.doneOn, {
                    date: formatTimestamp(task.done_at ?? "", locale, { dateStyle: "medium" }),
                  })}
                </span>
                {canEdit && (
                  <button type="button" className={LINK} onClick={() => void after(reopenTaskAction({ id: task.id }))}>
                    {texts.tasks.reopen}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {done && (
        <DoneDialog
          key={done.id}
          task={done}
          car={vehicle}
          locale={locale}
          after={after}
          onClose={() => setDone(null)}
        />
      )}
    </section>
  );
}

function Described({ task: { title, source }, locale }: Pick<Props, "locale"> & { task: ListedTask }) {
  const texts = useChecklistTexts();
  return (
    <div>
      <p className="text-lg">{title}</p>
      {source && (
        <a
          href={localePath(locale, checklistPath(source.checklist))}
          className="inline-flex min-h-11 items-center text-sm underline"
        >
          {fill(texts.tasks.from, { title: source.title, text: source.text })}
        </a>
      )}
    </div>
  );
}

type NewTaskProps = {
  vehicle: string;
  after: (answer: Promise<{ data?: { outcome: string } } | undefined>) => Promise<boolean>;
};

function NewTask({ vehicle, after }: NewTaskProps) {
  const texts = useChecklistTexts();
  const [title, setTitle] = useState("");
  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (title.trim() && (await after(saveTaskAction({ id: crypto.randomUUID(), vehicle, title })))) setTitle("");
  };
  return (
    <form onSubmit={(event) => void add(event)} className="flex flex-wrap items-end gap-2 print:hidden">
      <label className="grid min-w-0 grow gap-1">
        {texts.tasks.addLabel}
        <input
          value={title}
          maxLength={120}
          onChange={({ target }) => setTitle(target.value)}
          className={`${controlClass} h-14`}
        />
      </label>
      <Button type="submit" variant="outline" className="h-14">
        {texts.tasks.addButton}
      </Button>
    </form>
  );
}
