import "server-only";
import { drawLines, linesOf, openPdf, type Pdf } from "../../../platform/pdf";
import type { RallyInstruction } from "../schema";

/** A line of the printed book; its texts are in the language of the reader. */
type PrintedRow = {
  km: string;
  partial: string;
  text: string;
  tulip: RallyInstruction["tulip"];
  ideal: string;
  toGo: string;
  isStrong: boolean;
};
export type PrintedBook = {
  title: string;
  /** Authorisation, rules and crew. */
  facts: readonly string[];
  heads: { km: string; partial: string; text: string; ideal: string; toGo: string };
  stages: readonly { title: string; rows: readonly PrintedRow[] }[];
  pageOf: (page: number) => string;
};

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 36;
const COLUMNS = { km: 0, partial: 62, tulip: 116, text: 164, ideal: 384, toGo: 452 } as const;
const WIDTH = { km: 58, partial: 50, tulip: 44, text: 214, ideal: 64, toGo: 68 } as const;
const [ROW, ARM, INK] = [46, 16, "#182235"];

/** The junction seen from above, in a square of 44 points: one arrives from the dot below and leaves by the arrow. */
function drawTulip(pdf: Pdf, { turn, others }: NonNullable<PrintedRow["tulip"]>, left: number, top: number): void {
  const [x, y] = [left + 22, top + 22];
  const arm = (degrees: number, length: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return [x + Math.cos(angle) * length, y + Math.sin(angle) * length] as const;
  };
  for (const degrees of others)
    pdf
      .lineWidth(1.2)
      .moveTo(x, y)
      .lineTo(...arm(degrees, ARM))
      .stroke(INK);
  pdf
    .lineWidth(3)
    .moveTo(x, y + ARM)
    .lineTo(x, y)
    .lineTo(...arm(turn, ARM - 4))
    .stroke(INK);
  pdf.circle(x, y + ARM, 3).fill(INK);
  const [tip, left2, right2] = [arm(turn, ARM + 4), arm(turn - 22, ARM - 6), arm(turn + 22, ARM - 6)];
  pdf.polygon([...tip], [...left2], [...right2]).fill(INK);
}

type Cell = { text: string; at: keyof typeof COLUMNS; isStrong?: boolean; size?: number };

function drawCell(pdf: Pdf, { text, at, isStrong = false, size = 10 }: Cell, top: number): void {
  const style = { font: isStrong ? "display" : "text", size } as const;
  const lines = linesOf(pdf, text, style, WIDTH[at]).slice(0, 3);
  drawLines(pdf, lines, { x: MARGIN + COLUMNS[at], y: top, width: WIDTH[at] }, style);
}

function drawRow(pdf: Pdf, row: PrintedRow, top: number): void {
  pdf
    .lineWidth(0.5)
    .moveTo(MARGIN, top + ROW)
    .lineTo(A4.width - MARGIN, top + ROW)
    .stroke(INK);
  if (row.tulip) drawTulip(pdf, row.tulip, MARGIN + COLUMNS.tulip, top + 1);
  drawCell(pdf, { text: row.km, at: "km", isStrong: true, size: 12 }, top + 6);
  drawCell(pdf, { text: row.partial, at: "partial" }, top + 7);
  drawCell(pdf, { text: row.text, at: "text", isStrong: row.isStrong }, top + 6);
  drawCell(pdf, { text: row.ideal, at: "ideal" }, top + 7);
  drawCell(pdf, { text: row.toGo, at: "toGo" }, top + 7);
}

function newPage(pdf: Pdf, book: PrintedBook, page: number): number {
  pdf.addPage({ size: "A4", margin: 0 });
  const text = `${book.title} · ${book.pageOf(page)}`;
  drawLines(pdf, [text], { x: MARGIN, y: A4.height - 28, width: A4.width - 2 * MARGIN }, { font: "text", size: 8 });
  return MARGIN;
}

/** The printed book of a rally. */
export async function printBook(book: PrintedBook): Promise<Uint8Array<ArrayBuffer>> {
  const { pdf, bytes } = openPdf(book.title);
  const width = A4.width - 2 * MARGIN;
  let page = 1;
  let top = newPage(pdf, book, page);
  const text = (line: string, size: number, font: "text" | "display") => {
    top += drawLines(pdf, linesOf(pdf, line, { font, size }, width), { x: MARGIN, y: top, width }, { font, size }) + 4;
  };
  text(book.title, 20, "display");
  for (const fact of book.facts) text(fact, 10, "text");
  for (const stage of book.stages) {
    if (top > A4.height - 180) top = newPage(pdf, book, ++page);
    text(stage.title, 15, "display");
    for (const at of ["km", "partial", "text", "ideal", "toGo"] as const)
      drawCell(pdf, { text: book.heads[at], at, size: 8 }, top);
    top += 14;
    for (const row of stage.rows) {
      if (top + ROW > A4.height - 40) top = newPage(pdf, book, ++page);
      drawRow(pdf, row, top);
      top += ROW;
    }
    top += 14;
  }
  pdf.end();
  return new Uint8Array(await bytes);
}
