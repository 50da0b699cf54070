import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

export type PdfPage = { width: number; height: number; text: string };

const MM_PER_POINT = 25.4 / 72;
const tenths = (points: number) => Math.round(points * MM_PER_POINT * 10) / 10;

/** The pages of a PDF: their sizes in millimetres, and their texts without those of pictures. */
export async function pdfPages(file: Uint8Array): Promise<PdfPage[]> {
  const task = getDocument({ data: Uint8Array.from(file), verbosity: 0 });
  const pdf = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? " " : "") : "")).join("");
    pages.push({
      width: tenths(right - left),
      height: tenths(top - bottom),
      text: text.replaceAll(/\s+/g, " ").trim(),
    });
  }
  await task.destroy();
  return pages;
}
