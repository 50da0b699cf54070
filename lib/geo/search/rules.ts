import { translated } from "../../platform/i18n/content";
import { localePath, type Locale } from "../../platform/i18n/routing";
import { fold } from "../../platform/slug";

export const SEARCH_KINDS = [
  "region",
  "city",
  "service",
  "map_place",
  "photo_point",
  "event",
  "club",
  "post",
  "magazine",
  "page",
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const MAX_QUERY = 200;
export const MAX_RESULTS = 50;

/** A row of the database search, with all translations. */
export type SearchRow = {
  kind: string;
  entity_id: string;
  state_abbr: string | null;
  title: string;
  summary: string;
  path: string;
  translations: unknown;
};

export type SearchResult = {
  kind: SearchKind;
  /** Id of the item within its kind. */
  id: string;
  state: string | null;
  title: string;
  summary: string;
  fallback: boolean;
  href: string;
};
export type SearchGroup = { kind: SearchKind; results: SearchResult[] };

/** Localises a row; only the summary is marked as Portuguese fallback, because most titles are names. */
export function resultOf(row: SearchRow, locale: Locale): SearchResult {
  const summary = translated(row, "summary", locale);
  return {
    kind: row.kind as SearchKind,
    id: row.entity_id,
    state: row.state_abbr,
    title: translated(row, "title", locale).text,
    summary: summary.text,
    fallback: summary.fallback,
    href: localePath(locale, row.path),
  };
}

/** Groups results by kind; the kind of the best result comes first. */
export function groupByKind(results: readonly SearchResult[]): SearchGroup[] {
  const groups = new Map<SearchKind, SearchResult[]>();
  for (const result of results) groups.set(result.kind, [...(groups.get(result.kind) ?? []), result]);
  return [...groups].map(([kind, list]) => ({ kind, results: list }));
}

const WORD = /[\p{L}\p{N}]+/gu;

/** Splits a text and marks words that start with a word of the query, ignoring case and accents. */
export function highlight(text: string, query: string): { text: string; hit: boolean }[] {
  const wanted = fold(query).match(WORD) ?? [];
  const pieces: { text: string; hit: boolean }[] = [];
  const add = (piece: string, hit: boolean) => {
    const last = pieces.at(-1);
    if (!piece) return;
    if (last?.hit === hit) last.text += piece;
    else pieces.push({ text: piece, hit });
  };
  let from = 0;
  const composed = text.normalize("NFC");
  for (const { 0: word, index } of composed.matchAll(WORD)) {
    const found = wanted
      .filter((one) => one.length > 1 && fold(word).startsWith(one))
      .reduce((a, b) => (a.length > b.length ? a : b), "");
    add(composed.slice(from, index), false);
    add(word.slice(0, found.length), true);
    add(word.slice(found.length), false);
    from = index + word.length;
  }
  add(composed.slice(from), false);
  return pieces;
}

const MAX_RECENT = 6;

/** Adds a query to the top of the recent searches, without duplicates. */
export function withRecent(recent: readonly string[], query: string): string[] {
  const searched = query.trim();
  if (searched.length < 2) return [...recent];
  return [searched, ...recent.filter((old) => fold(old) !== fold(searched))].slice(0, MAX_RECENT);
}

/** Path of the search page with its filters; empty ones are left out. */
export function searchPath(
  locale: Locale,
  { q = "", uf = "", kind = "" }: { q?: string; uf?: string; kind?: string },
): string {
  const query = new URLSearchParams(Object.entries({ q, uf, kinds: kind }).filter(([, value]) => value));
  return localePath(locale, "/busca") + (query.size > 0 ? `?${query.toString()}` : "");
}
