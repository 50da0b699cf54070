"use client";

import { useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { RowTrash } from "@/components/garage/vehicles/row-trash";
import { useUndo } from "@/components/garage/vehicles/use-undo";
import { setDiaryEntryDeletedAction } from "@/lib/garage/diary/actions";
import { entryAnchor } from "@/lib/garage/diary/rules";
import { DiaryForm, type DiaryFormProps, type DiaryValues } from "./diary-form";
import { DiaryPhotos } from "./diary-photos";
import { useDiaryTexts } from "./diary-texts";

/** `facts`: day, place, weather and trip as one line. */
type ListedEntry = { id: string; values: DiaryValues; facts: string; photos: readonly string[] };
type Props = Omit<DiaryFormProps, "entry" | "onClose"> & {
  entries: readonly ListedEntry[];
  deleted: readonly { id: string; title: string }[];
  canWrite: boolean;
};

/** The entries of the diary, the newest first, with what can be done with each. */
export function DiaryList({ entries, deleted, canWrite, ...form }: Props) {
  const texts = useDiaryTexts();
  const hydrated = useHydrated();
  const [open, setOpen] = useState<string | null>(null);
  const change = useUndo(setDiaryEntryDeletedAction, "vehicle.diaryRemoved");
  const onClose = () => setOpen(null);
  return (
    <div className="grid gap-5">
      {!canWrite && <p className="text-muted">{texts.readOnly}</p>}
      {canWrite && open === "new" && <DiaryForm {...form} entry={null} onClose={onClose} />}
      {canWrite && open !== "new" && (
        <Button variant="faixa" className="w-full sm:w-fit" disabled={!hydrated} onClick={() => setOpen("new")}>
          {texts.add}
        </Button>
      )}
      {entries.length === 0 && <p className="text-lg text-muted">{texts.empty}</p>}
      <ul className="grid gap-4">
        {entries.map((entry) => (
          <li
            key={entry.id}
            id={entryAnchor(entry.id)}
            className="grid scroll-mt-20 gap-3 rounded-xl border-2 border-line bg-surface p-4 target:border-faixa"
          >
            {open === entry.id ? (
              <DiaryForm {...form} entry={entry} onClose={onClose} />
            ) : (
              <DiaryEntry {...{ entry, canWrite, change }} vehicle={form.vehicle} onEdit={() => setOpen(entry.id)} />
            )}
          </li>
        ))}
      </ul>
      {canWrite && <RowTrash rows={deleted} isBusy={change.isBusy} onRestore={change.restore} />}
    </div>
  );
}

type EntryProps = {
  entry: ListedEntry;
  vehicle: string;
  canWrite: boolean;
  change: ReturnType<typeof useUndo>;
  onEdit: () => void;
};

function DiaryEntry({ entry, vehicle, canWrite, change, onEdit }: EntryProps) {
  const texts = useDiaryTexts();
  const { title, body } = entry.values;
  return (
    <>
      <div className="grid gap-1">
        <h3 className="text-xl wrap-anywhere">{title}</h3>
        <p className="text-muted wrap-anywhere">{entry.facts}</p>
      </div>
      {body && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{body}</p>}
      <DiaryPhotos {...{ entry, vehicle, canWrite, change }} />
      {canWrite && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button variant="outline" aria-label={`${texts.edit}: ${title}`} disabled={change.isBusy} onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button
            variant="outline"
            aria-label={`${texts.remove}: ${title}`}
            disabled={change.isBusy}
            onClick={() => change.remove(entry.id, title)}
          >
            {texts.remove}
          </Button>
        </div>
      )}
    </>
  );
}
