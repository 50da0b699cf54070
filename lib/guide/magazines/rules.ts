import { foldLetters } from "../../platform/slug";
import type { Biome } from "../postcards/biomes";
import { BIOMES, MAGAZINE_PAGE_KINDS } from "../../platform/supabase/database-constants/guide";

export const MAGAZINES_PATH = "/revista-digital";

export const issuePath = (slug: string) => `${MAGAZINES_PATH}/${slug}`;

/** Path of the PDF: an uploaded file, else the PDF generated from the issue's pages. */
export function pdfPath({ slug, pdf_path }: { slug: string; pdf_path: string | null }): string {
  return pdf_path ?? `${issuePath(slug)}/pdf`;
}

/** Maximum size of an issue's PDF; the bucket `magazine-files` has the same limit. */
export const MAX_PDF_BYTES = 40 * 1024 * 1024;

const FILE_ADDRESS = /^\/midia\/(\d{4}-\d{2}\/[0-9a-f-]{36}\.pdf)$/;

/** Public path of an uploaded PDF. */
export const issueFileAddress = (key: string) => `/midia/${key}`;

/** Storage key of a PDF path; null for any other path. */
export const issueFileKey = (address: string): string | null => FILE_ADDRESS.exec(address)?.[1] ?? null;

/**
 * Whether a file is a PDF by its content (ISO 32000-1, 7.5.2 and 7.5.5): it starts with the version
 * header and ends with `%%EOF`, which the library `file-type` does not check.
 */
export function isPdf(file: Uint8Array): boolean {
  const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);
  return /^%PDF-[12]\.\d/.test(ascii(file.subarray(0, 8))) && ascii(file.subarray(-1024)).includes("%%EOF");
}

export type PageKind = (typeof MAGAZINE_PAGE_KINDS)[number];

/** Validates the stored kind of a page; unknown kinds become `article`. */
export const pageKind = (kind: string): PageKind => MAGAZINE_PAGE_KINDS.find((known) => known === kind) ?? "article";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Database column for the last URL segment of an issue: slug, number or id; null when invalid. */
export function issueKey(value: string): { column: "slug" | "number" | "id"; value: string } | null {
  if (UUID.test(value)) return { column: "id", value };
  if (/^[1-9]\d{0,5}$/.test(value)) return { column: "number", value };
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value) && value.length <= 120 ? { column: "slug", value } : null;
}

/** Generated postcard for an issue's cover or page; the biome changes from issue to issue. */
export function artOf({ slug, number }: { slug: string; number: number }, page = 1): { biome: Biome; slug: string } {
  const biome = BIOMES[(number - 1) % BIOMES.length] as Biome;
  return { biome, slug: page === 1 ? `revista-${slug}` : `revista-${slug}-${page}` };
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Page number of a URL hash: `#pagina=12`, or `#pagina-12`, the anchor of the version without JavaScript. */
export function pageOfHash(hash: string, pages: number): number | null {
  const requested = Number(/^#pagina[=-](\d{1,4})$/.exec(hash)?.[1]);
  return requested >= 1 ? within(requested, 1, pages) : null;
}

export const hashOfPage = (page: number) => `#pagina=${page}`;

/** Pages shown side by side: the cover alone, then pairs. */
export function spreadOf(page: number, pages: number): number[] {
  const left = page === 1 ? 1 : page - (page % 2);
  return left === 1 || left === pages ? [left] : [left, left + 1];
}

/** Page after turning forward (1) or back (-1); unchanged at either end. */
export function turnedPage(page: number, pages: number, step: 1 | -1, isSpread: boolean): number {
  const open = isSpread ? spreadOf(page, pages) : [page];
  const next = step > 0 ? open.at(-1)! + 1 : open[0]! - 1;
  return next < 1 || next > pages ? page : isSpread ? spreadOf(next, pages)[0]! : next;
}

export const ZOOM = { least: 100, most: 250, step: 25 } as const;

export const nextZoom = (zoom: number, step: 1 | -1) => within(zoom + step * ZOOM.step, ZOOM.least, ZOOM.most);

const MAX_HITS = 200;

/** Offsets of a search term in a text from `foldLetters`; terms of one character find nothing. */
export function hitsIn(folded: string, question: string): number[] {
  const wanted = foldLetters(question).trim().replace(/\s+/g, " ");
  const hits: number[] = [];
  if (wanted.length < 2) return hits;
  for (
    let at = folded.indexOf(wanted);
    at >= 0 && hits.length < MAX_HITS;
    at = folded.indexOf(wanted, at + wanted.length)
  )
    hits.push(at);
  return hits;
}

/** Text around a search hit. */
export function excerptOf(text: string, at: number, length: number, around = 45): string {
  const start = Math.max(0, at - around);
  const end = Math.min(text.length, at + length + around);
  return `${start > 0 ? "…" : ""}${text.slice(start, end).replace(/\s+/g, " ").trim()}${end < text.length ? "…" : ""}`;
}

/** Reading progress of an issue on this device. */
export type Progress = { page: number; pages: number; title: string; at: number };
export type Reading = Record<string, Progress>;

const MAX_ISSUES = 30;

function isProgress(value: unknown): value is Progress {
  const item = value as Progress | null;
  return (
    Number.isInteger(item?.page) &&
    item!.page > 0 &&
    Number.isInteger(item!.pages) &&
    typeof item!.title === "string" &&
    Number.isFinite(item!.at)
  );
}

/** Parses the stored reading progress; invalid data is dropped. */
export function readReading(stored: string | null): Reading {
  try {
    const parsed: unknown = JSON.parse(stored ?? "{}");
    return Object.fromEntries(
      Object.entries(parsed as object).filter(
        (entry): entry is [string, Progress] => issueKey(entry[0]) !== null && isProgress(entry[1]),
      ),
    );
  } catch {
    return {};
  }
}

/** Adds a reading progress; only the most recently read issues are kept. */
export function withProgress(reading: Reading, slug: string, progress: Progress): Reading {
  const kept = Object.entries({ ...reading, [slug]: progress }).toSorted(([, a], [, b]) => b.at - a.at);
  return Object.fromEntries(kept.slice(0, MAX_ISSUES));
}

/** The most recently read issue that is not on its first or last page; null when there is none. */
export function lastUnfinishedIssue(reading: Reading): { slug: string; progress: Progress } | null {
  const open = Object.entries(reading).filter(([, { page, pages }]) => page > 1 && page < pages);
  const [last] = open.toSorted(([, a], [, b]) => b.at - a.at);
  return last ? { slug: last[0], progress: last[1] } : null;
}
