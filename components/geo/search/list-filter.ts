import { fold } from "@/lib/platform/slug";

/** One filter of a list; with `many`, items must have all chosen values. */
export type Facet = { key: string; kind: "one" | "many"; values: readonly string[] };

export type FilterView = {
  text: string;
  chosen: Record<string, readonly string[]>;
  near: boolean;
  /** ISO dates; only lists with dates have them. */
  from?: string;
  until?: string;
};

/** The parts of a list item that the filter uses: its text, its `key:value` marks and its first and last day. */
export type FilterItem = { text: string; marks: ReadonlySet<string>; from?: string; until?: string };

const MAX_TEXT = 80;

/** Reads the query of an address; values that are not offered are ignored. */
export function viewOfQuery(query: string, facets: readonly Facet[]): FilterView {
  const parameters = new URLSearchParams(query);
  const chosen: Record<string, readonly string[]> = {};
  for (const { key, kind, values } of facets) {
    const wanted = (parameters.get(key) ?? "").split(",").filter((value) => values.includes(value));
    if (wanted.length > 0) chosen[key] = kind === "one" ? wanted.slice(0, 1) : [...new Set(wanted)];
  }
  return {
    text: (parameters.get("q") ?? "").slice(0, MAX_TEXT),
    chosen,
    near: parameters.get("ordem") === "perto",
    ...dayOf("from", parameters.get("de")),
    ...dayOf("until", parameters.get("ate")),
  };
}

const dayOf = (key: "from" | "until", value: string | null) =>
  value && /^\d{4}-\d{2}-\d{2}$/.test(value) ? { [key]: value } : {};

/** The query that `viewOfQuery` reads back; unrelated parameters are kept. */
export function queryOfView(
  { text, chosen, near, from, until }: FilterView,
  facets: readonly Facet[],
  current: string,
): string {
  const query = new URLSearchParams(current);
  const set = (key: string, value: string) => (value ? query.set(key, value) : query.delete(key));
  // Keeps a trailing space because the next word is being typed.
  set("q", text.trim() && text.slice(0, MAX_TEXT));
  for (const { key } of facets) set(key, (chosen[key] ?? []).join(","));
  set("ordem", near ? "perto" : "");
  set("de", from ?? "");
  set("ate", until ?? "");
  // A comma needs no escape in a query, and the address stays readable.
  return query.toString().replaceAll("%2C", ",");
}

/** Whether an item has every requested word and mark and a day in the requested range. */
export function isShown({ text, marks, from, until }: FilterItem, view: FilterView): boolean {
  const words = fold(view.text).split(/\s+/).filter(Boolean);
  return (
    (!view.from || !until || until >= view.from) &&
    (!view.until || !from || from <= view.until) &&
    words.every((word) => text.includes(word)) &&
    Object.entries(view.chosen).every(([key, values]) => values.every((value) => marks.has(`${key}:${value}`)))
  );
}

/** Whether a view filters the list. */
export function isNarrowed({ text, chosen, from, until }: FilterView): boolean {
  return text.trim() !== "" || Boolean(from || until) || Object.values(chosen).some((values) => values.length > 0);
}

/** `categoria:museum cidade:itu` from the marks of an item, for its `data-marks`. */
export function marksOf(marks: Record<string, readonly (string | null | undefined)[]>): string {
  return Object.entries(marks)
    .flatMap(([key, values]) => values.filter(Boolean).map((value) => `${key}:${value}`))
    .join(" ");
}
