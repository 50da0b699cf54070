"use client";

import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useEffect, useRef, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { ACTION_MS, notify } from "@/components/ui/notify";
import type { Locale } from "@/lib/platform/i18n/routing";
import { setEntryDeletedAction } from "@/lib/garage/entries/actions";
import { contentOf, type EntryList as List } from "@/lib/garage/entries/rules";
import type { EntryContent, EntryFile, LogCar, StoredEntry } from "@/lib/garage/entries/schema";
import type { ChosenFile } from "./entry-files";
import { EntryForm, type Edited } from "./entry-form";
import { EntryItem } from "./entry-item";
import { entryTitle, type Texts } from "./entry-texts";
import { LogStatus } from "./log-status";
import type { NewEntry } from "./log-store";
import { storeEntries } from "./store-entries";
import { useLog } from "./use-log";
import { WaitingList } from "./waiting-list";
import { useLogTexts } from "./log-texts";

type Props = {
  locale: Locale;
  car: LogCar;
  list: List;
  entries: readonly StoredEntry[];
  files: readonly EntryFile[];
  /** Kilometres by litre of the refuellings that ended a full tank, by entry. */
  consumption: Readonly<Record<string, number>>;
  /** Entries whose kilometres do not fit the others. */
  odd: readonly string[];
};

const isListed = (list: List, { kind, category }: EntryContent) =>
  list === "all" || (list === "fuel" ? kind === "fuel" : kind === "service" || category === "part");

/** Moves entries into the trash with a notice that undoes it; the list is read again after each change. */
function useRemoval(texts: Texts) {
  const router = useRouter();
  const { execute, isPending } = useAction(setEntryDeletedAction, {
    onError: ({ error }) => notifyFailure(error),
    onSuccess: ({ data, input }) => {
      if (data.outcome !== "saved") notify({ code: "entry.changed", variant: "destructive" });
      else if (input.isDeleted) undoable(input.id);
      router.refresh();
    },
  });
  const titles = useRef(new Map<string, string>());
  const undoable = (id: string) =>
    notify({
      code: "entry.removed",
      values: { title: titles.current.get(id) ?? "" },
      durationMs: ACTION_MS,
      action: { label: "undo", run: () => execute({ id, isDeleted: false }) },
    });
  return {
    isBusy: isPending,
    remove: (entry: StoredEntry) => {
      titles.current.set(entry.id, entryTitle(texts, entry));
      execute({ id: entry.id, isDeleted: true });
    },
  };
}

/** The entries of a page with what waits on this device above them. The edit form is that of new entries and works the same way. */
export function EntryList({ locale, car, list, entries, files, consumption, odd }: Props) {
  const texts = useLogTexts();
  const router = useRouter();
  const isReady = useHydrated();
  const { log, upload, send } = useLog();
  const removal = useRemoval(texts);
  const [edited, setEdited] = useState<Edited | null>(null);
  const mine = log.entries.filter(({ vehicle }) => vehicle === car.id);
  const waiting = mine.filter(({ content }) => isListed(list, content));
  const count = useRef(0);
  useEffect(() => {
    // What was sent meanwhile is on the server now.
    if (mine.length < count.current) router.refresh();
    count.current = mine.length;
  }, [mine.length, router]);
  const save = async (changed: NewEntry[], added: ChosenFile[]) => {
    if (!(await storeEntries(log, changed, added))) return false;
    setEdited(null);
    void send();
    return true;
  };
  const canWrite = car.role !== "viewer" && isReady && log.owner !== null;
  const kind = edited?.content.kind;
  const form = edited && kind && (
    <EntryForm {...{ locale, car, kind, log, edited }} onSave={save} onCancel={() => setEdited(null)} />
  );
  return (
    <div className="grid gap-4">
      {car.role === "viewer" ? (
        <p className="text-muted">{texts.list.readOnly}</p>
      ) : (
        <LogStatus {...{ locale, log, upload }} onSend={() => void send()} />
      )}
      {form && !entries.some(({ id }) => id === edited.id) && form}
      <WaitingList {...{ locale, log }} entries={waiting} onEdit={setEdited} onSend={send} />
      <ul className="grid gap-3">
        {entries.map((entry) => (
          <li
            key={entry.id}
            data-entry={entry.id}
            className="grid gap-3 rounded-xl border-2 border-line bg-surface p-4"
          >
            {form && edited.id === entry.id ? (
              form
            ) : (
              <EntryItem
                {...{ locale, entry }}
                kmPerLitre={consumption[entry.id] ?? null}
                isOdd={odd.includes(entry.id)}
                files={files.filter(({ entry_id }) => entry_id === entry.id)}
                isWaiting={mine.some(({ id }) => id === entry.id)}
                isBusy={!canWrite || removal.isBusy}
                onEdit={
                  car.role !== "viewer"
                    ? () => setEdited({ id: entry.id, expected_version: entry.version, content: contentOf(entry) })
                    : null
                }
                onRemove={car.role === "viewer" ? null : () => removal.remove(entry)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
