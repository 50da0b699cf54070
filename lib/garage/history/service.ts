import "server-only";
import { setImmediate } from "node:timers/promises";
import { openPages, type Pages, type Picture } from "../../platform/pdf-writer";
import { reportError } from "../../platform/report";
import sharp from "../../platform/sharp";

const [SIDE, QUALITY] = [1100, 72];
/** Entries drawn before other work of the server gets its turn. */
const ENTRIES_AT_ONCE = 25;
const [COVER_HEIGHT, RECEIPT_HEIGHT] = [260, 560];

/** A stored photo as a smaller JPEG, because the PDF library reads no WebP; null when it cannot be read. */
export async function shrinkPicture(bytes: ArrayBuffer): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(Buffer.from(bytes))
      .resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch (error) {
    reportError("vehicle-history", error);
    return null;
  }
}

type Pairs = readonly (readonly [label: string, value: string])[];
type Listed = { title: string; lines: readonly string[]; empty: string };

/** The texts of the history of a car in the language of the reader; pictures are read one after another. */
export type HistoryContent = {
  title: string;
  cover: Picture | null;
  facts: Pairs;
  story: string;
  summary: readonly { title: string; rows: Pairs; note: string }[];
  years: readonly {
    title: string;
    note: string;
    entries: readonly { head: string; details: readonly string[] }[];
  }[];
  noEntries: string;
  lists: readonly Listed[];
  receipts: {
    title: string;
    notes: readonly string[];
    pictures: readonly { caption: string; read: () => Promise<Picture | null> }[];
    unreadable: string;
  } | null;
  page: (number: number) => string;
};

/** The history of a car as PDF. Memory holds one picture besides the finished pages. */
export async function drawHistory(content: HistoryContent): Promise<Buffer> {
  const pages = openPages(content.title, content.page);
  pages.title(content.title);
  if (content.cover) pages.picture(content.cover, "", COVER_HEIGHT);
  pages.pairs(content.facts);
  if (content.story) pages.text(content.story);
  for (const { title, rows, note } of content.summary) {
    pages.heading(title);
    pages.pairs(rows);
    if (note) pages.small(note);
  }
  if (content.years.length === 0) pages.text(content.noEntries);
  for (const { title, note, entries } of content.years) {
    pages.heading(title);
    if (note) pages.text(note);
    for (const [index, { head, details }] of entries.entries()) {
      // Other requests are answered in between.
      if (index % ENTRIES_AT_ONCE === 0) await setImmediate();
      pages.strong(head);
      for (const detail of details) pages.small(detail);
      pages.gap();
    }
  }
  for (const list of content.lists) drawList(pages, list);
  if (content.receipts) await drawReceipts(pages, content.receipts);
  return pages.end();
}

function drawList(pages: Pages, { title, lines, empty }: Listed): void {
  pages.heading(title);
  if (lines.length === 0) pages.text(empty);
  for (const line of lines) pages.text(line);
}

async function drawReceipts(pages: Pages, receipts: NonNullable<HistoryContent["receipts"]>): Promise<void> {
  pages.addPage();
  pages.heading(receipts.title);
  for (const note of receipts.notes) pages.text(note);
  for (const { caption, read } of receipts.pictures) {
    const picture = await read();
    if (picture) pages.picture(picture, caption, RECEIPT_HEIGHT);
    else pages.text(`${caption}: ${receipts.unreadable}`);
  }
}
