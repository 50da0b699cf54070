import type { CacheTag } from "../../platform/cache-tags";
import { ROWS_PER_PAGE, type Field, type Resource } from "./resource";
import { pageOfQuery } from "../../platform/paging";
import { DAY_MS } from "../../platform/dates";
import { timeZoneOf } from "../../platform/time-zones/rules";

/** Name of the column with the day on which an editor last compared a row with its sources. */
export const CHECK_DATE = "check_date";

/** Whether the form and the list of a resource offer the button that sets that day to today. */
export const hasCheckDate = (fields: readonly Field[]): boolean => fields.some(({ name }) => name === CHECK_DATE);

export type ListQuery = {
  q: string;
  page: number;
  per: number;
  sort: string;
  ascending: boolean;
  filters: Record<string, string>;
  columns: readonly string[];
  trash: boolean;
  /** Only rows without a text in this language. */
  missing: "en" | "es" | null;
  /** Only rows last verified more than a year ago. */
  old: boolean;
  /** Also show the rows of this page on a map. */
  map: boolean;
};

/** Whether the rows of a resource have coordinates. */
export const isPlaced = ({ fields }: Pick<Resource, "fields">): boolean =>
  fields.some(({ kind }) => kind === "coordinates");

const YEAR_MS = 365 * DAY_MS;

/** Date one year ago; rows verified before it are outdated. */
export const yearBefore = (now: Date): string => new Date(now.getTime() - YEAR_MS).toISOString().slice(0, 10);

/** Database value for "never verified", so that one comparison also finds these rows. */
export const NEVER = "1900-01-01";

/** Whether a date is more than a year ago or missing. */
export const isOld = (day: unknown, now: Date): boolean => typeof day !== "string" || day < yearBefore(now);

type Params = Record<string, string | string[] | undefined>;

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? "";

function sortOf(resource: Resource, wanted: string): Pick<ListQuery, "sort" | "ascending"> {
  const column = wanted.replace(/^-/, "");
  const known = [resource.titleColumn, resource.order, ...resource.columns].includes(column);
  return known
    ? { sort: column, ascending: !wanted.startsWith("-") }
    : { sort: resource.order, ascending: resource.ascending };
}

/** Parses the list query from URL parameters; invalid values are ignored. */
export function readListQuery(resource: Resource, params: Params): ListQuery {
  const per = Number(one(params.per));
  const chosen = [params.cols ?? ""]
    .flat()
    .flatMap((names) => names.split(","))
    .filter((name) => resource.columns.includes(name));
  const missing = one(params.missing);
  const isTranslated = resource.fields.some(({ translated }) => translated);
  return {
    q: one(params.q).trim().slice(0, 100),
    page: pageOfQuery(params.page),
    per: ROWS_PER_PAGE.find((size) => size === per) ?? ROWS_PER_PAGE[0],
    ...sortOf(resource, one(params.sort)),
    filters: Object.fromEntries(
      resource.filters.map((name) => [name, one(params[name]).slice(0, 60)]).filter(([, value]) => value),
    ),
    columns: chosen.length > 0 ? chosen : resource.columns,
    trash: resource.hasTrash && one(params.trash) === "1",
    missing: isTranslated && (missing === "en" || missing === "es") ? missing : null,
    old: resource.checked !== undefined && one(params.old) === "1",
    map: isPlaced(resource) && one(params.map) === "1",
  };
}

/** URL of a list without default values; `changes` replace values, an empty string removes one. */
export function listAddress(
  resource: Resource,
  query: ListQuery,
  changes: Record<string, string | number> = {},
): string {
  const sort =
    query.sort === resource.order && query.ascending === resource.ascending
      ? ""
      : `${query.ascending ? "" : "-"}${query.sort}`;
  const values: Record<string, string | number> = {
    q: query.q,
    ...query.filters,
    missing: query.missing ?? "",
    old: query.old ? 1 : "",
    map: query.map ? 1 : "",
    trash: query.trash ? 1 : "",
    sort,
    per: query.per === ROWS_PER_PAGE[0] ? "" : query.per,
    cols: query.columns.length === resource.columns.length ? "" : query.columns.join(","),
    page: query.page === 1 ? "" : query.page,
    ...changes,
  };
  const search = new URLSearchParams(
    Object.entries(values)
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, String(value)]),
  );
  return `/admin/${resource.path}${search.size > 0 ? `?${search}` : ""}`;
}

