import { whenConfirmed } from "@/components/ui/ask";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import type { Locale } from "@/lib/platform/i18n/routing";
import { entryLine } from "./entry-texts";
import {
  keepTheirs,
  removeFile,
  removeWaiting,
  renewEntry,
  saveEntries,
  type Log,
  type WaitingEntry,
} from "./log-store";
import { useLogTexts } from "./log-texts";

type Props = {
  locale: Locale;
  log: Log;
  entries: readonly WaitingEntry[];
  onEdit: (entry: WaitingEntry) => void;
  onSend: () => Promise<void>;
};

/** Entries that the server does not have, with the questions that must be answered before they are sent. */
export function WaitingList({ locale, log, entries, onEdit, onSend }: Props) {
  const texts = useLogTexts();
  const refusedFiles = log.files.filter(({ isRefused }) => isRefused);
  if (entries.length === 0 && refusedFiles.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-xl">{texts.waiting.title}</h2>
      <ul className="grid gap-2">
        {entries.map((entry) => (
          <li
            key={entry.id}
            data-waiting-entry={entry.id}
            className="grid gap-2 rounded-xl border-2 border-dashed border-line p-3"
          >
            {entry.theirs ? (
              <Conflict {...{ locale, entry, onSend }} theirs={entry.theirs} />
            ) : (
              <Waiting {...{ locale, entry, onEdit, onSend }} />
            )}
          </li>
        ))}
        {refusedFiles.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 rounded-xl border-2 border-danger p-3">
            <p className="grow">{`${name}: ${texts.refusal.file}`}</p>
            <Button variant="outline" onClick={() => void removeFile(id)}>
              {fill(texts.file.remove, { name })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ItemProps = Pick<Props, "locale" | "onSend"> & { entry: WaitingEntry };

function Waiting({ locale, entry, onEdit, onSend }: ItemProps & Pick<Props, "onEdit">) {
  const texts = useLogTexts();
  const { refusal } = entry;
  const discard = () => whenConfirmed(texts.waiting.confirmDiscard, () => removeWaiting(entry.id));
  return (
    <>
      <p className="break-words">{entryLine(texts, locale, entry.content)}</p>
      <p role={refusal ? "alert" : undefined} className={refusal ? "font-semibold text-danger" : "text-sm text-muted"}>
        {refusal
          ? `${texts.refusal.title}: ${texts.refusal[refusal]}`
          : entry.expected_version === null
            ? texts.waiting.new
            : texts.waiting.changed}
      </p>
      <div className="flex flex-wrap gap-2">
        {refusal === "gone" ? (
          <Button variant="outline" onClick={() => void renewEntry(entry.id).then(onSend)}>
            {texts.refusal.asNew}
          </Button>
        ) : (
          <Button variant="outline" onClick={() => onEdit(entry)}>
            {texts.waiting.edit}
          </Button>
        )}
        <Button variant="outline" onClick={discard}>
          {texts.waiting.discard}
        </Button>
      </div>
    </>
  );
}

function Conflict({ locale, entry, theirs, onSend }: ItemProps & { theirs: NonNullable<WaitingEntry["theirs"]> }) {
  const texts = useLogTexts();
  const { id, vehicle, content, owner } = entry;
  const keepMine = () =>
    void saveEntries(owner, [{ id, vehicle, expected_version: theirs.version, content }], []).then(onSend);
  const version = (name: string, line: string) => (
    <div className="grid content-start gap-1 rounded-lg border-2 border-line p-3">
      <h4 className="text-sm font-semibold text-muted">{name}</h4>
      <p className="break-words">{line}</p>
    </div>
  );
  return (
    <div role="alert" className="grid gap-3">
      <h3 className="text-lg">{texts.conflict.title}</h3>
      <p>{texts.conflict.text}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {version(texts.conflict.mine, entryLine(texts, locale, content))}
        {version(texts.conflict.theirs, entryLine(texts, locale, theirs))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={keepMine}>
          {texts.conflict.keepMine}
        </Button>
        <Button variant="outline" onClick={() => void keepTheirs(id)}>
          {texts.conflict.keepTheirs}
        </Button>
      </div>
    </div>
  );
}
