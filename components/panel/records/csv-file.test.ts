import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { Field } from "@/lib/panel/admin/resource";
import { isWorkbook, readCsv, refusedRows, repeatedLines } from "./csv-file";

const FIELDS: readonly Field[] = [
  { name: "name", kind: "text", translated: true },
  { name: "description", kind: "longtext" },
  { name: "coordinates", kind: "coordinates" },
];
const WORDS: Record<string, string> = {
  name: "Nome",
  description: "Descrição",
  lat: "Latitude",
  lng: "Longitude",
  coordinates: "Coordenadas",
};
const read = (text: string | Uint8Array) =>
  readCsv(
    typeof text === "string" ? new TextEncoder().encode(text) : text,
    { idColumn: "id", fields: FIELDS },
    (name) => WORDS[name] ?? name,
  );
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe("readCsv", () => {
  it.each([
    ["names of columns", "\uFEFFid,name,name@en\n1,Itá,Ita\n", { id: "1", name: "Itá", "name@en": "Ita" }],
    [
      "translated headings and semicolons",
      "Identificador;NOME;Descricao;Nome (en)\r\n1;Itá;Bom, bonito;Ita\r\n",
      { id: "1", name: "Itá", description: "Bom, bonito", "name@en": "Ita" },
    ],
    ["Windows-1252", latin("Nome;Descrição\nItá;São"), { name: "Itá", description: "São" }],
    ["decimal commas", "Nome;Latitude;Longitude\nItá;-27,5;-49,25", { name: "Itá", lat: "-27,5", lng: "-49,25" }],
    ["both numbers in one cell", 'Nome,Coordenadas\nItá,"-27.5, -49"', { name: "Itá", coordinates: "-27.5, -49" }],
    ["tabs", "name\tdescription\nItá\tx", { name: "Itá", description: "x" }],
    ["Excel's sep= line", "sep=;\nname;description\nItá;x", { name: "Itá", description: "x" }],
    ["line breaks inside a cell", 'name,description\nItá,"a\nb"', { name: "Itá", description: "a\nb" }],
  ])("reads %s", (_, file, cells) => {
    expect(read(file).rows).toEqual([{ line: 2, cells }]);
  });

  it("takes UF for the state", () => {
    const resource = { idColumn: "id", fields: [{ name: "state_abbr", kind: "text" }] } as const;
    expect(readCsv(new TextEncoder().encode("UF\nSC"), resource, (name) => name).rows).toEqual([
      { line: 2, cells: { state_abbr: "SC" } },
    ]);
  });

  it("lists unknown headings", () => {
    expect(read("name,cor,_erro\na,b,c").unknown).toEqual(["cor"]);
  });
});

describe("the notation of a file", () => {
  const BRAZILIAN = { sign: ",", order: "dmy" };
  it.each([
    ["a decimal point", "km;day\n1.234;\n0.5;", { sign: ".", order: "dmy" }],
    ["a decimal comma", "km;day\n1.234;\n0,5;", { sign: ",", order: "dmy" }],
    ["both signs", "km;day\n0.5;\n0,5;", BRAZILIAN],
    ["the month first", "km;day\n;05/03/2026\n;05/31/2026", { sign: ",", order: "mdy" }],
    ["neither", "km;day\n1.234;05/03/2026", BRAZILIAN],
  ])("is that of all its rows: %s", (_, text, notation) => {
    const fields: readonly Field[] = [
      { name: "km", kind: "number", decimals: 1 },
      { name: "day", kind: "date" },
    ];
    const file = readCsv(new TextEncoder().encode(text), { idColumn: "id", fields }, (name) => name);
    expect(file.notation).toEqual(notation);
  });
});

describe("files that are refused", () => {
  it.each([
    ["a workbook of Excel", [0x50, 0x4b, 0x03, 0x04, 0x14], true],
    ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0], true],
    ["a text", [0x50, 0x4b, 0x3b], false],
    ["nothing", [], false],
  ])("%s", (_, bytes, isOne) => expect(isWorkbook(Uint8Array.from(bytes))).toBe(isOne));

  it("the same row twice", () => {
    const file = read("id,name\nA,x\n,y\na,z\n,w\nb,v");
    expect(repeatedLines(file, { idColumn: "id", fields: FIELDS })).toEqual([
      { line: 4, field: "", code: "repeatedRow" },
    ]);
  });

  it("two new rows with one address in a state", () => {
    const fields: readonly Field[] = [
      { name: "slug", kind: "slug" },
      { name: "state_abbr", kind: "state" },
    ];
    const resource = { idColumn: "id", fields };
    const text = "id,slug,state_abbr\n,a,SC\n,a,PR\n,A,SC\n,,SC\n,,SC\nx,a,SC\n";
    const file = readCsv(new TextEncoder().encode(text), resource, (name) => name);
    expect(repeatedLines(file, resource)).toEqual([{ line: 4, field: "slug", code: "taken" }]);
  });
});

describe("refusedRows", () => {
  it("returns the complete rows, so that they can be imported again", () => {
    const file = read('Nome;Obs;Latitude\nUm;a;"-27,5"\nDois;"b;c";-28\n');
    const text = refusedRows(file, new Map([[3, "Nome: Preencha este campo"]]));
    expect(Papa.parse<string[]>(text.slice(1).trimEnd()).data).toEqual([
      ["Nome", "Obs", "Latitude", "_erro"],
      ["Dois", "b;c", "-28", "Nome: Preencha este campo"],
    ]);
    const again = read(text);
    expect(again.rows[0]?.cells).toEqual({ name: "Dois", lat: "-28" });
    expect(
      Papa.parse<string[]>(
        refusedRows(again, new Map([[2, "outra"]]))
          .slice(1)
          .trimEnd(),
      ).data[0],
    ).toEqual(["Nome", "Obs", "Latitude", "_erro"]);
  });
});