/** Replaces the `{column}` placeholders of a pattern by values of a row; null when one of them is empty. */
function filled(pattern: string, row: Record<string, unknown>): string | null {
  let isWhole = true;
  const text = pattern.replace(/\{(\w+)\}/g, (_, column: string) => {
    const value = row[column];
    if (value === null || value === undefined || value === "") isWhole = false;
    return asText(value);
  });
  return isWhole ? text : null;
}

/** Columns named in patterns: `regions:{state_abbr}` → `state_abbr`. */
export function placeholdersOf(patterns: readonly string[]): string[] {
  return [...new Set(patterns.flatMap((pattern) => [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)))];
}

/** Columns that the cache tags of a row are built from. */
export const tagColumns = ({ tags }: Pick<Resource, "tags">): string[] => placeholdersOf(tags);

/** Cache tags of changed rows, from their old and new versions; the subject alone for a row without a state. */
export function tagsOf(resource: Pick<Resource, "tags">, ...rows: readonly Record<string, unknown>[]): CacheTag[] {
  const changed = rows.length > 0 ? rows : [{}];
  return [
    ...new Set(changed.flatMap((row) => resource.tags.map((tag) => filled(tag, row) ?? tag.split(":")[0]))),
  ] as CacheTag[];
}

/** Public URL path of a row in Portuguese; null when it has no public page (a draft, or in the trash). */
export function pageOf(resource: Resource, row: Record<string, unknown>): string | null {
  const isShown = (row.status === undefined || row.status === "published") && !row.deleted_at;
  return resource.page && isShown ? (filled(resource.page, row)?.toLowerCase() ?? null) : null;
}

/** Whether a row is public; equal to `private.is_shown` for tables without `publish_at`. */
export const isOnSite = (row: Record<string, unknown>) =>
  ["published", "to_confirm"].includes(asText(row.status)) && !row.deleted_at;

export type DuplicateQuery = { state: string; dismissed: boolean };

/** Parses the duplicate filter from URL parameters: one state or all, open pairs or dismissed ones. */
export function readDuplicateQuery(params: Params): DuplicateQuery {
  const state = one(params.state_abbr).toUpperCase();
  return { state: /^[A-Z]{2}$/.test(state) ? state : "", dismissed: one(params.dispensados) === "1" };
}

/** URL of a resource's list of duplicates. */
export function duplicatesAddress(resource: Resource, { state, dismissed }: Partial<DuplicateQuery> = {}): string {
  const search = new URLSearchParams({ ...(state && { state_abbr: state }), ...(dismissed && { dispensados: "1" }) });
  return `/admin/${resource.path}/repetidos${search.size > 0 ? `?${search}` : ""}`;
}

export type TrailEntry = { before: Record<string, unknown> | null; after: Record<string, unknown> | null };

export type Trail = TrailEntry & {
  id: number;
  action: string;
  actor: string | null;
  reason: string | null;
  createdAt: string;
};

/** Merges the entries of one save (newest first): a row and its children are written in one transaction. */
export function ofOneSave(entries: readonly Trail[]): Trail[] {
  const saves: Trail[] = [];
  for (const entry of entries) {
    const last = saves.at(-1);
    if (last?.createdAt !== entry.createdAt) saves.push(entry);
    else
      saves[saves.length - 1] = {
        ...last,
        action: entry.action,
        before: entry.before || last.before ? { ...last.before, ...entry.before } : null,
        after: { ...entry.after, ...last.after },
      };
  }
  return saves;
}

/** Columns of a row after an audit entry, computed by undoing the later entries (newest first). */
export function versionAfter(later: readonly TrailEntry[]): Record<string, unknown> {
  return later.reduce<Record<string, unknown>>((version, { before }) => ({ ...version, ...before }), {});
}

