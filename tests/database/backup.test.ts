import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { backupChunks, type BackupSource } from "@/lib/backups/rules";
import { openArchive, restoreBackup } from "@/scripts/backup/restore";
import { service, variable } from "./auth-client";

const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1, onnotice: () => {} });
const FILES = { "folder/one.txt": "first", "folder/deeper/two.txt": "second" };
const BUCKET = "backup-test";

afterAll(async () => {
  await service.storage.from(BUCKET).remove(Object.keys(FILES));
  await sql`delete from storage.buckets where id = ${BUCKET}`;
  await sql.end();
});

/** What the route reads, over the same functions of the database. */
const source: BackupSource = {
  tables: async () => (await sql<{ name: string }[]>`select name from public.backup_tables()`).map(({ name }) => name),
  rows: async (table, from) => (await sql<{ line: string }[]>`select line from public.backup_rows(${table}, ${from}, 1000) as line`).map(({ line }) => line),
  files: async () => [...(await sql<Awaited<ReturnType<BackupSource["files"]>>>`select * from public.backup_files()`)],
  file: async ({ bucket, name }) => new Uint8Array(await (await service.storage.from(bucket).download(name)).data!.arrayBuffer()),
};

/** Rows and a hash of every table, whatever order they lie in. */
async function digests(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of await source.tables()) {
    const [row] = await sql<{ digest: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(line, chr(10) order by line)), '') as digest
      from (select to_jsonb(one)::text as line from ${sql.unsafe(name)} as one) as lines`;
    found[name] = row!.digest;
  }
  return found;
}

const texts = () => Promise.all(Object.keys(FILES).map(async (name) => (await service.storage.from(BUCKET).download(name)).data?.text() ?? null));

const likePairs = async () => [...(await sql`select entity, first_id, second_id, likeness from records.duplicate_pairs order by 1, 2, 3`)];

it("backup, wipe, restore: every row and every file is back", async () => {
  await service.storage.createBucket(BUCKET, { public: false });
  for (const [name, text] of Object.entries(FILES)) expect((await service.storage.from(BUCKET).upload(name, new Blob([text], { type: "text/plain" }), { upsert: true })).error).toBeNull();
  await sql`insert into public.error_reports (message, path) values (${'quote " \\ line\n ção 🚗'}, '/backup') on conflict do nothing`;
  const [before, pairs] = [await digests(), await likePairs()];
  expect(pairs).not.toEqual([]);

  const chunks: Uint8Array[] = [];
  for await (const chunk of backupChunks(source, new Date())) chunks.push(chunk);
  const archive = new Uint8Array(Buffer.concat(chunks));
  const target = { sql, url: variable("TEST_SUPABASE_URL"), secretKey: variable("TEST_SUPABASE_SECRET_KEY") };
  await expect(restoreBackup(archive, { ...target, replace: false })).rejects.toThrow("--replace");

  await sql`truncate records.duplicate_pairs`;
  await sql`truncate ${sql.unsafe(Object.keys(before).join(", "))} cascade`;
  await service.storage.from(BUCKET).remove(Object.keys(FILES));
  expect(await digests()).not.toEqual(before);
  expect(await texts()).toEqual([null, null]);

  await restoreBackup(archive, { ...target, replace: false });
  expect(await digests()).toEqual(before);
  expect(await texts()).toEqual(Object.values(FILES));
  expect(await likePairs()).toEqual(pairs);
  const [next] = await sql<{ id: number }[]>`insert into public.error_reports (message, path) values ('after', '/backup') returning id::int`;
  const [last] = await sql<{ id: number }[]>`select max(id)::int as id from public.error_reports where message <> 'after'`;
  expect(next!.id).toBeGreaterThan(last!.id);
  await sql`delete from public.error_reports where path = '/backup'`;
}, 60_000);

it("a damaged archive is refused before anything is touched", async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of backupChunks({ ...source, tables: () => Promise.resolve(["public.roles"]), files: () => Promise.resolve([]) }, new Date())) chunks.push(chunk);
  const archive = new Uint8Array(Buffer.concat(chunks));
  archive[60] = (archive[60] ?? 0) ^ 0xff;
  expect(() => openArchive(archive)).toThrow(/./);
});
