import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvOf, csvParts, guarded, sheetText, textStream, unguarded } from "./sheets";

describe("a text cell of a CSV file", () => {
  it.each([
    ['=HYPERLINK("http://x.example","oi")', '\'=HYPERLINK("http://x.example","oi")'],
    ["+1-1", "'+1-1"],
    ["-2+3", "'-2+3"],
    ["- Zé do Opala", "'- Zé do Opala"],
    ["@clube.do.fusca", "'@clube.do.fusca"],
    ["\t=1", "'\t=1"],
    ["\r=1", "'\r=1"],
    [" =1+1", "' =1+1"],
    ["+55 48 99999-0000", "'+55 48 99999-0000"],
    ["+55-48-98888-7777", "'+55-48-98888-7777"],
    ["01234567890", "'01234567890"],
    ["5548999990000", "'5548999990000"],
    ["(48) 99999-0000", "(48) 99999-0000"],
    ["48999990000", "48999990000"],
    ["-27.5", "-27.5"],
    ["'=1", "''=1"],
    ["'01", "''01"],
    ["Ana = Beto", "Ana = Beto"],
    ["D'Ávila", "D'Ávila"],
    ["'quote", "'quote"],
    ["", ""],
  ])("%j is written as %j and read back", (text, cell) => {
    expect(sheetText(text)).toBe(cell);
    expect(unguarded(cell)).toBe(text);
  });
});

it("keeps digits in files of other programs", () => expect(guarded("012345678901")).toBe("012345678901"));

describe("csvOf", () => {
  const rows = [
    [
      "Ana; Bia",
      1.5,
      { cents: 123_450 },
      { at: "2026-12-06T03:30:00Z", timeZone: "America/Rio_Branco" },
      { at: "2026-12-05" },
      null,
    ],
  ];

  it("separates with ; and writes decimal commas in Portuguese", () =>
    expect(csvOf(rows)).toBe('"Ana; Bia";1,5;1234,50;05/12/2026 22:30;05/12/2026;\r\n'));

  it("separates with , and writes decimal points in English and Latin American Spanish", () => {
    expect(csvOf(rows, "en-US")).toBe("Ana; Bia,1.5,1234.50,12/5/26 10:30 PM,12/5/26,\r\n");
    expect(csvOf(rows, "es-419")).toMatch(/^Ana; Bia,1\.5,1234\.50,5\/12\/\d+ .*,5\/12\/\d+,\r\n$/);
  });

  it("is read as the same cells by a parser", () =>
    expect(Papa.parse(csvOf([["Rua 1, casa; 2", 'diz "oi"']]), { delimiter: ";" }).data[0]).toEqual([
      "Rua 1, casa; 2",
      'diz "oi"',
    ]));
});

describe("csvParts", () => {
  const read = async (batches: Parameters<typeof csvParts>[0]) =>
    new Response(await textStream(csvParts(batches))).text();

  it("has a byte order mark, the keys of the first record as headings, and the records of every batch", async () => {
    const batches = [[], [{ nome: "Ana", valor: { cents: -1050 } }], [{ nome: "Bia", valor: null }]];
    // The text of a response is without its byte order mark.
    expect(await read(batches)).toBe("nome;valor\r\nAna;-10,50\r\nBia;\r\n");
    expect((await csvParts(batches).next()).value).toMatch(/^\uFEFFnome;/);
  });

  it("is only the mark without records", async () => expect(await read([])).toBe(""));

  it("rejects when the first batch cannot be read, before the file begins", async () => {
    const broken = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("gone")) }) };
    await expect(textStream(csvParts(broken))).rejects.toThrow("gone");
  });

  it("reads a batch when the reader asks for it, and stops with the reader", async () => {
    const asked: number[] = [];
    let isStopped = false;
    async function* batches() {
      try {
        for (let batch = 0; ; batch++) {
          asked.push(batch);
          yield [{ batch }];
        }
      } finally {
        isStopped = true;
      }
    }
    const reader = (await textStream(csvParts(batches()))).getReader();
    await reader.read();
    expect(asked.length).toBeLessThanOrEqual(2);
    await reader.cancel();
    expect(isStopped).toBe(true);
  });
});
