import { POSTCARD_BIOMES, type Biome } from "../postcards/rules";

export const SHELF_PATH = "/revista-digital";

export const issuePath = (slug: string) => `${SHELF_PATH}/${slug}`;

/** The file to download: an editor's own, else the one the portal draws from the issue's pages. */
export function pdfPath({ slug, pdf_path }: { slug: string; pdf_path: string | null }): string {
  return pdf_path ?? `${issuePath(slug)}/pdf`;
}

/** The largest PDF of an issue; the bucket `magazine-files` has the same limit. */
export const MAX_PDF_BYTES = 40 * 1024 * 1024;

const FILE_ADDRESS = /^\/midia\/(\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf)$/;

/** The address pages link to for an uploaded PDF. */
export const issueFileAddress = (key: string) => `/midia/${key}`;

/** The stored PDF behind an address of ours; null for any other address. */
export const issueFileKey = (address: string): string | null => FILE_ADDRESS.exec(address)?.[1] ?? null;

/** Whether a whole file is a PDF by its content (ISO 32000-1, 7.5.2 and 7.5.5): it starts with its version and ends with its end mark. */
export function isPdf(file: Uint8Array): boolean {
  const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);
  return /^%PDF-[12]\.\d/.test(ascii(file.subarray(0, 8))) && ascii(file.subarray(-1024)).includes("%%EOF");
}

export const PAGE_KINDS = ["cover", "editorial", "article", "map", "checklist", "back"] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** The kind of a page as the database stores it. */
export const pageKind = (kind: string): PageKind => PAGE_KINDS.find((known) => known === kind) ?? "article";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which column the last part of an issue's address names: its slug, its number or its id; null when it can be none. */
export function issueKey(value: string): { column: "slug" | "number" | "id"; value: string } | null {
  if (UUID.test(value)) return { column: "id", value };
  if (/^[1-9]\d{0,5}$/.test(value)) return { column: "number", value };
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value.length <= 120 ? { column: "slug", value } : null;
}

/** The postcard of an issue's cover, or of one of its pages; landscapes follow one another from issue to issue. */
export function artOf({ slug, number }: { slug: string; number: number }, page = 1): { biome: Biome; slug: string } {
  const biome = POSTCARD_BIOMES[(number - 1) % POSTCARD_BIOMES.length] as Biome;
  return { biome, slug: page === 1 ? `revista-${slug}` : `revista-${slug}-${page}` };
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The page an address asks for: `#pagina=12`, or the anchor `#pagina-12` of pages without scripts. */
export function pageOfHash(hash: string, pages: number): number | null {
  const asked = Number(/^#pagina[=-](\d{1,4})$/.exec(hash)?.[1]);
  return asked >= 1 ? within(asked, 1, pages) : null;
}

export const hashOfPage = (page: number) => `#pagina=${page}`;

/** The pages that lie open together: the cover alone, then two by two. */
export function spreadOf(page: number, pages: number): number[] {
  const left = page === 1 ? 1 : page - (page % 2);
  return left === 1 || left === pages ? [left] : [left, left + 1];
}

/** The page to show when somebody turns forward (1) or back (-1); the same one at either end. */
export function turnedPage(page: number, pages: number, step: 1 | -1, isSpread: boolean): number {
  const open = isSpread ? spreadOf(page, pages) : [page];
  const next = step > 0 ? open.at(-1)! + 1 : open[0]! - 1;
  return next < 1 || next > pages ? page : isSpread ? spreadOf(next, pages)[0]! : next;
}

export const ZOOM = { least: 100, most: 250, step: 25 } as const;

export const zoomed = (zoom: number, step: 1 | -1) => within(zoom + step * ZOOM.step, ZOOM.least, ZOOM.most);

/** Lower case without accents, letter by letter: a place in the answer is the same place in the text. */
export function foldLetters(text: string): string {
  return text.normalize("NFC").replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize("NFD")[0] as string).toLowerCase();
}

const MAX_HITS = 200;

/** Where the words stand in a text that `foldLetters` made; questions of one letter find nothing. */
export function hitsIn(folded: string, question: string): number[] {
  const wanted = foldLetters(question).trim().replace(/\s+/g, " ");
  const hits: number[] = [];
  if (wanted.length < 2) return hits;
  for (let at = folded.indexOf(wanted); at >= 0 && hits.length < MAX_HITS; at = folded.indexOf(wanted, at + wanted.length)) hits.push(at);
  return hits;
}

/** A few words around a hit. */
export function excerptOf(text: string, at: number, length: number, around = 45): string {
  const start = Math.max(0, at - around);
  const end = Math.min(text.length, at + length + around);
  return `${start > 0 ? "…" : ""}${text.slice(start, end).replace(/\s+/g, " ").trim()}${end < text.length ? "…" : ""}`;
}

/** How far a device has read an issue. */
export type Progress = { page: number; pages: number; title: string; at: number };
export type Reading = Record<string, Progress>;

const MAX_ISSUES = 30;

function isProgress(value: unknown): value is Progress {
  const item = value as Progress | null;
  return Number.isInteger(item?.page) && item!.page > 0 && Number.isInteger(item!.pages) && typeof item!.title === "string" && Number.isFinite(item!.at);
}

/** What a device wrote down; whatever is not understood is forgotten. */
export function readReading(stored: string | null): Reading {
  try {
    const parsed: unknown = JSON.parse(stored ?? "{}");
    return Object.fromEntries(Object.entries(parsed as object).filter((entry): entry is [string, Progress] => issueKey(entry[0]) !== null && isProgress(entry[1])));
  } catch {
    return {};
  }
}

/** The reading with one more step; the issues touched longest ago are forgotten. */
export function keepReading(reading: Reading, slug: string, progress: Progress): Reading {
  const kept = Object.entries({ ...reading, [slug]: progress }).toSorted(([, a], [, b]) => b.at - a.at);
  return Object.fromEntries(kept.slice(0, MAX_ISSUES));
}

/** The issue somebody left in the middle last; null when every one is at its first or last page. */
export function unfinished(reading: Reading): { slug: string; progress: Progress } | null {
  const open = Object.entries(reading).filter(([, { page, pages }]) => page > 1 && page < pages);
  const [last] = open.toSorted(([, a], [, b]) => b.at - a.at);
  return last ? { slug: last[0], progress: last[1] } : null;
}
