import { useRef, useState } from "react";
import { errorMessages, textOf } from "@/components/ui/error-messages";
import { notify } from "@/components/ui/notify";
import { importRowsAction } from "@/lib/panel/admin/actions";
import type { ImportAnswer, ReadyRow } from "@/lib/panel/admin/import";
import type { Resource } from "@/lib/panel/admin/resource";
import type { Notation } from "@/lib/platform/typed-values";
import { isWorkbook, readCsv, repeatedLines, type CsvFile, type CsvRow } from "./csv-file";

type BadRow = { line: number; field: string; code: string };
/** A checked file: the rows still to send, the invalid ones and how many of them change something or nothing. */
export type Parsed = {
  file: CsvFile;
  pendingRows: CsvRow[];
  invalidRows: BadRow[];
  /** Rows that would be added or changed. */
  changedCount: number;
  unchangedCount: number;
  /** What every row changes, and the titles of what the rows point to. */
  changes: ReadyRow[];
  titles: ImportAnswer["titles"];
};
type Progress = { done: number; total: number };

const MAX_BYTES = 40 * 1024 * 1024;
const ROWS_PER_CALL = 200;
/** Below the 1 MB limit of a server action. */
const CHARACTERS_PER_CALL = 400_000;

/** The next rows to send, limited to the size of one call. */
function nextBatch(rows: readonly CsvRow[], from: number): CsvRow[] {
  const batch: CsvRow[] = [];
  for (let size = 0; batch.length < ROWS_PER_CALL && from + batch.length < rows.length;) {
    const row = rows[from + batch.length]!;
    size += JSON.stringify(row).length;
    if (batch.length > 0 && size > CHARACTERS_PER_CALL) break;
    batch.push(row);
  }
  return batch;
}

type Totals = {
  saved: number;
  unchangedCount: number;
  invalidRows: BadRow[];
  done: number;
  changes: ReadyRow[];
  titles: ImportAnswer["titles"];
};

/** Import of a CSV file into a list: read, check, preview, send in batches; can be stopped. */
export function useImport(resource: Pick<Resource, "key" | "fields" | "idColumn">, wordOf: (name: string) => string) {
  const [parsed, setParsed] = useState<Parsed | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isReading, setReading] = useState(false);
  /** Why nothing was read or sent; shown in the dialog, which covers notices. */
  const [problem, setProblem] = useState("");
  const stopped = useRef(false);

  const fail = (code: string) => {
    if (code === "auth.required") notify({ code, variant: "destructive" });
    void errorMessages().then((texts) =>
      setProblem(["title", "description"].map((part) => textOf(texts, `${code}.${part}`)).join(": ")),
    );
  };

  /** Calls the server batch by batch; returns the totals up to where it stopped. */
  const sendRows = async (rows: readonly CsvRow[], notation: Notation, check: boolean): Promise<Totals> => {
    const totals: Totals = { saved: 0, unchangedCount: 0, invalidRows: [], done: 0, changes: [], titles: {} };
    stopped.current = false;
    setProblem("");
    for (let batch = nextBatch(rows, 0); batch.length > 0 && !stopped.current; batch = nextBatch(rows, totals.done)) {
      setProgress({ done: totals.done, total: rows.length });
      const call = { resource: resource.key, rows: batch, notation, check };
      const result = await importRowsAction(call).catch(() => undefined);
      if (!result?.data) {
        fail(result?.serverError ?? "service.unavailable");
        break;
      }
      totals.saved += result.data.saved;
      totals.unchangedCount += result.data.unchanged;
      totals.invalidRows.push(...result.data.bad);
      totals.changes.push(...result.data.ready);
      for (const [name, titles] of Object.entries(result.data.titles))
        totals.titles[name] = { ...totals.titles[name], ...titles };
      totals.done += batch.length;
    }
    setProgress(null);
    return totals;
  };

  const read = async (chosen: File) => {
    setParsed(null);
    if (chosen.size > MAX_BYTES) return fail("file.tooBig");
    setProblem("");
    setReading(true);
    const bytes = await chosen.arrayBuffer().catch(() => new ArrayBuffer(0));
    const content = new Uint8Array(bytes);
    if (isWorkbook(content)) {
      setReading(false);
      return fail("file.workbook");
    }
    const file = readCsv(content, resource, wordOf);
    const repeated = repeatedLines(file, resource);
    const rows = file.rows.filter(({ line }) => !repeated.some((one) => one.line === line));
    const totals = await sendRows(rows, file.notation, true);
    totals.invalidRows.push(...repeated);
    setReading(false);
    if (totals.done < rows.length) return;
    const wrong = new Set(totals.invalidRows.map(({ line }) => line));
    setParsed({
      file,
      pendingRows: file.rows.filter(({ line }) => !wrong.has(line)),
      invalidRows: totals.invalidRows,
      changedCount: totals.saved,
      unchangedCount: totals.unchangedCount,
      changes: totals.changes,
      titles: totals.titles,
    });
  };

  const send = async () => {
    if (!parsed) return;
    const totals = await sendRows(parsed.pendingRows, parsed.file.notation, false);
    const invalidRows = [...parsed.invalidRows, ...totals.invalidRows];
    const isWhole = totals.done === parsed.pendingRows.length;
    // Rows that were not sent stay, so that the import can continue with the same file.
    setParsed({
      ...parsed,
      pendingRows: parsed.pendingRows.slice(totals.done),
      invalidRows,
      changes: isWhole ? [] : parsed.changes,
      changedCount: isWhole ? 0 : Math.max(0, parsed.changedCount - totals.saved),
    });
    if (isWhole)
      notify({
        code: "record.imported",
        values: {
          saved: String(totals.saved),
          unchanged: String(totals.unchangedCount),
          bad: String(invalidRows.length),
        },
        variant: "success",
      });
  };

  return {
    parsed,
    progress,
    problem,
    isReading,
    read,
    send,
    stop: () => (stopped.current = true),
    reset: () => {
      setParsed(null);
      setProgress(null);
      setProblem("");
    },
  };
}
