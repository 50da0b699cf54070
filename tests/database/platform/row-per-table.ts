import type postgres from "postgres";
import { wordsOfCheck } from "../../support/check-words";

type Column = { name: string; type: string; isRequired: boolean };
type ForeignKey = { columns: string[]; target: string; targetColumns: string[] };
type Check = { name: string; columns: string[]; definition: string };

const UUID = "3f2b0c1e-6d1a-4c6b-9a53-0d6f2f1c7a10";
const HASH = "0123456789abcdef".repeat(4);
/** Values that satisfy the formats of the portal's checks: words, slugs, keys, addresses, dates. */
const TEXTS = [
  "a",
  "SC",
  "a-b",
  "Texto",
  UUID,
  HASH,
  "a@example.org",
  "+5548999999999",
  "https://example.org",
  "/caminho",
  "2026-01",
  "08:30",
  "52998224725",
  "11222333000181",
  "48999999999",
  "#aabbcc",
  "BR",
  "A1B2C3",
  "ABCD2345",
  `/imagem-voucher/${UUID}/${UUID}.webp`,
  `${UUID}/${UUID}.webp`,
  `${UUID}/${UUID}.pdf`,
  "image/webp",
  "UTC",
  "America/Sao_Paulo",
  "PT-20260101-0001",
  "0".repeat(6),
  "public.states",
];
const VALUES: Record<string, string[]> = {
  uuid: [UUID],
  boolean: ["true", "false"],
  date: ["2026-01-10", "2026-03-10"],
  time: ["08:30"],
  interval: ["1 day"],
  "timestamp with time zone": ["2026-01-10 12:00+00", "2026-03-10 12:00+00"],
  bytea: ["\\x00"],
  inet: ["127.0.0.1"],
  "uuid[]": ["{}", `{${UUID}}`],
  jsonb: ["{}", "[]", '{"a": 1}', '["a"]'],
  "text[]": ["{}", "{a}", "{SC}"],
  tsvector: ["a"],
};
const NUMBERS = ["1", "0", "2", "10", "100", "2026", "4209607", "-27", "-49"];
const MOST_TRIES = 4000;
const MONTHS = `{${"1,".repeat(11)}1}`;
const LATER = { starts_at: "2026-01-10 12:00+00", ends_at: "2026-01-11 12:00+00" };

/** Values that no list above leads to: formats of one column, and columns that depend on each other. */
const FIXED: Record<string, Record<string, string>> = {
  certificates: { code: "ABCDEFGHJK" },
  climate_stations: { code: "83743", max_c: MONTHS, min_c: MONTHS, rain_mm: MONTHS },
  duplicate_verdicts: { first_id: UUID, second_id: UUID.replace("3", "4") },
  event_codes: { code: "ABCD2345", percent: "10" },
  event_messages: { statuses: "{confirmed}" },
  events: LATER,
  half_price_categories: { category: "ab" },
  magazines: { month: "2026-01-01" },
  maintenance_reminders: { metric: "date", interval_months: "1", due_on: "2026-01-10" },
  media_assets: { path: `/midia/2026-01/${UUID}.webp` },
  push_subscriptions: { user_id: UUID, auth: "a".repeat(22), p256dh: "a".repeat(87) },
  "records.duplicate_pairs": { first_id: UUID, second_id: UUID.replace("3", "4") },
  region_legs: { skip: "no-path", from_position: "1", to_position: "2", from_lat: "-27", from_lng: "-49" },
  registration_documents: { kind: "ab" },
  sales: { start_date: "2026-01-01", end_date: "2026-01-02", duration_days: "1" },
  saved_views: { user_id: UUID },
  trip_track_pieces: { points: "[[0, 0, 0, 0, null]]" },
  trips: { plan: '{"title": "a", "stops": [], "car": {}}' },
  vehicle_checklist_templates: { items: '[{"key": "a", "section": "a", "text": "a", "answer": "check"}]' },
  vehicle_members: { account_id: UUID.replace("3", "4") },
};

