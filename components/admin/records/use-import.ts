import Papa from "papaparse";
import { useRef, useState } from "react";
import { notify } from "@/components/layout/notify";
import { importRowsAction } from "@/lib/admin/actions";
import type { Field } from "@/lib/admin/resource";
import { csvColumns, emptyValues, valuesOfCsv } from "@/lib/admin/rules";
import { rowSchema } from "@/lib/admin/schema";

export type BadRow = { line: number; field: string; code: string };
type ReadyRow = { line: number; id: string | null; values: Record<string, unknown> };
export type Parsed = { name: string; ready: ReadyRow[]; bad: BadRow[]; unknown: string[] };
type Progress = { done: number; saved: number };

const MAX_BYTES = 40 * 1024 * 1024;
const ROWS_PER_CALL = 200;
/** A server action takes 1 MB. */
const CHARACTERS_PER_CALL = 400_000;
/** The header is the first line of the file. */
const FIRST_LINE = 2;

/** Reads and checks a whole file before anything is sent. */
function check(name: string, rows: Record<string, string>[], columns: string[], fields: readonly Field[], idColumn: string): Parsed {
  const schema = rowSchema(fields);
  const partial = schema.partial();
  const known = csvColumns({ idColumn, fields });
  const parsed: Parsed = { name, ready: [], bad: [], unknown: columns.filter((column) => !known.includes(column)) };
  for (const [index, record] of rows.entries()) {
    const line = index + FIRST_LINE;
    const id = record[idColumn]?.trim() || null;
    const given = valuesOfCsv(fields, record);
    const values = id ? given : { ...emptyValues(fields), ...given };
    const result = (id ? partial : schema).safeParse(values);
    const issue = result.error?.issues[0];
    if (issue) parsed.bad.push({ line, field: issue.path.join("."), code: issue.message });
    else parsed.ready.push({ line, id, values });
  }
  return parsed;
}

/** The next rows to send: as many as one call takes. */
function nextPiece(rows: readonly ReadyRow[], from: number): ReadyRow[] {
  const piece: ReadyRow[] = [];
  for (let size = 0; piece.length < ROWS_PER_CALL && from + piece.length < rows.length; ) {
    const row = rows[from + piece.length]!;
    size += JSON.stringify(row).length;
    if (piece.length > 0 && size > CHARACTERS_PER_CALL) break;
    piece.push(row);
  }
  return piece;
}

/** A CSV file on its way into a list: read, checked, shown, sent in pieces that can be stopped. */
export function useImport(resource: string, fields: readonly Field[], idColumn: string) {
  const [parsed, setParsed] = useState<Parsed | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [isReading, setReading] = useState(false);
  const stopped = useRef(false);

  const read = (file: File) => {
    if (file.size > MAX_BYTES) return notify({ code: "file.tooBig", variant: "destructive" });
    setReading(true);
    Papa.parse<Record<string, string>>(file, {
      header: true,
      skipEmptyLines: "greedy",
      transformHeader: (column) => column.trim(),
      error: () => setReading(false),
      complete: ({ data, meta }) => {
        setParsed(check(file.name, data, meta.fields ?? [], fields, idColumn));
        setReading(false);
      },
    });
  };

  const send = async () => {
    if (!parsed) return;
    stopped.current = false;
    const found: BadRow[] = [...parsed.bad];
    let saved = 0;
    setProgress({ done: 0, saved });
    for (let from = 0, rows = nextPiece(parsed.ready, 0); rows.length > 0 && !stopped.current; from += rows.length, rows = nextPiece(parsed.ready, from)) {
      const answer = await importRowsAction({ resource, rows }).catch(() => undefined);
      if (!answer?.data) {
        // What is left stays, so that the same file goes on from here.
        notify({ code: answer?.serverError ?? "service.unavailable", variant: "destructive" });
        setParsed({ ...parsed, ready: parsed.ready.slice(from), bad: found });
        return setProgress(null);
      }
      saved += answer.data.saved;
      found.push(...answer.data.bad);
      setProgress({ done: from + rows.length, saved });
    }
    setParsed({ ...parsed, ready: [], bad: found });
    notify({ code: "record.imported", values: { saved: String(saved), bad: String(found.length) }, variant: "success" });
  };

  return {
    parsed,
    progress,
    isReading,
    read,
    send,
    stop: () => (stopped.current = true),
    reset: () => {
      setParsed(null);
      setProgress(null);
    },
  };
}

/** The lines that were refused, as a file to mend and send again. */
export function badRowsFile(bad: readonly BadRow[], sentence: (code: string) => string): string {
  return Papa.unparse(bad.map(({ line, field, code }) => [line, field, sentence(code)]), { escapeFormulae: true });
}
