import "server-only";
import { strToU8, Zip, ZipDeflate } from "fflate";
import { DAY_MS } from "./dates";
import { WORKBOOK_FORMATS as FORMATS, workbookCell, type Cell } from "./sheets";

type Rows = readonly (readonly Cell[])[];

/** Rows that are compressed at once; other requests are answered between two parts. */
const PART_ROWS = 100;
/** Most characters that Excel reads in a cell. */
const MAX_TEXT = 32_767;
/** Day number of 1 January 1970 in a workbook. */
const UNIX_DAY = 25_569;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Style 0 has no format; one for each format follows, and the bold one of the heads. */
const BOLD = FORMATS.length + 1;
/** Numbers below this one are those of formats that the programs have. */
const FIRST_OWN_FORMAT = 164;

const relationships = (rows: readonly (readonly [type: string, target: string])[]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const format = (id: number, font = 0) =>
  `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
const font = (look: string) => `<font>${look}<sz val="11"/><name val="Calibri"/></font>`;
const fill = (pattern: string) => `<fill><patternFill patternType="${pattern}"/></fill>`;
const list = (name: string, items: readonly string[]) => `<${name} count="${items.length}">${items.join("")}</${name}>`;

const STYLES = `${XML}<styleSheet xmlns="${MAIN}">${[
  list(
    "numFmts",
    FORMATS.map((code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${code}"/>`),
  ),
  list("fonts", [font(""), font("<b/>")]),
  // The programs expect these two fills in this order.
  list("fills", [fill("none"), fill("gray125")]),
  list("borders", ["<border><left/><right/><top/><bottom/><diagonal/></border>"]),
  list("cellStyleXfs", ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
  list("cellXfs", [format(0), ...FORMATS.map((_, index) => format(FIRST_OWN_FORMAT + index)), format(0, 1)]),
  list("cellStyles", ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
].join("")}</styleSheet>`;

/** The parts of a workbook with one sheet, without the sheet itself. */
const filesOf = (name: string): Record<string, string> => ({
  "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  "_rels/.rels": relationships([["officeDocument", "xl/workbook.xml"]]),
  "xl/_rels/workbook.xml.rels": relationships([
    ["worksheet", "worksheets/sheet1.xml"],
    ["styles", "styles.xml"],
  ]),
  "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/styles.xml": STYLES,
});

// The first row stays in sight.
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const SHEET_END = "</sheetData></worksheet>";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML does not have. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text in XML; what a program would read as an escaped character stays a text. */
const escaped = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .replace(UNWRITABLE, "")
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);

/** Letters of a column: A, …, Z, AA, … */
function columnName(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function cellXml(cell: Cell, place: string, isHead: boolean): string {
  const found = workbookCell(cell);
  if (found === null || found.value === "") return "";
  const style = isHead ? BOLD : found.format ? FORMATS.indexOf(found.format) + 1 : 0;
  const start = `<c r="${place}"${style ? ` s="${style}"` : ""}`;
  const { value } = found;
  if (typeof value === "string")
    return `${start} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  return `${start}><v>${value instanceof Date ? value.getTime() / DAY_MS + UNIX_DAY : value}</v></c>`;
}

/** A row of the sheet; the first one has the heads. */
const rowXml = (cells: readonly Cell[], number: number): string =>
  `<row r="${number}">${cells
    .map((cell, index) => cellXml(cell, `${columnName(index)}${number}`, number === 1))
    .join("")}</row>`;

/** The bytes of a workbook with one sheet, written while its rows are read; the heads are bold. */
export async function* workbookChunks(
  name: string,
  heads: readonly Cell[],
  steps: AsyncIterable<Rows> | Iterable<Rows>,
): AsyncGenerator<Uint8Array, undefined> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const taken = () => {
    const chunks = ready;
    ready = [];
    return chunks.filter(({ length }) => length > 0);
  };
  const add = (path: string) => {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    return entry;
  };
  for (const [path, content] of Object.entries(filesOf(name))) add(path).push(strToU8(content), true);
  const sheet = add("xl/worksheets/sheet1.xml");
  let written = 1;
  sheet.push(strToU8(SHEET_START + rowXml(heads, written)));
  for await (const rows of steps) {
    for (let start = 0; start < rows.length; start += PART_ROWS) {
      const part = rows.slice(start, start + PART_ROWS);
      sheet.push(strToU8(part.map((row, index) => rowXml(row, written + index + 1)).join("")));
      written += part.length;
      yield* taken();
    }
  }
  sheet.push(strToU8(SHEET_END), true);
  zip.end();
  yield* taken();
}
