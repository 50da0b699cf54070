import "server-only";
import { openPages } from "../../../platform/pdf-writer";

type Pairs = readonly (readonly [label: string, value: string])[];

/** The texts of the receipt of an order. */
export type PrintedReceipt = {
  title: string;
  statement: string;
  sections: readonly { title: string; rows: Pairs }[];
  notes: readonly string[];
  pageOf: (page: number) => string;
};

/** The receipt of an order as PDF, on as many pages as it needs. */
export async function printReceipt({ title, statement, sections, notes, pageOf }: PrintedReceipt) {
  const pages = openPages(title, pageOf);
  pages.title(title);
  pages.text(statement);
  for (const section of sections) {
    pages.heading(section.title);
    pages.pairs(section.rows);
  }
  pages.gap(10);
  for (const note of notes) pages.text(note);
  return new Uint8Array(await pages.end());
}
