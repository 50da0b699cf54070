import type postgres from "postgres";

type Column = { table: string; name: string; type: string; isGeneratedId: boolean; target: string | null };

const DAY_MS = 86_400_000;
const TIMESTAMPS = ["created_at", "updated_at"];

const COLUMNS = `
  select nspname || '.' || relname as "table", attname as name, format_type(atttypid, atttypmod) as type,
    attidentity <> '' or coalesce(pg_get_expr(adbin, adrelid) ~ 'gen_random_uuid', false) as "isGeneratedId",
    (select schema.nspname || '.' || target.relname from pg_constraint join pg_class as target on target.oid = confrelid
      join pg_namespace as schema on schema.oid = target.relnamespace
      where contype = 'f' and conrelid = attrelid and conkey = array[attnum]) as target
  from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace n on n.oid = relnamespace left join
    pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped and relkind = 'r' and (nspname in ('public', 'private', 'records') or nspname
    || '.' || relname = 'storage.buckets')
  order by 1, 2`;

/** The rows of an unseeded database: what the migrations themselves insert. Timestamps, generated ids and references to them are left out. */
export async function readReferenceRows(sql: postgres.Sql): Promise<string[]> {
  const columns = await sql.unsafe<Column[]>(COLUMNS);
  const withIds = new Set(columns.filter((column) => column.isGeneratedId).map(({ table }) => table));
  const lines: string[] = [];
  for (const table of new Set(columns.map((column) => column.table))) {
    const own = columns.filter((column) => column.table === table);
    const isOmitted = ({ name, isGeneratedId, target }: Column) =>
      TIMESTAMPS.includes(name) || isGeneratedId || withIds.has(target ?? "");
    const omitted = own.filter(isOmitted).map(({ name }) => name);
    const query = `select (to_jsonb(one) - $1::text[])::text as line from ${table} as one`;
    const rows = await sql.unsafe<{ line: string }[]>(query, [omitted]);
    lines.push(...rows.map(({ line }) => `row ${table} ${withoutRecentTimes(line)}`));
  }
  return lines;
}

/** A column with another name may also hold the time of the migration. */
function withoutRecentTimes(line: string): string {
  const isRecent = (text: string) => Math.abs(Date.now() - Date.parse(text.slice(1, -1))) < DAY_MS;
  return line.replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^"]*"/g, (text) => (isRecent(text) ? '"<now>"' : text));
}
