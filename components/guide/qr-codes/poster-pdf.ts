import { barsOf } from "@/lib/guide/qr-codes/rules";
import { MARGIN, type QrDrawing } from "./draw";
import { withoutAccents } from "@/lib/platform/slug";

export type Paper = "A4" | "A5";

/** Paper sizes in points (72 per inch). */
const PAPERS: Record<Paper, { width: number; height: number }> = {
  A4: { width: 595, height: 842 },
  A5: { width: 420, height: 595 },
};

/** Widths of Helvetica-Bold in thousandths of its size, for the printable ASCII characters. */
const WIDTHS = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
  556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
  280, 389, 584,
];

/** Writes characters outside Latin-1 in plain letters, or as a question mark; Latin-1 covers the three languages. */
const latin = (text: string) =>
  text
    .normalize("NFC")
    .replace(/[–—]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[^\x20-\x7e\xa0-\xff]/gu, (sign) => {
      const plain = withoutAccents(sign);
      return /^[\x20-\x7e]+$/.test(plain) ? plain : "?";
    });

function textWidth(text: string, size: number): number {
  const bare = withoutAccents(text);
  return (Array.from(bare).reduce((sum, sign) => sum + (WIDTHS[sign.charCodeAt(0) - 32] ?? 600), 0) * size) / 1000;
}

/** Breaks a text into as few lines as possible; a word longer than a line gets its own line. */
function linesOf(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The largest font size at which a text takes at most `most` lines. */
function fitted(text: string, width: number, most: number, largest: number): { size: number; lines: string[] } {
  for (let size = largest; size > 10; size -= 2) {
    const lines = linesOf(text, size, width);
    if (lines.length <= most && lines.every((line) => textWidth(line, size) <= width)) return { size, lines };
  }
  return { size: 10, lines: linesOf(text, 10, width).slice(0, most) };
}

const colour = (hex: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(3)).join(" ");
const round = (value: number) => value.toFixed(2);

function textLine(text: string, size: number, x: number, y: number): string {
  return `BT /F1 ${size} Tf ${round(x)} ${round(y)} Td (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`;
}

/** A sign to print: caption above, code in the middle, a small line below; vector graphics, sharp at any size. */
export function posterPdf(drawing: QrDrawing, paper: Paper, caption: string, footer: string): Uint8Array<ArrayBuffer> {
  const { width, height } = PAPERS[paper];
  const edge = width / 12;
  const head = fitted(latin(caption), width - 2 * edge, 3, paper === "A4" ? 48 : 36);
  const top = height - edge - (head.lines.length ? head.lines.length * head.size * 1.15 + edge / 2 : 0);
  const side = Math.min(width - 2 * edge, top - 2 * edge);
  const left = (width - side) / 2;
  const bottom = edge + (top - edge - side) / 2;
  const unit = side / (drawing.modules.size + 2 * MARGIN);
  const bars = barsOf(drawing.modules).map(
    ({ x, y, width: bar }) =>
      `${round(left + (x + MARGIN) * unit)} ${round(bottom + side - (y + MARGIN + 1) * unit)} ${round(bar * unit)} ${round(unit)} re`,
  );
  const centred = (text: string, size: number, y: number) =>
    textLine(text, size, (width - textWidth(text, size)) / 2, y);
  const small = latin(footer);
  const content = [
    `${colour(drawing.light)} rg ${round(left)} ${round(bottom)} ${round(side)} ${round(side)} re f`,
    `${colour(drawing.dark)} rg`,
    ...bars,
    "f",
    "0 0 0 rg",
    ...head.lines.map((line, index) => centred(line, head.size, height - edge - head.size * (0.85 + index * 1.15))),
    centred(small, 10, edge / 2),
  ].join("\n");
  return pdfFile([width, height], content);
}

/** A PDF with one page, a standard font and the cross-reference table. */
function pdfFile([width, height]: [number, number], content: string): Uint8Array<ArrayBuffer> {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
  ];
  let file = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(`${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, (sign) =>
    sign.charCodeAt(0),
  );
}
