"use client";

import { Upload } from "lucide";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Resource } from "@/lib/admin/resource";
import { useLabels } from "./labels";
import { refusedRows } from "./csv-file";
import { useImport, type Parsed } from "./use-import";

type ImportDialogProps = { resource: Pick<Resource, "key" | "fields" | "idColumn"> };

const PREVIEWED = 5;
const SHOWN_ERRORS = 10;

/** CSV import: all rows are checked and previewed before one is sent; an invalid row does not stop the others. */
export function ImportDialog({ resource }: ImportDialogProps) {
  const t = useTranslations("records");
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const labels = useLabels();
  const { parsed, progress, isReading, read, send, stop, reset } = useImport(resource, labels.field);
  const ready = parsed?.ready ?? 0;
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
        <div className="mt-4 grid gap-4" aria-live="polite">
          {isReading && <p>{t("import.reading")}</p>}
          {parsed && <Preview parsed={parsed} />}
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

function Preview({ parsed }: { parsed: Parsed }) {
  const t = useTranslations("records");
  const labels = useLabels();
  const names = Object.keys(parsed.file.rows[0]?.cells ?? {}).slice(0, 4);
  return (
    <>
      <p className="tabular">
        {t("import.found", { ready: parsed.ready, unchanged: parsed.unchanged, bad: parsed.bad.length })}
      </p>
      {parsed.file.unknown.length > 0 && (
        <p className="text-faixa-text">
          {t("import.unknown", { columns: parsed.file.unknown.slice(0, 8).join(", ") })}
        </p>
      )}
      {parsed.left.length > 0 && (
        <div className="overflow-x-auto rounded-lg border border-line">
          <table className="w-full text-left text-sm">
            <thead className="text-muted">
              <tr>
                {names.map((name) => (
                  <th key={name} scope="col" className="p-2 font-normal">
                    {labels.field(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {parsed.left.slice(0, PREVIEWED).map(({ line, cells }) => (
                <tr key={line} className="border-t border-line">
                  {names.map((name) => (
                    <td key={name} className="max-w-48 truncate p-2">
                      {cells[name]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {parsed.bad.length > 0 && <BadRows parsed={parsed} />}
    </>
  );
}

function BadRows({ parsed: { bad, file } }: { parsed: Parsed }) {
  const t = useTranslations("records");
  const labels = useLabels();
  const sentence = ({ field, code }: Parsed["bad"][number]) =>
    [field && labels.field(field.split(".")[0]!), labels.error(code)].filter(Boolean).join(": ");
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([refusedRows(file, new Map(bad.map((row) => [row.line, sentence(row)])))], { type: "text/csv" }),
    );
    link.download = "linhas-com-erro.csv";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="rounded-lg border-2 border-danger p-3">
      <ul className="grid gap-1 text-sm">
        {bad.slice(0, SHOWN_ERRORS).map(({ line, field, code }) => (
          <li key={`${line}-${field}`}>
            {t("import.badLine", { line })}: {field && <strong>{labels.field(field.split(".")[0]!)}</strong>}{" "}
            {labels.error(code)}
          </li>
        ))}
      </ul>
      <Button variant="link" size="text" onClick={download}>
        {t("import.download", { count: bad.length })}
      </Button>
    </div>
  );
}
