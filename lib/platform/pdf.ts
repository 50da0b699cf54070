import "server-only";
import PDFDocument from "pdfkit";
import QRCode from "qrcode";
import type { Alignment } from "./alignments";
import { FONT_FILES, runsOf, type PdfFont, type Run } from "./pdf-runs";

/** A document that is written page by page: memory holds the compressed pages only. */
export type Pdf = PDFKit.PDFDocument;
export type PdfText = {
  font: PdfFont;
  size: number;
  align?: Alignment;
  /** Distance of two baselines as a multiple of the size. */
  leading?: number;
};

const POINTS_PER_MM = 72 / 25.4;
const LEADING = 1.2;
const INK = "#182235";
/** The baseline is this share of the size below the middle of a line: half of ascender (1) minus descender (0.2). */
const BASELINE = 0.4;

/** A JPEG as the address of an image: the library stores an image once in a document when its address is the same text. */
export const pdfPicture = (jpeg: Buffer): string => `data:image/jpeg;base64,${jpeg.toString("base64")}`;

export const points = (millimetres: number): number => millimetres * POINTS_PER_MM;

/** An empty document and its bytes, which are complete after `pdf.end()`. */
export function openPdf(title: string): { pdf: Pdf; bytes: Promise<Buffer> } {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    // Without a first font: a font that is registered too would be read again from its file for every text.
    font: "",
    info: { Title: title, Author: "LACAMBECHE" },
  });
  for (const [name, files] of Object.entries(FONT_FILES))
    files.forEach((file, at) => pdf.registerFont(`${name}-${at}`, file));
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const bytes = new Promise<Buffer>((resolve, reject) => {
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  return { pdf, bytes };
}

/** An Arabic run is shaped as a whole: with a list of features, the library does not split it at its spaces. */
const shapingOf = ({ isRightToLeft }: Run) => (isRightToLeft ? { features: [] } : {});

const faceOf = (pdf: Pdf, run: Run, { font, size }: PdfText) => pdf.font(`${font}-${run.file}`).fontSize(size);

function widthOf(pdf: Pdf, line: string, style: PdfText): number {
  return runsOf(line, style.font).reduce(
    (width, run) => width + faceOf(pdf, run, style).widthOfString(run.text, shapingOf(run)),
    0,
  );
}

/** Splits a word that is wider than the box. */
function piecesOf(pdf: Pdf, word: string, style: PdfText, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const { segment: sign } of new Intl.Segmenter("pt-BR").segment(word)) {
    if (piece && widthOf(pdf, piece + sign, style) > width) {
      pieces.push(piece);
      piece = sign;
    } else piece += sign;
  }
  return [...pieces, piece];
}

/** The lines of a text in a box; a word that is too wide is broken. */
export function linesOf(pdf: Pdf, text: string, style: PdfText, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.normalize("NFC").split("\n")) {
    let line = "";
    for (const word of paragraph.split(/\s+/)) {
      const longer = line ? `${line} ${word}` : word;
      if (widthOf(pdf, longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      const pieces = piecesOf(pdf, word, style, width);
      line = pieces.pop() ?? "";
      lines.push(...pieces);
    }
    lines.push(line);
  }
  return lines;
}

export const heightOf = (lines: number, { size, leading = LEADING }: PdfText): number => lines * size * leading;

/** Draws lines from the top of a box, placed as a browser places them; returns their height. */
export function drawLines(
  pdf: Pdf,
  lines: readonly string[],
  box: { x: number; y: number; width: number },
  style: PdfText,
): number {
  const { size, align = "left", leading = LEADING } = style;
  lines.forEach((line, index) => {
    const rest = box.width - widthOf(pdf, line, style);
    let x = box.x + (align === "center" ? rest / 2 : align === "right" ? rest : 0);
    const y = box.y + size * (index * leading + leading / 2 + BASELINE);
    for (const run of runsOf(line, style.font)) {
      faceOf(pdf, run, style).fillColor(INK);
      const width = pdf.widthOfString(run.text, shapingOf(run));
      pdf.text(run.text, x, y, { lineBreak: false, baseline: "alphabetic", ...shapingOf(run) });
      x += width;
    }
  });
  return heightOf(lines.length, style);
}

/** Draws a QR code as filled squares, without the white margin around it. */
export function drawQr(pdf: Pdf, text: string, x: number, y: number, side: number): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const step = side / modules.size;
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      const from = column;
      while (column < modules.size && modules.get(row, column)) column += 1;
      if (column > from) pdf.rect(x + from * step, y + row * step, (column - from) * step, step);
    }
  }
  pdf.fill("#000000");
}
