import type { Permission } from "../platform/auth/permissions";

/** Where a reference's rows come from, which columns name them and which of them are offered. */
export type Reference = { table: string; key: string; title: string; only?: { column: string; values: readonly string[] } };

export type FieldKind =
  | "text"
  | "longtext"
  | "markdown"
  | "slug"
  | "link"
  | "number"
  | "boolean"
  | "choice"
  | "choices"
  | "list"
  | "date"
  | "datetime"
  | "state"
  | "city"
  | "reference"
  | "image"
  | "gallery"
  | "pdf"
  | "track"
  | "texts"
  | "coordinates"
  | "json"
  | "rows"
  | "items"
  | "hours"
  | "attributes";

/** Names of the formats in `schema.ts`, and of their sentences in `records.errors`. */
export type Format = "phone" | "instagram" | "version" | "color" | "code" | "stripePrice" | "https" | "web" | "path" | "firstOfMonth" | "ownPicture";

/** Plain data: fields cross to client components. */
export type Field = {
  /** Column; of `coordinates` the pair `lat`, `lng`; of `rows` the child table. */
  name: string;
  kind: FieldKind;
  required?: boolean;
  /** An empty text is stored as null instead of ''. */
  nullable?: boolean;
  /** Characters of a text, largest value of a number. */
  max?: number;
  min?: number;
  /** What a text, or every item of a list, has to look like. */
  format?: Format;
  /** A number of this many decimals; whole without it. */
  decimals?: number;
  /** Values of a choice; their words stand in `messages/<locale>/records.json`. */
  options?: readonly string[];
  reference?: Reference;
  /** Also written in English and Spanish, inside `translations` under this name. */
  translated?: boolean;
  /** Shown, never changed. */
  readOnly?: boolean;
  /** Saved with the form and filled in by another field, such as what a recording says. */
  hidden?: boolean;
  /** Of `rows`: the child's fields, its column that points here and the one that orders. */
  rows?: { parent: string; order: string; fields: readonly Field[] };
  /** Of `items`: the fields of each object in a column that holds a list of them. */
  items?: readonly Field[];
};

export type ListColumn = { name: string; sortable?: boolean };

export type ResourceDefinition = {
  /** Noun of the texts in `records.json` and of saved views. */
  key: string;
  /** Address below `/admin`, such as `blog` or `conteudo-estados/rotas`. */
  path: string;
  table: string;
  permission: Permission;
  /** Primary key column; `id` without it. */
  idColumn?: string;
  titleColumn: string;
  fields: readonly Field[];
  /** Names of fields or columns, in order; the title comes first. */
  columns: readonly string[];
  /** Names of fields a list narrows by. */
  filters?: readonly string[];
  /** Column of the newest-first order; `updated_at` without it. */
  order?: string;
  ascending?: boolean;
  /** Column of the day a row was last held against the world, never null (`NEVER`); its list marks and narrows by what is older than a year. */
  checked?: string;
  /** Rows leave for the trash (`deleted_at`) and come back for 30 days. */
  hasTrash?: boolean;
  /** Rows come from visitors or migrations: nobody adds one here. */
  canCreate?: boolean;
  canDelete?: boolean;
  /** Rows that look alike are found and merged; `metres` (at most 1,000) also counts neighbours with similar names. Its table stands in `records.duplicate_sources`. */
  duplicates?: { metres?: number };
  /** Public page of a row, with `{column}` filled in; lower case. */
  page?: string;
  /** Cache tags a change makes old, with `{column}` filled in. */
  tags: readonly string[];
};

export type Resource = Required<Pick<ResourceDefinition, "idColumn" | "order" | "ascending" | "hasTrash" | "canCreate" | "canDelete" | "filters">> & ResourceDefinition;

/** Fills in what a resource leaves unsaid. */
export function defineResource(definition: ResourceDefinition): Resource {
  return {
    idColumn: "id",
    order: "updated_at",
    ascending: false,
    hasTrash: false,
    canCreate: true,
    canDelete: true,
    filters: [],
    ...definition,
  };
}

export const ROWS_PER_PAGE = [25, 50, 100] as const;
