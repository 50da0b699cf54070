import type { ExportRow } from "@/lib/events/panel/list/queries";
import { CSV_START, csvOf } from "@/lib/platform/sheets";
import { workbookChunks } from "@/lib/platform/workbook";
import type { Sheet } from "./columns";

type Steps = AsyncIterable<ExportRow[]>;

/** A CSV file, one part for every step of the rows. */
export async function* csvFile({ heads, cells }: Sheet, steps: Steps): AsyncGenerator<string, undefined> {
  let head = CSV_START + csvOf([heads]);
  for await (const step of steps) {
    yield head + csvOf(step.map(cells));
    head = "";
  }
  if (head) yield head;
}

async function* cellRows({ cells }: Sheet, steps: Steps) {
  for await (const step of steps) yield step.map(cells);
}

/** A workbook, several parts for every step of the rows. */
export const workbookFile = (sheet: Sheet, steps: Steps): AsyncGenerator<Uint8Array, undefined> =>
  workbookChunks("Inscrições", sheet.heads, cellRows(sheet, steps));
