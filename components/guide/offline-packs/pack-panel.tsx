"use client";

import { useEffect, useRef } from "react";
import { fill } from "@/components/ui/fill";
import type { PackRecord } from "@/lib/guide/offline-packs/rules";
import { formatBytes } from "@/lib/platform/offline/rules";
import type { Locale } from "@/lib/platform/i18n/routing";
import { BUTTON, CARD, MAIN, type PackLabels, type PackProps } from "./pack-card";
import type { Progress } from "./pack-download";
import { usePack } from "./use-pack";
import { formatDeviceMoment } from "@/lib/platform/format";
import { usePackTexts } from "./pack-texts";

type Props = PackProps & { start: boolean };

const SECOND = `${BUTTON} border-2 border-line hover:bg-raised`;

/** Download progress, size, age and removal of a pack. With `start` the download begins at once. */
export function PackPanel({ uf, name, locale, shelf, start }: Props) {
  const labels = usePackTexts();
  const { state, download, remove, pause } = usePack(uf, name, locale);
  const due = useRef(start);
  useEffect(() => {
    if (!state || !due.current) return;
    due.current = false;
    void download();
  }, [state, download]);
  const { record, progress, failure } = state ?? { record: null, progress: null, failure: null };
  const saved = record?.savedAt ?? null;
  return (
    <div className={CARD}>
      <div role="status">
        <p>{progress ? progressText(labels, progress, locale) : recordText(labels, record, locale)}</p>
        {failure && <p className="mt-1 text-danger">{labels[failure]}</p>}
        {progress && (
          <progress
            className="mt-2 h-2 w-full accent-faixa"
            max={progress.total || 1}
            value={progress.done}
            aria-label={labels.take}
          />
        )}
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
        {record && !progress && <RemoveButton onRemove={() => void remove()} />}
        {record && (
          <a href={shelf} className={`${BUTTON} text-link underline underline-offset-4`}>
            {labels.shelf}
          </a>
        )}
      </div>
    </div>
  );
}

function progressText(labels: PackLabels, { done, total, bytes }: Progress, locale: Locale): string {
  return fill(labels.progress, { done, total, size: formatBytes(bytes, locale) });
}

function recordText(labels: PackLabels, record: PackRecord | null, locale: Locale): string {
  if (!record) return labels.text;
  const size = formatBytes(record.bytes, locale);
  if (!record.savedAt) return fill(labels.partial, { size });
  const date = formatDeviceMoment(record.savedAt, locale);
  return fill(labels.saved, { size, date });
}

function RemoveButton({ onRemove }: { onRemove: () => void }) {
  const labels = usePackTexts();
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
