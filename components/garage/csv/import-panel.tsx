"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { controlClass } from "@/components/ui/input";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Locale } from "@/lib/platform/i18n/routing";
import { decodeFile } from "@/lib/platform/text-encoding";
import { prepare } from "@/lib/garage/csv/entries/rules";
import { readCsv } from "@/lib/garage/csv/files/rules";
import type { Reading as KnownReading } from "@/lib/garage/statistics/rules";
import type { Fuel } from "@/lib/garage/vehicles/rules";
import { importMessages } from "../../geo/imports/import-messages";
import { ImportPreview } from "./import-preview";
import { ImportQuestions } from "./import-questions";
import { FIRST_ANSWERS, type Answers, type Chosen } from "./import-state";
import { REFUSALS, savesOf, sendSaves, type ImportResult } from "./import-batches";
import { useCsvTexts } from "./csv-texts";

type Props = {
  vehicle: string;
  owner: string;
  locale: Locale;
  /** The kilometres that the car already has, beside which those of a file are checked. */
  storedReadings: readonly KnownReading[];
  /** What a refuelling of a file without a fuel is read as. */
  fuel: Fuel | undefined;
};
type Step =
  | { name: "choose" | "unknown" | "sheet" | "tooBig" | "unread" | "notLoaded" | "preview" | "failed" }
  | { name: "sending"; done: number }
  | ({ name: "done" } & ImportResult);

const REFUSED = ["unknown", "sheet", "tooBig", "unread", "notLoaded"] as const;
const MAX_BYTES = 5_000_000;
/** Some phones have no media type for CSV files and disable files that are accepted by their extension only. */
const ACCEPT = ".csv,.txt,text/csv,text/comma-separated-values,text/plain,application/csv,application/vnd.ms-excel";

const isArchive = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Imports a log: chosen, read on the device, shown with everything that is left out or changed, and sent only then. */
export function ImportPanel({ vehicle, owner, locale, storedReadings, fuel }: Props) {
  const texts = useCsvTexts();
  const router = useRouter();
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [chosen, setChosen] = useState<Chosen | null>(null);

  /** Counts what was asked for: an earlier file or answer may be read later. */
  const turn = useRef(0);

  const read = async (text: string, answers: Answers, imports: Chosen["imports"]) => {
    const own = ++turn.current;
    const file = readCsv(text, { ...answers, fuel });
    if (!file || file.lines.length === 0) return setStep({ name: "unknown" });
    const car = file.vehicles.length > 0 ? (answers.vehicle ?? file.vehicles[0]!) : null;
    const prepared = prepare(file, car, storedReadings, answers.confirmed);
    const saves = await savesOf(prepared.entries, vehicle);
    if (own !== turn.current) return;
    setChosen({
      text,
      file,
      imports,
      answers: { ...answers, vehicle: car },
      prepared,
      saves,
    });
    setStep({ name: "preview" });
  };
  const choose = async (file: File | undefined) => {
    const own = ++turn.current;
    setChosen(null);
    if (!file) return;
    if (file.size > MAX_BYTES) return setStep({ name: "tooBig" });
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) return setStep({ name: "unread" });
    const signs = new Uint8Array(bytes);
    if (isArchive(signs)) return setStep({ name: "sheet" });
    const imports = await importMessages(locale).catch(() => null);
    if (own !== turn.current) return;
    if (!imports) return setStep({ name: "notLoaded" });
    await read(decodeFile(signs).text, FIRST_ANSWERS, imports);
  };
  const send = async () => {
    if (!chosen) return;
    setStep({ name: "sending", done: 0 });
    try {
      const result = await sendSaves(chosen.saves, owner, (done) => setStep({ name: "sending", done }));
      setStep({ name: "done", ...result });
      router.refresh();
    } catch {
      setStep({ name: "failed" });
    }
  };
  const isOpen = step.name === "preview" || step.name === "failed";
  const refused = REFUSED.find((name) => name === step.name);
  return (
    <Card className="grid gap-4">
      <CardTitle>{texts.import.title}</CardTitle>
      <p className="text-muted">{texts.import.lead}</p>
      <label className="grid gap-1">
        <span>{texts.import.file}</span>
        <input
          type="file"
          accept={ACCEPT}
          disabled={step.name === "sending"}
          // The same file again, after a change in a spreadsheet, is a new choice.
          onClick={(event) => (event.currentTarget.value = "")}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
          className={controlClass}
        />
      </label>
      {chosen && isOpen && (
        <ImportQuestions
          chosen={chosen}
          locale={locale}
          onAnswer={(answers) => void read(chosen.text, answers, chosen.imports)}
        />
      )}
      {chosen && <ImportPreview chosen={chosen} locale={locale} />}
      <div aria-live="polite" className="grid gap-3">
        {refused && <p>{texts.import[refused]}</p>}
        {step.name === "failed" && <p role="alert">{texts.import.failed}</p>}
        {step.name === "sending" && (
          <ProgressBar value={step.done} max={chosen?.saves.length ?? 1} label={texts.import.sending} />
        )}
        {step.name === "done" && (
          <>
            <p>{texts.import.done.replace("{saved}", String(step.saved))}</p>
            <Refused refused={step.refused} />
          </>
        )}
      </div>
      {chosen && isOpen && (
        <Button onClick={() => void send()} disabled={chosen.saves.length === 0}>
          {texts.import.send.replace("{count}", String(chosen.saves.length))}
        </Button>
      )}
    </Card>
  );
}

function Refused({ refused }: Pick<ImportResult, "refused">) {
  const texts = useCsvTexts();
  const reasons = REFUSALS.map((reason) => ({ reason, lines: refused.filter((one) => one.reason === reason) }));
  return reasons
    .filter(({ lines }) => lines.length > 0)
    .map(({ reason, lines }) => (
      <p key={reason} className="font-semibold text-danger">
        {texts.import.refused
          .replace("{lines}", lines.map(({ number }) => number).join(", "))
          .replace("{reason}", texts.import.refusals[reason])}
      </p>
    ));
}
