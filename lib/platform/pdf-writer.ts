import "server-only";
import { drawLines, heightOf, linesOf, openPdf, points, type PdfText } from "./pdf";

const PAGE = { width: points(210), height: points(297) };
const MARGIN = 48;
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN - 14;
const YELLOW = "#f7b733";

const TITLE: PdfText = { font: "display", size: 24, leading: 1.15 };
const HEADING: PdfText = { font: "display", size: 15 };
const STRONG: PdfText = { font: "display", size: 11.5 };
const TEXT: PdfText = { font: "text", size: 10.5, leading: 1.35 };
const SMALL: PdfText = { font: "text", size: 9, leading: 1.35 };
const LABEL_WIDTH = 150;

/** A JPEG and its size in pixels. */
export type Picture = { jpeg: Buffer; width: number; height: number };

/** Writes texts and pictures below each other on A4 pages; `foot` is the line at the end of a page. */
export function openPages(title: string, foot: (page: number) => string) {
  const { pdf, bytes } = openPdf(title);
  let [y, page] = [0, 0];
  const addPage = () => {
    page += 1;
    pdf.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
    drawLines(pdf, [foot(page)], { x: MARGIN, y: PAGE.height - MARGIN, width: WIDTH }, { ...SMALL, align: "right" });
    y = MARGIN;
  };
  /** Begins a new page when less than `height` is left on this one. */
  const need = (height: number) => {
    if (page === 0 || y + height > BOTTOM) addPage();
  };
  const write = (text: string, style: PdfText, { indent = 0, after = 0, keep = 0 } = {}) => {
    const lines = linesOf(pdf, text, style, WIDTH - indent);
    need(Math.min(heightOf(lines.length, style) + keep, BOTTOM - MARGIN));
    for (const line of lines) {
      need(heightOf(1, style));
      y += drawLines(pdf, [line], { x: MARGIN + indent, y, width: WIDTH - indent }, style);
    }
    y += after;
  };
  return {
    addPage,
    title: (text: string) => {
      write(text, TITLE, { after: 6 });
      pdf.rect(MARGIN, y, WIDTH, 2.5).fill(YELLOW);
      y += 14;
    },
    /** A heading stays on the page of what follows. */
    heading: (text: string) => {
      if (page > 0) y += 10;
      write(text, HEADING, { after: 4, keep: 40 });
    },
    strong: (text: string, keep = 14) => write(text, STRONG, { keep }),
    text: (text: string) => write(text, TEXT, { after: 4 }),
    small: (text: string) => write(text, SMALL, { indent: 10 }),
    gap: (height = 5) => {
      y += height;
    },
    pairs: (rows: readonly (readonly [label: string, value: string])[]) => {
      for (const [label, value] of rows) {
        const labels = linesOf(pdf, label, SMALL, LABEL_WIDTH - 10);
        const values = linesOf(pdf, value, TEXT, WIDTH - LABEL_WIDTH);
        const height = Math.max(heightOf(labels.length, SMALL), heightOf(values.length, TEXT));
        need(Math.min(height, BOTTOM - MARGIN));
        drawLines(pdf, labels, { x: MARGIN, y: y + 1, width: LABEL_WIDTH - 10 }, SMALL);
        drawLines(pdf, values, { x: MARGIN + LABEL_WIDTH, y, width: WIDTH - LABEL_WIDTH }, TEXT);
        y += height + 2;
      }
      y += 4;
    },
    /** A picture with its caption below it, at most `most` points high. */
    picture: ({ jpeg, width, height }: Picture, caption: string, most: number) => {
      const scale = Math.min(WIDTH / width, most / height);
      const lines = linesOf(pdf, caption, SMALL, WIDTH);
      need(height * scale + 4 + heightOf(lines.length, SMALL));
      pdf.image(jpeg, MARGIN, y, { width: width * scale, height: height * scale });
      y += height * scale + 4;
      y += drawLines(pdf, lines, { x: MARGIN, y, width: WIDTH }, SMALL) + 10;
    },
    end: async (): Promise<Buffer> => {
      if (page === 0) addPage();
      pdf.end();
      return bytes;
    },
  };
}
export type Pages = ReturnType<typeof openPages>;
