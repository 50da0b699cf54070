import type { Permission } from "../../platform/auth/permissions";
import type { CacheTag } from "../../platform/cache-tags";
import { PANEL_PAGES, type RecordKey } from "../../platform/panel-pages";

/** Table a reference points to, its key and title columns, and which rows are offered. */
export type Reference = {
  table: string;
  key: string;
  title: string;
  only?: { column: string; values: readonly string[] };
};

export type FieldKind =
  | "text"
  | "longtext"
  | "markdown"
  | "slug"
  | "link"
  | "number"
  | "cents"
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
  | "eventFile"
  | "track"
  | "texts"
  | "coordinates"
  | "json"
  | "rows"
  | "items"
  | "hours"
  | "attributes";

/** Names of the formats in `schema.ts`, and of their messages in `records.errors`. */
export type Format =
  | "phone"
  | "email"
  | "instagram"
  | "version"
  | "color"
  | "code"
  | "variable"
  | "stripePrice"
  | "https"
  | "web"
  | "path"
  | "firstOfMonth"
  | "ownPicture"
  | "servedRoad";

/** Must be serializable: fields are passed to client components. */
export type Field = {
  /** Column name; for `coordinates` the pair `lat`, `lng`; for `rows` the child table. */
  name: string;
  /** Key of the label in `records.fields`; default: the name. */
  label?: string;
  kind: FieldKind;
  required?: boolean;
  /** Value of a new row; without it the field is empty. */
  initial?: number | string;
  /** An empty text is stored as null instead of ''. */
  nullable?: boolean;
  /** Maximum length of a text, or maximum value of a number. */
  max?: number;
  min?: number;
  /** Format of a text, or of every item of a list. */
  format?: Format;
  /** Number of decimals; an integer without it. */
  decimals?: number;
  /** An amount in reais, shown with two decimals. */
  isPrice?: true;
  /** Of `eventFile`: the accepted types, `webp` (any picture is converted) and `pdf`. Otherwise values of a choice; their labels are in `messages/<locale>/records.json`. */
  options?: readonly string[];
  reference?: Reference;
  /** Also has English and Spanish texts, in `translations` under this name. */
  translated?: boolean;
  /** Shown but not editable. */
  readOnly?: boolean;
  /** Not in the form: filled in by another field, such as the transcript of a recording, or a key of the row. */
  hidden?: boolean;
  /** Of `rows`: the child's fields, its foreign key column and its order column. */
  rows?: {
    parent: string;
    order: string;
    fields: readonly Field[];
    /** Rows can be copied; the copy is new and these fields of it are empty. */
    copied?: readonly string[];
    /** A saved row with a value in this field is only shown. */
    locked?: string;
    /** Field of the parent with the picture on which the children are placed by their columns `x`, `y` (percent). */
    plan?: string;
    /** Field of a child that is filled in by uploading several files at once. */
    file?: string;
  };
  /** Of `items`: the fields of each object in a column that holds a list of them. */
  items?: readonly Field[];
};

export type ResourceDefinition = {
  /** Key of the page in `PANEL_PAGES`, of the messages in `records.json` and of saved views. */
  key: RecordKey;
  table: string;
  /** Primary key column; default `id`. */
  idColumn?: string;
  titleColumn: string;
  fields: readonly Field[];
  /** Names of fields or columns in order; the title comes first. */
  columns: readonly string[];
  /** Names of fields a list can be filtered by. */
  filters?: readonly string[];
  /** Column of the default order, newest first; default `updated_at`. */
  order?: string;
  ascending?: boolean;
  /**
   * Date column when the row was last verified, never null (`NEVER` if never verified); the list marks rows older
   * than a year and can filter by them.
   */
  checked?: string;
  /** Soft delete: rows are moved to the trash (`deleted_at`) and can be restored for 30 days. */
  hasTrash?: boolean;
  /** False when rows come only from visitors or migrations. */
  canCreate?: boolean;
  canDelete?: boolean;
  /**
   * Enables duplicate detection and merging; with `metres` (at most 1,000), rows within this distance with similar
   * names are also duplicates. The table must be listed in `records.duplicate_sources`.
   */
  duplicates?: { metres?: number };
  /** Public URL path of a row with `{column}` placeholders; converted to lower case. */
  page?: string;
  /** Last segment of the page with the form of a row, when it is a page of its own: `/admin/events/{id}/edit`. */
  form?: string;
  /** Cache tags that a change invalidates, with `{column}` placeholders. */
  tags: readonly CacheTag[];
};

type Defaults = "idColumn" | "order" | "ascending" | "hasTrash" | "canCreate" | "canDelete" | "filters";

export type Resource = Required<Pick<ResourceDefinition, Defaults>> &
  ResourceDefinition & {
    /** Path below `/admin`, such as `blog` or `conteudo-estados/rotas`. */
    path: string;
    permission: Permission;
  };

/** Adds the path and the permission of the page and the defaults to a resource definition. */
export function defineResource(definition: ResourceDefinition): Resource {
  const { path, permission } = PANEL_PAGES[definition.key];
  return {
    path: path.replace("/admin/", ""),
    permission,
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
