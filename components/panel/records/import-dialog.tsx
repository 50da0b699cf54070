"use client";

import { Upload } from "lucide";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Field, Resource } from "@/lib/panel/admin/resource";
import { choicesOf, useLabels } from "./labels";
import { refusedRows } from "./csv-file";
import { ImportChanges } from "./import-changes";
import { useImport, type Parsed } from "./use-import";

type ImportDialogProps = {
  resource: Pick<Resource, "key" | "fields" | "idColumn">;
  /** Address of a file with the headings only. */
  template: string;
};

const SHOWN_ERRORS = 10;
const NO_FIELD: Field = { name: "", kind: "text" };

/** CSV import: all rows are checked and previewed before one is sent; an invalid row does not stop the others. */
export function ImportDialog({ resource, template }: ImportDialogProps) {
  const t = useTranslations("panel/records");
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const labels = useLabels();
  const { parsed, progress, problem, isReading, read, send, stop, reset } = useImport(resource, labels.field);
  const ready = parsed?.changedCount ?? 0;
  const isSending = progress !== null;
  return (
    <>
      <Button variant="outline" onClick={() => dialog.current?.showModal()}>
        <Icon of={Upload} /> {t("import.open")}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="import-title"
        onClose={() => {
          stop();
          reset();
          router.refresh();
        }}
        className="m-auto max-h-[90dvh] w-[min(48rem,94vw)] overflow-y-auto rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id="import-title" className="text-3xl">
          {t("import.title")}
        </h2>
        <p className="mt-2 text-muted">{t("import.lead")}</p>
        <a
          href={template}
          download
          className="inline-flex min-h-11 items-center text-link underline underline-offset-4"
        >
          {t("import.template")}
        </a>
        <label className="mt-4 grid gap-1.5 font-semibold">
          {t("import.file")}
          <input
            type="file"
            accept=".csv,text/csv"
            disabled={isReading || isSending}
            onChange={(event) => event.target.files?.[0] && void read(event.target.files[0])}
            className="font-normal"
          />
        </label>
        {problem && (
          <p role="alert" className="mt-4 font-semibold text-danger">
            {problem}
          </p>
        )}
        <div className="mt-4 grid gap-4" aria-live="polite">
          {isReading && <p>{t("import.reading")}</p>}
          {parsed && <Preview parsed={parsed} fields={resource.fields} />}
          {progress && (
            <ProgressBar value={progress.done} max={progress.total} label={t("import.progress", progress)} />
          )}
        </div>
        <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-2">
          {isSending && (
            <Button variant="outline" onClick={stop}>
              {t("import.stop")}
            </Button>
          )}
          <Button type="submit" variant="outline">
            {t("import.close")}
          </Button>
          <Button disabled={ready === 0 || isSending} onClick={() => void send()}>
            {t("import.send", { count: ready })}
          </Button>
        </form>
      </dialog>
    </>
  );
}

function Preview({ parsed, fields }: { parsed: Parsed; fields: readonly Field[] }) {
  const t = useTranslations("panel/records");
  return (
    <>
      <p className="tabular">
        {t("import.found", {
          ready: parsed.changedCount,
          unchanged: parsed.unchangedCount,
          bad: parsed.invalidRows.length,
        })}
      </p>
      {parsed.file.unknown.length > 0 && (
        <p className="text-faixa-text">
          {t("import.unknown", { columns: parsed.file.unknown.slice(0, 8).join(", ") })}
        </p>
      )}
      {parsed.changes.length > 0 && <ImportChanges rows={parsed.changes} titles={parsed.titles} fields={fields} />}
      {parsed.invalidRows.length > 0 && <BadRows parsed={parsed} fields={fields} />}
    </>
  );
}

function BadRows({ parsed: { invalidRows, file }, fields }: { parsed: Parsed; fields: readonly Field[] }) {
  const t = useTranslations("panel/records");
  const labels = useLabels();
  const reason = ({ field, code }: Parsed["invalidRows"][number]) => {
    const choices = choicesOf(fields.find(({ name }) => name === field.split(".")[0]) ?? NO_FIELD, labels);
    const isChoice = choices.length > 0 && ["invalid", "notAChoice", "required"].includes(code);
    return isChoice
      ? t("import.choices", { choices: choices.map(({ label }) => label).join(", ") })
      : labels.error(code);
  };
  const sentence = (row: Parsed["invalidRows"][number]) =>
    [row.field && labels.field(row.field.split(".")[0]!), reason(row)].filter(Boolean).join(": ");
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([refusedRows(file, new Map(invalidRows.map((row) => [row.line, sentence(row)])))], { type: "text/csv" }),
    );
    link.download = "linhas-com-erro.csv";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="rounded-lg border-2 border-danger p-3">
      <ul className="grid gap-1 text-sm">
        {invalidRows.slice(0, SHOWN_ERRORS).map((row) => (
          <li key={`${row.line}-${row.field}`}>
            {t("import.badLine", { line: row.line })}: {sentence(row)}
          </li>
        ))}
      </ul>
      <Button variant="link" size="text" onClick={download}>
        {t("import.download", { count: invalidRows.length })}
      </Button>
    </div>
  );
}