/** Columns that control visibility; a restore changes them only on request. */
export const STATUS_COLUMNS = ["status", "publish_at", "is_published", "is_active"];

/** Maximum length of a slug made from a title. */
export const SLUG_LENGTH = 120;

/** Form values of a row: `lat` and `lng` become one field. */
export function formValues(fields: readonly Field[], row: Record<string, unknown>): Record<string, unknown> {
  const pairs = fields.map((field) => {
    if (field.kind !== "coordinates") return [field.name, row[field.name]] as const;
    return [field.name, typeof row.lat === "number" ? { lat: row.lat, lng: row.lng } : null] as const;
  });
  const translations = fields.some(({ translated }) => translated) ? { translations: row.translations ?? {} } : {};
  return { ...Object.fromEntries(pairs), ...translations };
}

/** URLs of all images of a row. */
export function picturesOf(fields: readonly Field[], row: Record<string, unknown>): string[] {
  const values = fields.flatMap(({ name, kind }) =>
    kind === "image" ? [row[name]] : kind === "gallery" ? ((row[name] as unknown[] | null | undefined) ?? []) : [],
  );
  return values.filter((value): value is string => typeof value === "string" && value !== "");
}

/** Converts form values to database columns. */
export function columnsOf(fields: readonly Field[], values: Record<string, unknown>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((one) => one.name === name);
    if (field?.kind === "rows") continue;
    if (field?.kind === "coordinates") Object.assign(columns, (value as object | null) ?? { lat: null, lng: null });
    else columns[name] = value;
  }
  return columns;
}

/** Any value of a row as plain text; an empty string for null. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const EMPTY: Partial<Record<Field["kind"], unknown>> = {
  boolean: false,
  list: [],
  choices: [],
  gallery: [],
  rows: [],
  items: [],
  attributes: {},
  text: "",
  longtext: "",
  markdown: "",
};

/** Default values of a new row, in a form and for missing columns of an import. */
export function emptyValues(fields: readonly Field[]): Record<string, unknown> {
  const pairs = fields
    .filter(({ readOnly }) => !readOnly)
    .map(({ name, kind, options, required, initial }) => [
      name,
      initial ?? (kind === "choice" && required ? options?.[0] : (EMPTY[kind] ?? null)),
    ]);
  return { ...Object.fromEntries(pairs), ...(fields.some(({ translated }) => translated) ? { translations: {} } : {}) };
}

/** JSON with sorted keys, so that equal data gives equal text. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      inner && typeof inner === "object" && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "null"
  );
}

/** Languages of the translations. */
export const LANGUAGES = ["en", "es"] as const;

/** Translations with a text added, replaced or, when it is empty, removed. */
export function withTranslation(
  translations: unknown,
  { language, name, value }: { language: (typeof LANGUAGES)[number]; name: string; value: unknown },
): Record<string, Record<string, unknown>> {
  const all = (translations ?? {}) as Record<string, Record<string, unknown>>;
  const { [name]: _old, ...others } = all[language] ?? {};
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return { ...all, [language]: isEmpty ? others : { ...others, [name]: value } };
}

/** Columns of a resource's CSV file: its key, then its fields without children. */
export function csvColumns({ idColumn, fields }: Pick<Resource, "idColumn" | "fields">): string[] {
  const names = fields.flatMap(({ name, kind }) =>
    kind === "rows" ? [] : kind === "coordinates" ? ["lat", "lng"] : [name],
  );
  const translated = fields
    .filter((field) => field.translated)
    .flatMap(({ name }) => LANGUAGES.map((language) => `${name}@${language}`));
  return [...new Set([idColumn, ...names, ...translated])];
}

/** Time zone of the moments of a row: an event has that of its place. */
export const eventZone = (resource: string, row: Record<string, unknown>): string | undefined =>
  resource === "events" ? timeZoneOf(asText(row["state_abbr"]), Number(row["municipality_ibge"]) || null) : undefined;
