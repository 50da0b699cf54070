"use client";

import { ArrowLeft, Fuel, Gauge, NotebookPen, Receipt, Wrench, type IconNode } from "lucide";
import { useEffect, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import { ADDED_KINDS, isAddedKind, type AddedKind } from "@/lib/garage/entries/rules";
import { LOG_PATH } from "@/lib/garage/vehicles/rules";
import { CarPicker } from "./car-picker";
import type { ChosenFile } from "./entry-files";
import { EntryForm, type Edited } from "./entry-form";
import { LogStatus } from "./log-status";
import type { Log, NewEntry } from "./log-store";
import { RecentEntries } from "./recent-entries";
import { storeEntries } from "./store-entries";
import { useLog, type LogState } from "./use-log";
import { WaitingList } from "./waiting-list";
import { useLogTexts } from "./log-texts";

const ICONS: Record<AddedKind, IconNode> = {
  fuel: Fuel,
  service: Wrench,
  km: Gauge,
  expense: Receipt,
  note: NotebookPen,
};

type Props = { locale: Locale };
type Open = { kind: AddedKind; edited: Edited | null };

/** The open form; the kind of a new entry is the hash of the address, so that the back button closes it. */
function useOpenForm() {
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    const read = () => {
      const kind = location.hash.slice(1);
      setOpen((known) => (isAddedKind(kind) ? (known?.kind === kind ? known : { kind, edited: null }) : null));
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  return {
    open,
    start: (kind: AddedKind, edited: Edited | null = null) => {
      setOpen({ kind, edited });
      location.hash = kind;
    },
    close: () => {
      setOpen(null);
      history.replaceState(null, "", location.pathname + location.search);
    },
  };
}

const carOfAddress = () => new URLSearchParams(location.search).get("carro");

/** Adds entries to the log of a car. Everything but the upload works without a connection. */
export function QuickLog({ locale }: Props) {
  const texts = useLogTexts();
  const { phase, log, upload, send } = useLog();
  const form = useOpenForm();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const cars = log.cars.filter(({ role }) => role !== "viewer");
  const car = cars.find(({ id }) => id === (chosen ?? (phase === "ready" ? carOfAddress() : null))) ?? cars[0];
  const status = <LogStatus {...{ locale, log, upload }} onSend={() => void send()} />;
  const save = async (entries: NewEntry[], files: ChosenFile[]) => {
    if (!(await storeEntries(log, entries, files))) return false;
    form.close();
    setSaved(true);
    void send();
    return true;
  };
  const edit = (entry: Edited & { vehicle: string }) => {
    if (!isAddedKind(entry.content.kind)) return;
    setChosen(entry.vehicle);
    setSaved(false);
    form.start(entry.content.kind, entry);
  };
  const start = (kind: AddedKind) => {
    setSaved(false);
    form.start(kind);
  };
  return (
    <div className="mx-auto grid min-h-dvh max-w-2xl content-start gap-4 p-4" data-log={phase}>
      <header className="flex items-center gap-2">
        <a
          href={localePath(locale, LOG_PATH)}
          className="grid size-12 shrink-0 place-items-center rounded-lg hover:bg-raised"
        >
          <Icon of={ArrowLeft} label={texts.back} className="size-6" />
        </a>
        <h1 className="truncate text-2xl">
          {form.open && car ? `${texts.kind[form.open.kind]} · ${car.nickname}` : texts.title}
        </h1>
      </header>
      {!car && <NoCar {...{ locale, log }} phase={phase} upload={upload} />}
      {car && form.open ? (
        <EntryForm
          key={`${car.id}${form.open.kind}${form.open.edited?.id}`}
          {...{ locale, car, log }}
          kind={form.open.kind}
          edited={form.open.edited}
          onSave={save}
          onCancel={form.close}
        />
      ) : (
        car && (
          <>
            {isSaved && (
              <p role="status" className="rounded-xl border-2 border-rota p-3 font-semibold" data-saved>
                {texts.saved.device}
              </p>
            )}
            <CarPicker {...{ locale, cars, log }} chosen={car.id} onChoose={setChosen} />
            <KindButtons onStart={start} />
            {status}
            <WaitingList {...{ locale, log }} entries={log.entries} onEdit={edit} onSend={send} />
            <RecentEntries {...{ locale, car, log }} onEdit={edit} />
          </>
        )
      )}
    </div>
  );
}

function KindButtons({ onStart }: { onStart: (kind: AddedKind) => void }) {
  const texts = useLogTexts();
  return (
    <div role="group" aria-label={texts.lead} className="grid grid-cols-2 gap-3">
      {ADDED_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          onClick={() => onStart(kind)}
          className="grid min-h-24 place-items-center gap-1 rounded-2xl border-2 border-line bg-surface p-3 font-display text-xl first:col-span-2 first:border-faixa first:bg-faixa first:text-faixa-ink hover:bg-raised first:hover:bg-faixa/90"
        >
          <Icon of={ICONS[kind]} className="size-8" />
          {texts.kind[kind]}
        </button>
      ))}
    </div>
  );
}

type NoCarProps = Props & { log: Log; phase: LogState["phase"]; upload: string };

function NoCar({ locale, log, phase, upload }: NoCarProps) {
  const texts = useLogTexts();
  if (phase === "unavailable") return <p role="alert">{texts.notStored}</p>;
  if (phase === "loading" || (upload === "sending" && log.cars.length === 0))
    return <p role="status">{texts.loading}</p>;
  return (
    <div className="grid gap-3">
      <p>{log.owner && upload === "idle" ? texts.noOwnCars : texts.noCars}</p>
      <a
        href={localePath(locale, LOG_PATH)}
        className="inline-flex min-h-11 items-center font-semibold text-link underline"
      >
        {texts.openGarage}
      </a>
    </div>
  );
}