async function columnsOf(sql: postgres.TransactionSql, table: string): Promise<Column[]> {
  return sql<Column[]>`
    select attname as name, format_type(atttypid, null) as type,
      attnotnull and attidentity = '' and (not atthasdef or attgenerated <> '') as "isRequired"
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
}

const checksOf = (sql: postgres.TransactionSql, table: string) => sql<Check[]>`
  select conname as name, pg_get_constraintdef(oid) as definition, array(
    select attname::text from unnest(conkey) as key join pg_attribute on attrelid = conrelid and attnum = key) as columns
  from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`;

const foreignKeysOf = (sql: postgres.TransactionSql, table: string) => sql<ForeignKey[]>`
  select confrelid::regclass::text as target, array(
    select attname::text from unnest(conkey) with ordinality as key (number, place)
    join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns, array(
    select attname::text from unnest(confkey) with ordinality as key (number, place)
    join pg_attribute on attrelid = confrelid and attnum = number order by place) as "targetColumns"
  from pg_constraint where conrelid = ${table}::regclass and contype = 'f'`;

/** Values of a row that the foreign keys of a table may refer to; undefined when a required one has no row yet. */
async function referredValues(
  sql: postgres.TransactionSql,
  keys: readonly ForeignKey[],
  required: ReadonlySet<string>,
): Promise<Record<string, string> | undefined> {
  const values: Record<string, string> = {};
  for (const { columns, target, targetColumns } of keys) {
    if (!columns.some((name) => required.has(name))) continue;
    const list = targetColumns.map((name) => `"${name}"::text`).join(", ");
    const rows = await sql.unsafe(`select ${list} from ${target} limit 1`).values();
    const [row] = rows as string[][];
    if (!row) return undefined;
    columns.forEach((name, index) => (values[name] ??= row[index]!));
  }
  return values;
}

/** Words that a check lists come first. */
function candidatesOf({ name, type }: Column, checks: readonly Check[]): string[] {
  if (type === "text" || type === "character varying") {
    const own = checks.filter(({ columns }) => columns.includes(name)).map(({ definition }) => definition);
    const words = own.flatMap(wordsOfCheck);
    return [...new Set([...words, ...TEXTS])];
  }
  if (/^(?:smallint|integer|bigint|numeric|real|double)/.test(type)) return NUMBERS;
  return VALUES[type] ?? (type.endsWith("[]") ? ["{}", "{1}"] : ["a"]);
}

/** Advances the columns of a check like the digits of a number; false after the last combination. */
function advance(chosen: Map<string, number>, names: readonly string[], sizes: ReadonlyMap<string, number>): boolean {
  for (const name of names) {
    const next = (chosen.get(name) ?? -1) + 1;
    if (next < (sizes.get(name) ?? 0)) {
      chosen.set(name, next);
      return true;
    }
    chosen.set(name, 0);
  }
  return false;
}

/** Inserts a row; false when a table that it refers to has none yet. */
async function insertRow(sql: postgres.TransactionSql, table: string): Promise<boolean> {
  const [columns, checks] = [await columnsOf(sql, table), await checksOf(sql, table)];
  const required = new Set(columns.filter(({ isRequired }) => isRequired).map(({ name }) => name));
  const referred = await referredValues(sql, await foreignKeysOf(sql, table), required);
  if (!referred) return false;
  const fixed = { ...referred, ...FIXED[table] };
  const candidates = (column: Column) => (column.name in fixed ? [fixed[column.name]!] : candidatesOf(column, checks));
  const values = new Map(columns.map((column) => [column.name, candidates(column)]));
  const sizes = new Map([...values].map(([name, list]) => [name, list.length]));
  const chosen = new Map(
    columns.filter(({ name, isRequired }) => isRequired || name in fixed).map(({ name }) => [name, 0]),
  );
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const names = [...chosen.keys()];
    const row = Object.fromEntries(names.map((name) => [name, values.get(name)![chosen.get(name)!]!]));
    const text =
      names.length === 0
        ? "default values"
        : `(${names.map((name) => `"${name}"`).join(", ")})
      select ${names.map((name) => `"${name}"`).join(", ")} from jsonb_populate_record(null::${table}, $1)`;
    // A list or a time is a text of SQL; jsonb is given as it is.
    const given = Object.fromEntries(
      columns
        .filter(({ name }) => name in row)
        .map(({ name, type }) => [
          name,
          type === "jsonb"
            ? (JSON.parse(row[name]!) as unknown)
            : type.endsWith("[]")
              ? arrayOf(row[name]!)
              : row[name]!,
        ]),
    );
    try {
      await sql.savepoint((inner) =>
        inner.unsafe(`insert into ${table} ${text}`, names.length === 0 ? [] : [given as never]),
      );
      return true;
    } catch (error) {
      const { constraint_name: constraint, message } = error as { constraint_name?: string; message: string };
      const check = checks.find(({ name }) => name === constraint);
      if (!check || !advance(chosen, check.columns, sizes))
        throw new Error(`no row for ${table}: ${message}`, { cause: error });
    }
  }
  throw new Error(`no row for ${table}`);
}

const arrayOf = (text: string): string[] => text.slice(1, -1).split(",").filter(Boolean);

export const tablesOf = async (sql: postgres.Sql | postgres.TransactionSql): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'records') order by 1`;
  return rows.map(({ name }) => name);
};

/** Gives every empty table one row, without triggers; `admin` is a superuser's connection. */
export async function fillEveryTable(admin: postgres.Sql): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into auth.users (id, email) values (${UUID}, 'a@example.org') on conflict do nothing`;
    await tx`insert into auth.sessions (id, user_id) values (${UUID}, ${UUID}) on conflict do nothing`;
    const failures: string[] = [];
    let waiting = await tablesOf(tx);
    for (let before = Number.POSITIVE_INFINITY; waiting.length < before;) {
      before = waiting.length;
      const later: string[] = [];
      for (const table of waiting) {
        const [found] = await tx.unsafe<{ exists: boolean }[]>(`select exists (select from ${table})`);
        const isDone =
          found?.exists || (await insertRow(tx, table).catch((error: Error) => failures.push(error.message)));
        if (!isDone) later.push(table);
      }
      waiting = later;
    }
    failures.push(...waiting.map((table) => `no row for ${table}: it refers to an empty table`));
    if (failures.length > 0) throw new Error(failures.join("\n"));
  });
}
