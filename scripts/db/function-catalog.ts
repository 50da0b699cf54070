import type { Sql, TransactionSql } from "postgres";

export type DatabaseFunction = {
  schema: string;
  name: string;
  args: string;
  /** API roles that may call it: execute on the function and usage on its schema. */
  roles: string[];
  /** Tables whose triggers run it. */
  triggers: string[];
  body: string;
};
/** A text of the catalog that may call functions, with the name it is listed under. */
export type Caller = { kind: string; name: string; text: string };

/** Reads functions and callers with an empty search path, so that every name has its schema. */
export async function readCatalog(sql: Sql): Promise<{ functions: DatabaseFunction[]; callers: Caller[] }> {
  return sql.begin("read only", async (tx) => {
    await tx`set local search_path = ''`;
    return { functions: await readFunctions(tx), callers: await readCallers(tx) };
  }) as Promise<{ functions: DatabaseFunction[]; callers: Caller[] }>;
}

/** Functions of the product, in a stable order. */
function readFunctions(sql: TransactionSql): Promise<DatabaseFunction[]> {
  return sql<DatabaseFunction[]>`
    select nspname::text collate "C" as schema, proname::text collate "C" as name,
      pg_get_function_identity_arguments(pg_proc.oid) as args,
      array(
        select role from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_schema_privilege(role, pronamespace, 'usage') and has_function_privilege(role, pg_proc.oid,
          'execute')
      ) as roles,
      array(
        select distinct tgrelid::regclass::text collate "C" from pg_trigger where tgfoid = pg_proc.oid and not
          tgisinternal order by 1
      ) as triggers,
      coalesce(pg_get_function_sqlbody(pg_proc.oid), prosrc) as body
    from pg_proc join pg_namespace as n on n.oid = pronamespace
    where nspname in ('public', 'private')
    order by 1, 2, pg_get_function_identity_arguments(pg_proc.oid) collate "C"`;
}

/** Policies, views and what else calls functions: constraints, defaults, generated columns and indexes. */
function readCallers(sql: TransactionSql): Promise<Caller[]> {
  return sql<Caller[]>`
    select 'policies of' as kind, schemaname || '.' || tablename as name, concat(qual, ' ', with_check) as text from
      pg_policies
    union all
    select 'table', conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint where contype = 'c' and
      conrelid <> 0
    union all
    select 'table', adrelid::regclass::text, pg_get_expr(adbin, adrelid) from pg_attrdef
    union all
    select 'table', indrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
    union all
    select 'view', schemaname || '.' || viewname, definition from pg_views where schemaname in ('public', 'private')
    order by 1, 2`;
}
