"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { controlClass } from "@/components/ui/input";
import { ProgressBar } from "@/components/ui/progress-bar";
import { readCsv } from "@/lib/vehicle-csv/files/rules";
import { DATE_ORDERS, type DateOrder, type ReadFile } from "@/lib/vehicle-csv/rules";
import { savesOf, sendSaves, type ImportResult, type Numbered } from "./import-batches";
import { ImportPreview } from "./import-preview";

type Texts = Messages["vehicle-csv"];
type Props = { vehicle: string; owner: string; texts: Texts; locale: string };
type Chosen = { text: string; order: DateOrder; file: ReadFile; saves: Numbered[]; bad: number[] };
type Step =
  | { name: "choose" | "unknown" | "preview" | "failed" }
  | { name: "sending"; done: number }
  | ({ name: "done" } & ImportResult);

const MAX_BYTES = 5_000_000;

/** Imports a CSV file: chosen, read on the device, shown, and sent only then. */
export function ImportPanel({ vehicle, owner, texts, locale }: Props) {
  const router = useRouter();
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const read = async (text: string, order: DateOrder) => {
    const file = readCsv(text, order);
    if (!file || file.lines.length === 0) return setStep({ name: "unknown" });
    setChosen({ text, order, file, ...(await savesOf(file.lines, vehicle)) });
    setStep({ name: "preview" });
  };
  const choose = async (file: File | undefined) => {
    setChosen(null);
    if (!file) return;
    if (file.size > MAX_BYTES) return setStep({ name: "unknown" });
    await read(await file.text(), "dmy");
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
  return (
    <Card className="grid gap-4">
      <CardTitle>{texts.import.title}</CardTitle>
      <p className="text-muted">{texts.import.lead}</p>
      <label className="grid gap-1">
        <span>{texts.import.file}</span>
        <input
          type="file"
          accept=".csv,text/csv"
          disabled={step.name === "sending"}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
          className={controlClass}
        />
      </label>
      {chosen && !chosen.file.isOrderKnown && (
        <fieldset className="grid gap-1">
          <legend>{texts.import.order}</legend>
          {DATE_ORDERS.map((order) => (
            <label key={order} className="flex min-h-11 items-center gap-2">
              <input
                type="radio"
                name="order"
                checked={chosen.order === order}
                onChange={() => void read(chosen.text, order)}
              />
              {texts.import.orders[order]}
            </label>
          ))}
        </fieldset>
      )}
      {chosen && step.name !== "done" && <ImportPreview {...chosen} texts={texts} locale={locale} />}
      <div aria-live="polite" className="grid gap-3">
        {step.name === "unknown" && <p>{texts.import.unknown}</p>}
        {step.name === "failed" && <p role="alert">{texts.import.failed}</p>}
        {step.name === "sending" && (
          <ProgressBar value={step.done} max={chosen?.saves.length ?? 1} label={texts.import.sending} />
        )}
        {step.name === "done" && (
          <p>
            {texts.import.done.replace("{saved}", String(step.saved))}
            {step.refused.length > 0 && ` ${texts.import.refused.replace("{lines}", step.refused.join(", "))}`}
          </p>
        )}
      </div>
      {chosen && (step.name === "preview" || step.name === "failed") && (
        <Button onClick={() => void send()} disabled={chosen.saves.length === 0}>
          {texts.import.send.replace("{count}", String(chosen.saves.length))}
        </Button>
      )}
    </Card>
  );
}
