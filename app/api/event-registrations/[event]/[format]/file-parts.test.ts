import { describe, expect, it } from "vitest";
import type { ExportRow } from "@/lib/events/panel/list/queries";
import { byteStream, textStream } from "@/lib/platform/sheets";
import { csvFile, workbookFile } from "./file-parts";

const ROWS = 5000;
const STEP = 1000;

const SHEET = {
  heads: ["Código", "Nome", "Placas", "Resposta"],
  cells: ({ code, full_name }: ExportRow) => [code, full_name, `ABC${code}`, `Carreta de ${code} metros, ${full_name}`],
};

/** Five steps of an export; `read` counts the rows that were asked for. */
async function* stepsOf(read: { rows: number }) {
  for (let from = 0; from < ROWS; from += STEP) {
    read.rows += STEP;
    const rows = Array.from({ length: STEP }, (_, index) => ({
      code: String(from + index),
      full_name: `Pessoa ${from + index}`,
    }));
    yield await Promise.resolve(rows as unknown as ExportRow[]);
  }
}

const FORMATS: Record<string, (read: { rows: number }) => Promise<ReadableStream<Uint8Array>>> = {
  csv: (read) => textStream(csvFile(SHEET, stepsOf(read))),
  xlsx: (read) => byteStream(workbookFile(SHEET, stepsOf(read))),
};

describe.each(Object.entries(FORMATS))("an export of 5,000 registrations as %s", (_, open) => {
  it("sends every step before the next one is read", async () => {
    const read = { rows: 0 };
    const reader = (await open(read)).getReader();
    const sentAt: number[] = [];
    for (let part = await reader.read(); !part.done; part = await reader.read()) sentAt.push(read.rows);
    // The stream makes at most one part ahead of its reader.
    expect(sentAt[0]).toBeLessThanOrEqual(2 * STEP);
    expect(sentAt.length).toBeGreaterThanOrEqual(ROWS / STEP);
    expect(sentAt.at(-1)).toBe(ROWS);
  });

  it("reads no further when the person stops the download", async () => {
    const read = { rows: 0 };
    const reader = (await open(read)).getReader();
    await reader.read();
    await reader.cancel();
    expect(read.rows).toBeLessThanOrEqual(2 * STEP);
  });
});

it("a CSV file has every row once", async () => {
  const text = await new Response(await FORMATS.csv!({ rows: 0 })).text();
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(ROWS + 1);
  expect(new Set(lines).size).toBe(ROWS + 1);
});
