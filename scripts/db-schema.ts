import type { Sql } from "postgres";

export type Column = {
  name: string;
  /** Name in pg_type; arrays start with an underscore. */
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Generated or identity-always column that cannot be written. */
  isComputed: boolean;
};
export type Relationship = {
  name: string;
  columns: string[];
  isOneToOne: boolean;
  table: string;
  targetColumns: string[];
};
export type Table = { name: string; columns: Column[]; relationships: Relationship[] };
export type Routine = { name: string; args: Column[]; returns: string | Column[]; returnsSet: boolean };
export type PublicSchema = { tables: Table[]; routines: Routine[] };
/** A list of values or a number that SQL and TypeScript share: an immutable function of schema private without arguments. */
export type Constant = { name: string; value: readonly string[] | number; comment: string };

/** Tables and callable functions of schema `public`, in a stable order. */
export async function readPublicSchema(sql: Sql): Promise<PublicSchema> {
  const columns = await readColumns(sql);
  const relationships = await readRelationships(sql);
  const names = [...new Set(columns.map((column) => column.table))];
  const tables = names.map((name) => ({
    name,
    columns: columns.filter((column) => column.table === name),
    relationships: relationships.filter((relationship) => relationship.source === name),
  }));
  return { tables, routines: await readRoutines(sql) };
}

/** The constants of the database in the order of their names. */
export async function readConstants(sql: Sql): Promise<Constant[]> {
  const functions = await sql<{ name: string; isList: boolean; comment: string | null }[]>`
    select proname as name, prorettype = 'text[]'::regtype as "isList", obj_description(pg_proc.oid, 'pg_proc') as comment
    from pg_proc join pg_language on pg_language.oid = prolang
    where pronamespace = 'private'::regnamespace and pronargs = 0 and provolatile = 'i' and lanname = 'sql'
      and prorettype in ('text[]'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype)
    order by proname collate "C"`;
  return Promise.all(
    functions.map(async ({ name, isList, comment }) => {
      const [row] = await sql<{ value: string[] | string }[]>`select ${sql("private." + name)}() as value`;
      const value = row?.value ?? [];
      return { name, value: isList ? (value as string[]) : Number(value), comment: comment ?? "" };
    }),
  );
}

/** Lengths of the text fields of a form, by the name of the field. */
export type FieldLengths = { form: string; lengths: Record<string, number> };

/** The longest texts that the functions of forms accept: what they pass to private.text_field. */
export async function readFieldLengths(sql: Sql): Promise<FieldLengths[]> {
  const functions = await sql<{ form: string; source: string }[]>`
    select proname as form, prosrc as source from pg_proc
    where pronamespace = 'private'::regnamespace and prosrc ~ 'private\\.text_field'
    order by proname collate "C"`;
  const FIELD = /private\.text_field\(\w+,\s*'(\w+)',\s*(\d+)/g;
  return functions
    .map(({ form, source }) => ({
      form,
      lengths: Object.fromEntries([...source.matchAll(FIELD)].map(([, name, length]) => [name!, Number(length)])),
    }))
    .filter(({ lengths }) => Object.keys(lengths).length > 0);
}

function readColumns(sql: Sql): Promise<(Column & { table: string })[]> {
  return sql<(Column & { table: string })[]>`
    select
      columns.table_name as "table",
      column_name as "name",
      udt_name as "type",
      is_nullable = 'YES' as "isNullable",
      column_default is not null or is_identity = 'YES' as "hasDefault",
      is_generated = 'ALWAYS' or coalesce(identity_generation = 'ALWAYS', false) as "isComputed"
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where columns.table_schema = 'public' and table_type = 'BASE TABLE'
    order by columns.table_name collate "C", column_name collate "C"`;
}

function readRelationships(sql: Sql): Promise<(Relationship & { source: string })[]> {
  return sql<(Relationship & { source: string })[]>`
    select
      source.relname as source,
      fk.conname as name,
      source_columns.names as columns,
      exists (
        select from pg_index
        where indrelid = fk.conrelid and indisunique and indpred is null
          and (select array_agg(key order by key) from unnest(indkey::int2[]) as key)
            = (select array_agg(key order by key) from unnest(fk.conkey) as key)
      ) as "isOneToOne",
      target.relname as "table",
      target_columns.names as "targetColumns"
    from pg_constraint as fk
    join pg_class as source on source.oid = fk.conrelid
    join pg_class as target on target.oid = fk.confrelid
    cross join lateral (
      select array_agg(attname::text order by place) as names
      from unnest(fk.conkey) with ordinality as key (number, place)
      join pg_attribute on attrelid = fk.conrelid and attnum = number
    ) as source_columns
    cross join lateral (
      select array_agg(attname::text order by place) as names
      from unnest(fk.confkey) with ordinality as key (number, place)
      join pg_attribute on attrelid = fk.confrelid and attnum = number
    ) as target_columns
    where fk.contype = 'f'
      and source.relnamespace = 'public'::regnamespace and target.relnamespace = 'public'::regnamespace
    order by source.relname collate "C", fk.conname collate "C"`;
}

type RawRoutine = {
  name: string;
  names: string[];
  modes: string[];
  types: string[];
  defaults: number;
  result: string;
  returnsSet: boolean;
};

async function readRoutines(sql: Sql): Promise<Routine[]> {
  const rows = await sql<RawRoutine[]>`
    select
      proname as name,
      coalesce(proargnames, '{}') as names,
      coalesce(proargmodes::text[], array_fill('i'::text, array[pronargs::int])) as modes,
      array(
        select typname::text from unnest(coalesce(proallargtypes, proargtypes::oid[])) with ordinality as argument (oid, place)
        join pg_type on pg_type.oid = argument.oid order by place
      ) as types,
      pronargdefaults::int as defaults,
      (select typname from pg_type where pg_type.oid = prorettype) as result,
      proretset as "returnsSet"
    from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname collate "C"`;
  return rows.map(({ name, names, modes, types, defaults, result, returnsSet }) => {
    const withModes = (wanted: string) =>
      types.flatMap((type, index) =>
        wanted.includes(modes[index] ?? "i")
          ? [{ name: names[index] ?? `arg${index}`, type, isNullable: false, hasDefault: false, isComputed: false }]
          : [],
      );
    const table = withModes("to");
    // Only the last arguments can have defaults.
    const args = withModes("ib").map((arg, index, all) => ({ ...arg, hasDefault: index >= all.length - defaults }));
    return { name, args, returns: table.length > 0 ? table : result, returnsSet };
  });
}
