import type postgres from "postgres";
import { normaliseSql, type SchemaLine } from "./schema-text";

/** Excludes the system's schemas, temporary ones and the jobs of pg-boss. */
const SCHEMAS = `select oid, nspname from pg_namespace where nspname !~ '^(pg_|information_schema$|pgboss)'`;
const notOfExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = ${oid} and deptype = 'e')`;

/** One query per kind of object; each returns the schema and the text of the line. */
const QUERIES: Record<string, string> = {
  schema: `select nspname as schema, '' as text from scope`,
  extension: `
    select nspname as schema, ' ' || extname as text from pg_extension join pg_namespace n on n.oid = extnamespace`,
  table: `
    select nspname as schema, format('.%s %s persistence %s options %s rls %s forced %s', relname, relkind,
      relpersistence, reloptions, relrowsecurity, relforcerowsecurity) as text
    from pg_class join scope on scope.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S', 'f') and
      ${notOfExtension("pg_class", "pg_class.oid")}`,
  column: `
    select nspname as schema,
      format('.%s.%s %s not null %s default %s generated %L identity %L collation %s storage %s', relname, attname,
      format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attgenerated, attidentity,
        attcollation::regcollation, attstorage) as text
    from pg_attribute join pg_class on pg_class.oid = attrelid join scope on scope.oid = relnamespace left join
      pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'c') and
      ${notOfExtension("pg_class", "pg_class.oid")}`,
  "column order": `
    select nspname as schema, format('.%s %s', relname, string_agg(quote_ident(attname), ',' order by attnum)) as text
    from pg_attribute join pg_class on pg_class.oid = attrelid join scope on scope.oid = relnamespace
    where attnum > 0 and not attisdropped and relkind in ('r', 'p') group by nspname, relname`,
  constraint: `
    select nspname as schema, format('.%s %s %s validated %s', coalesce(nullif(conrelid, 0)::regclass::text,
      contypid::regtype::text), conname, pg_get_constraintdef(pg_constraint.oid), convalidated) as text
    from pg_constraint join scope on scope.oid = connamespace where contype <> 't'`,
  index: `
    select nspname as schema, format('.%s %s valid %s', relname, pg_get_indexdef(indexrelid), indisvalid) as text
    from pg_index join pg_class on pg_class.oid = indexrelid join scope on scope.oid = relnamespace`,
  policy: `
    select schemaname as schema, format('.%s %I %s for %s to %s ', tablename, policyname, permissive, cmd,
      array_to_string(roles, ',')) as text,
      format('using (%s) with check (%s)', qual, with_check) as body
    from pg_policies`,
  function: `
    select nspname as schema,
      format('.%s(%s) returns %s language %s kind %s %s %s strict %s leakproof %s parallel %s cost %s rows %s set %s as ',
        proname, pg_get_function_arguments(pg_proc.oid),
      pg_get_function_result(pg_proc.oid), lanname, prokind, provolatile, case when prosecdef then 'definer' else
        'invoker' end, proisstrict, proleakproof, proparallel, procost, prorows, proconfig) as text,
      coalesce(pg_get_function_sqlbody(pg_proc.oid), prosrc) as body
    from pg_proc join scope on scope.oid = pronamespace join pg_language l on l.oid = prolang where
      ${notOfExtension("pg_proc", "pg_proc.oid")}`,
  trigger: `
    select nspname as schema, format('.%s %s enabled %s', relname, pg_get_triggerdef(pg_trigger.oid), tgenabled) as
      text
    from pg_trigger join pg_class on pg_class.oid = tgrelid join scope on scope.oid = relnamespace where not
      tgisinternal`,
  view: `
    select nspname as schema, format('.%s ', relname) as text, pg_get_viewdef(pg_class.oid) as body
    from pg_class join scope on scope.oid = relnamespace where relkind in ('v', 'm') and
      ${notOfExtension("pg_class", "pg_class.oid")}`,
  type: `
    select nspname as schema, format('.%s %s base %s not null %s default %s labels %s', typname, typtype,
      nullif(typbasetype, 0)::regtype, typnotnull, typdefault,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = pg_type.oid)) as text
    from pg_type join scope on scope.oid = typnamespace where typtype in ('e', 'd', 'r') and
      ${notOfExtension("pg_type", "pg_type.oid")}`,
  sequence: `
    select nspname as schema, format('.%s %s start %s increment %s min %s max %s cache %s cycle %s owned by %s',
      relname, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
      (select refobjid::regclass || '.' || attname from pg_depend join pg_attribute on attrelid = refobjid and attnum
        = refobjsubid where classid = 'pg_class'::regclass and objid = seqrelid and deptype in ('a', 'i'))) as text
    from pg_sequence join pg_class on pg_class.oid = seqrelid join scope on scope.oid = relnamespace`,
  "text search": `
    select nspname as schema, format('.%s %s %s', cfgname, maptokentype, (select array_agg(mapdict::regdictionary
      order by mapseqno) from pg_ts_config_map other where other.mapcfg = map.mapcfg and other.maptokentype =
      map.maptokentype)) as text
    from pg_ts_config join scope on scope.oid = cfgnamespace join (select distinct mapcfg, maptokentype from
      pg_ts_config_map) map on mapcfg = pg_ts_config.oid`,
  statistics: `
    select nspname as schema, format('.%s %s', stxname, pg_get_statisticsobjdef(s.oid)) as text
    from pg_statistic_ext s join scope on scope.oid = stxnamespace`,
  grant: grants(),
  "default privilege": `
    select coalesce(nspname, '') as schema, format(' of %s on %s to %s: %s', defaclrole::regrole, defaclobjtype,
      grantee_name, string_agg(privilege_type, ',' order by privilege_type)) as text
    from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace, aclexplode(defaclacl) as item, lateral
      (select case when grantee = 0 then 'public' else grantee::regrole::text end) as named (grantee_name)
    where defaclrole::regrole::text <> 'supabase_admin'
    group by nspname, defaclrole, defaclobjtype, grantee_name`,
  comment: `
    select coalesce(scope.nspname, parent.nspname, '') as schema, format(' %s %s: %s', place.type, place.identity,
      description) as text
    from pg_description, lateral pg_identify_object(classoid, objoid, objsubid) as place
    left join scope on scope.nspname = place.schema left join scope as parent on place.identity like '% on ' ||
      parent.nspname || '.%'
    where scope.oid is not null or parent.oid is not null or place.type = 'schema' and place.identity in (select
      nspname from scope)`,
  publication: `
    select coalesce(schemaname, '') as schema,
      format(' %s all tables %s table %s columns %s', pubname, puballtables, tablename, attnames) as text
    from pg_publication left join pg_publication_tables using (pubname)`,
  "event trigger": `
    select '' as schema,
      format(' %s on %s %s %s tags %s', evtname, evtevent, evtfoid::regproc, evtenabled, evttags) as text
    from pg_event_trigger`,
};

/** Privileges on schemas, tables, columns, functions and types: one line per object and role. */
function grants(): string {
  return `
    select nspname as schema, format('%s to %s: %s', object, case when grantee = 0 then 'public' else
      grantee::regrole::text end,
      string_agg(privilege_type || case when is_grantable then '*' else '' end, ',' order by privilege_type)) as text
    from (
      select nspname, '' as object, coalesce(nspacl, acldefault('n', nspowner)) as acl from pg_namespace join scope
        using (oid, nspname)
      union all
      select nspname, '.' || relname, coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char",
        relowner))
      from pg_class join scope on scope.oid = relnamespace where relkind in ('r', 'p', 'v', 'm', 'S') and
        ${notOfExtension("pg_class", "pg_class.oid")}
      union all
      select nspname, format('.%s.%s', relname, attname), attacl from pg_attribute join pg_class on pg_class.oid =
        attrelid join scope on scope.oid = relnamespace where attacl is not null and not attisdropped
      union all
      select nspname, format('.%s(%s)', proname, pg_get_function_identity_arguments(pg_proc.oid)), coalesce(proacl,
        acldefault('f', proowner))
      from pg_proc join scope on scope.oid = pronamespace where ${notOfExtension("pg_proc", "pg_proc.oid")}
    ) as objects, aclexplode(acl) group by nspname, object, grantee`;
}

type Row = { schema: string; text: string; body?: string | null };

async function readLines(tx: postgres.TransactionSql): Promise<SchemaLine[]> {
  await tx`set local search_path = ''`;
  const lines: SchemaLine[] = [];
  for (const [kind, query] of Object.entries(QUERIES)) {
    const rows = await tx.unsafe<Row[]>(`with scope as (${SCHEMAS}) ${query}`);
    for (const { schema, text, body } of rows) lines.push({ kind, schema, text: text + normaliseSql(body ?? "") });
  }
  return lines;
}

/** Reads the complete schema of a database, also inside a transaction; names are printed with their schema. */
export async function readSchemaLines(sql: postgres.Sql | postgres.TransactionSql): Promise<SchemaLine[]> {
  if ("begin" in sql) return sql.begin("isolation level repeatable read read only", readLines) as Promise<SchemaLine[]>;
  return sql.savepoint(readLines) as Promise<SchemaLine[]>;
}
