"use client";

import { useRef } from "react";
import { formatBytes, type PackRecord } from "@/lib/offline/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { fill, type PackLabels } from "./pack-labels";
import type { Progress } from "./pack-download";
import { usePack } from "./use-pack";

type Props = { uf: string; name: string; locale: Locale; labels: PackLabels; shelf: string };

const BUTTON = "inline-flex h-12 items-center rounded-xl px-5 font-semibold";
const MAIN = `${BUTTON} bg-primary text-primary-ink`;
const SECOND = `${BUTTON} border-2 border-line hover:bg-raised`;

/** Keeps a whole state on this device and says how large and how old it is. */
export function PackButton({ uf, name, locale, labels, shelf }: Props) {
  const { state, download, remove, pause } = usePack(uf, name, locale);
  const { record, progress, failure } = state ?? { record: null, progress: null, failure: null };
  const saved = record?.savedAt ?? null;
  return (
    <section className="page mt-10" data-slot="offline-pack" data-print="hide">
      <div className="grid gap-3 rounded-2xl border-2 border-line bg-surface p-5 sm:grid-cols-[1fr_auto] sm:items-center">
        <div role="status">
          <p>{progress ? progressText(labels, progress, locale) : recordText(labels, record, locale)}</p>
          {failure && <p className="mt-1 text-danger">{labels[failure]}</p>}
          {progress && <progress className="mt-2 h-2 w-full accent-faixa" max={progress.total || 1} value={progress.done} aria-label={labels.take} />}
        </div>
        <div className="flex flex-wrap gap-2">
          {progress ? (
            <button type="button" className={SECOND} onClick={pause}>
              {labels.pause}
            </button>
          ) : (
            <button type="button" disabled={!state} className={saved ? SECOND : MAIN} onClick={() => void download()}>
              {saved ? labels.update : record ? labels.resume : labels.take}
            </button>
          )}
          {record && !progress && <RemoveButton labels={labels} onRemove={() => void remove()} />}
          {record && (
            <a href={shelf} className={`${BUTTON} text-link underline underline-offset-4`}>
              {labels.shelf}
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

function progressText(labels: PackLabels, { done, total, bytes }: Progress, locale: Locale): string {
  return fill(labels.progress, { done, total, size: formatBytes(bytes, locale) });
}

function recordText(labels: PackLabels, record: PackRecord | null, locale: Locale): string {
  if (!record) return labels.text;
  const size = formatBytes(record.bytes, locale);
  if (!record.savedAt) return fill(labels.partial, { size });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(new Date(record.savedAt));
  return fill(labels.saved, { size, date });
}

function RemoveButton({ labels, onRemove }: { labels: PackLabels; onRemove: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className={SECOND} onClick={() => dialog.current?.showModal()}>
        {labels.remove}
      </button>
      <dialog
        ref={dialog}
        aria-label={labels.removeTitle}
        className="w-[min(26rem,92vw)] rounded-2xl border-2 border-line bg-surface p-6 text-text"
        onClose={() => dialog.current?.returnValue === "remove" && onRemove()}
      >
        <h2 className="text-3xl">{labels.removeTitle}</h2>
        <p className="mt-2 text-muted">{labels.removeText}</p>
        <form method="dialog" className="mt-5 grid gap-2 sm:grid-cols-2">
          <button value="cancel" className="h-12 rounded-lg border-2 border-line font-semibold hover:bg-raised">
            {labels.cancel}
          </button>
          <button value="remove" className="h-12 rounded-lg bg-danger font-semibold text-danger-ink">
            {labels.remove}
          </button>
        </form>
      </dialog>
    </>
  );
}
