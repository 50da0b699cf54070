import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { byteStream, type Cell } from "./sheets";
import { workbookChunks } from "./workbook";

const HEADS = ["Nome", "Telefone", "Valor", "Vagas", "Pago em"];

async function sheetOf(steps: AsyncIterable<Cell[][]> | Iterable<Cell[][]>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbookChunks("Inscrições", HEADS, steps)) chunks.push(chunk);
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  expect(Object.keys(files).toSorted()).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
  ]);
  return strFromU8(files["xl/worksheets/sheet1.xml"]!);
}

describe("a workbook", () => {
  it("has texts as texts, amounts as numbers and moments as dates", async () => {
    const sheet = await sheetOf([
      [
        [
          "=1+1",
          "+55-48-98888-7777",
          { cents: 123_450 },
          2,
          { at: "2026-11-28T10:06:00Z", timeZone: "America/Manaus" },
        ],
      ],
      [["@clube.do.fusca", "- Zé do Opala", null, 0, null]],
    ]);
    expect(sheet).not.toContain("<f>");
    for (const text of ["=1+1", "+55-48-98888-7777", "@clube.do.fusca", "- Zé do Opala"])
      expect(sheet).toContain(`>${text}<`);
    expect(sheet).toContain('<c r="C2" s="1"><v>1234.5</v></c>');
    // 28 November 2026, 06:06 in Manaus, as a serial number of days.
    expect(sheet).toMatch(/<c r="E2" s="2"><v>46354\.2541\d*<\/v><\/c>/);
    expect(sheet).toContain('<row r="3"><c r="A3"');
    expect(sheet).toContain('<c r="D3"><v>0</v></c></row>');
  });

  it("keeps what XML would read as something else, and leaves out what XML does not have", async () => {
    const sheet = await sheetOf([[[`<b>&"`, "a\u0000b\u001Fc\uD800", "linha\nnova", "_x0041_", "  Zé 🚗 "]]]);
    for (const text of ["&lt;b&gt;&amp;&quot;", "abc", "linha\nnova", "_x005F_x0041_", "  Zé 🚗 "])
      expect(sheet).toContain(`>${text}<`);
  });

  it("names columns after Z with two letters", async () => {
    const sheet = await sheetOf([[Array.from({ length: 30 }, (_, index) => index)]]);
    expect(sheet).toContain('<c r="Z2"><v>25</v></c><c r="AA2"><v>26</v></c>');
    expect(sheet).toContain('<c r="AD2"><v>29</v></c>');
  });

  it("without rows has its heads", async () => expect(await sheetOf([])).toContain(">Nome<"));
});

describe("a workbook of 5,000 rows", () => {
  const STEP = 1000;
  const rows = (from: number) =>
    Array.from({ length: STEP }, (_, index): Cell[] =>
      Array.from(
        { length: 40 },
        (_unused, column) => `${from + index}-${column}-${(from * 31 + index * 7919 + column) % 9973}`,
      ),
    );

  it("is sent while its rows are read, in small parts", async () => {
    let read = 0;
    const readAtChunk: number[] = [];
    let largest = 0;
    async function* steps() {
      for (let from = 0; from < 5 * STEP; from += STEP) {
        read += STEP;
        yield await Promise.resolve(rows(from));
      }
    }
    const stream = await byteStream(workbookChunks("Inscrições", HEADS, steps()));
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      readAtChunk.push(read);
      largest = Math.max(largest, chunk.length);
    }
    // The first bytes leave after the first step, and every step has some.
    expect(readAtChunk[0]).toBe(STEP);
    expect(new Set(readAtChunk).size).toBe(5);
    expect(largest).toBeLessThan(500_000);
  });

  it("ends the reading of its rows when the reader leaves", async () => {
    let isEnded = false;
    async function* steps() {
      try {
        for (;;) yield await Promise.resolve(rows(0));
      } finally {
        isEnded = true;
      }
    }
    const reader = (await byteStream(workbookChunks("Inscrições", HEADS, steps()))).getReader();
    await reader.read();
    await reader.cancel();
    expect(isEnded).toBe(true);
  });
});
