import { randomBytes, randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { backupChunks, type BackupSource } from "@/lib/panel/backups/rules";
import { backupSource } from "@/lib/panel/backups/service";
import { normaliseAccounts } from "@/scripts/backup/accounts";
import { openArchive } from "@/scripts/backup/archive";
import { restoreBackup } from "@/scripts/backup/restore";
import { hashOf, newToken } from "../../support/link-rows";
import { newEmail, PASSWORD, service, signedInUser, variable, visitor } from "../auth-client";
import { makeSale } from "../commerce/money";

const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1, onnotice: () => {} });
const FILES = { "folder/one.txt": "first", "folder/deeper/two.txt": "second" };
const BUCKET = "backup-test";

afterAll(async () => {
  await service.storage.from(BUCKET).remove(Object.keys(FILES));
  await sql`delete from storage.buckets where id = ${BUCKET}`;
  await sql.end();
});

/** The route's backup source, with the same database functions. */
const source: BackupSource = {
  tables: async () => (await sql<{ name: string }[]>`select name from public.backup_tables()`).map(({ name }) => name),
  rows: async (table, from) =>
    (await sql<{ line: string }[]>`select line from public.backup_rows(${table}, ${from}, 1000) as line`).map(
      ({ line }) => line,
    ),
  files: async () => [...(await sql<Awaited<ReturnType<BackupSource["files"]>>>`select * from public.backup_files()`)],
  file: async ({ bucket, name }) =>
    new Uint8Array(await (await service.storage.from(bucket).download(name)).data!.arrayBuffer()),
};

/** Row count and hash of every table, independent of the row order. */
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

const texts = () =>
  Promise.all(
    Object.keys(FILES).map(async (name) => (await service.storage.from(BUCKET).download(name)).data?.text() ?? null),
  );

const likePairs = async () => [
  ...(await sql`select entity, first_id, second_id, likeness from records.duplicate_pairs order by 1, 2, 3`),
];

/** Columns that are empty in an archive; with `row`, rows of the table are left out. */
const secrets = () =>
  sql<
    { name: string; column: string; treatment: "null" | "empty" | "row" }[]
  >`select table_name as name, column_name as column, treatment from private.backup_secrets order by 1, 2`;

/** Removes what an archive does not contain: other tests leave links, codes and devices behind. */
async function forgetSecrets(): Promise<void> {
  await normaliseAccounts(sql);
  for (const { name, column, treatment } of await secrets()) {
    if (treatment === "row") await sql`delete from ${sql.unsafe(name)}`;
    else
      await sql`update ${sql.unsafe(name)} set ${sql(column)} = ${treatment === "null" ? null : ""} where ${sql(column)} is not null`;
  }
}

/** The complete content of an archive, unzipped. */
async function textOfArchive(from = source): Promise<{ archive: Uint8Array; text: string }> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of backupChunks(from, new Date())) chunks.push(chunk);
  const archive = new Uint8Array(Buffer.concat(chunks));
  return {
    archive,
    text: Object.values(openArchive(archive).entries)
      .map((bytes) => Buffer.from(bytes).toString("utf8"))
      .join("\n"),
  };
}

/** Adds valid links, codes and keys; returns the stored values. */
async function addLiveSecrets(): Promise<{ email: string; values: string[]; link: string }> {
  const { email, client } = await signedInUser();
  await visitor().auth.resetPasswordForEmail(email);
  await visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  await client.auth.updateUser({ email: newEmail() });
  await service.auth.admin.createUser({ email: newEmail(), password: PASSWORD });
  const [user] = await sql<{ id: string; tokens: (string | null)[] }[]>`
    select id, array[confirmation_token, recovery_token, email_change_token_new, email_change_token_current] as tokens from auth.users where email = ${email}`;
  const [endpoint, p256dh, auth, approval] = [
    `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    `B${randomBytes(64).toString("base64url")}`,
    randomBytes(16).toString("base64url"),
    hashOf(newToken()),
  ];
  await sql`insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values (${user!.id}, ${endpoint}, ${p256dh}, ${auth})`;
  await sql`insert into public.approval_tokens (token_hash, subject_kind, subject_id, expires_at) values (${approval}, 'service_request', gen_random_uuid(), now() + interval '1 day')`;
  const { token: link } = await makeSale(sql);
  const values = [...user!.tokens, endpoint, p256dh, auth, approval, hashOf(link), link].filter(
    (value): value is string => Boolean(value),
  );
  return { email, values, link };
}

it("a file deleted since the list was read is left out, a listed file that cannot be read is an error", async () => {
  const { file } = backupSource(service);
  const stored = { bucket: BUCKET, name: "deleted.txt", mimetype: "text/plain", cache_control: null, is_public: false };
  expect(await file(stored)).toBeNull();
  await service.storage.createBucket(BUCKET, { public: false });
  await sql`insert into storage.objects (bucket_id, name) values (${BUCKET}, ${stored.name})`;
  await expect(file(stored)).rejects.toThrow(Error);
  await sql`delete from storage.objects where bucket_id = ${BUCKET} and name = ${stored.name}`;
  expect(await file(stored)).toBeNull();
});

it("an archive contains no valid links, codes or device keys, and a restore keeps the versions of links", async () => {
  const { email, values, link } = await addLiveSecrets();
  expect(values.length).toBeGreaterThanOrEqual(8);
  const { archive, text } = await textOfArchive();
  expect(text).toContain(email);
  expect(values.filter((value) => text.includes(value))).toEqual([]);

  const page = async () =>
    (await sql<{ found: unknown }[]>`select public.read_payment_page(${link}) as found`)[0]!.found;
  expect(await page()).not.toBeNull();
  const versions = async () => [
    ...(await sql`select kind, subject_id, version from public.link_tokens order by 1, 2, 3`),
  ];
  const known = await versions();
  await restoreBackup(archive, {
    sql,
    url: variable("TEST_SUPABASE_URL"),
    secretKey: variable("TEST_SUPABASE_SECRET_KEY"),
    replace: true,
  });
  expect(await page()).toBeNull();
  expect(await versions()).toEqual(known);
  expect((await visitor().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  await sql`truncate public.sellers, public.payments cascade`;
  await sql`delete from public.approval_tokens where token_hash is null`;
});

/** Columns with secret-like names that an archive contains unchanged, with the reason. */
const KEPT: Record<string, string> = {
  "auth.users.encrypted_password": "a salted bcrypt hash; without it no account could sign in after a restore",
  "public.failed_attempts.address_hash": "a keyed hash of a network address opens nothing",
  "public.access_logs.address_hash": "a keyed hash of a network address opens nothing",
  "public.approval_tokens.ip_hash": "a keyed hash of a network address opens nothing",
  "public.registration_contracts.contract_sha256": "the hash of a contract, printed on it",
  "public.registration_contracts.signature_sha256": "the hash of a signature file, part of the contract",
  "public.registration_contracts.signer_address_hash": "a keyed hash of a network address opens nothing",
  "public.sales.contract_sha256": "the hash of a contract, printed on it",
  "public.sales.seller_file_sha256": "the hash of a signature file, part of the contract",
  "public.sales.client_file_sha256": "the hash of a signature file, part of the contract",
  "public.event_checkins.nonce": "the idempotency key of a reading opens nothing",
  "public.voucher_redemptions.nonce": "the idempotency key of a reading opens nothing",
  "public.sales.client_address_hash": "a keyed hash of a network address opens nothing",
};

it("every column with a secret-like name is emptied in an archive or has a documented reason", async () => {
  const columns = await sql<{ name: string }[]>`
    select relnamespace::regnamespace || '.' || relname || '.' || attname as name
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and (relnamespace = 'public'::regnamespace or pg_class.oid in ('auth.users'::regclass, 'auth.identities'::regclass))
      and attname ~ '(token|secret|hash|sha256|password|nonce|salt|otp|p256dh|endpoint|recovery_code|^auth$)' and atttypid not in ('timestamptz'::regtype, 'boolean'::regtype)`;
  const emptied = (await secrets()).map(({ name, column, treatment }) =>
    treatment === "row" ? name : `${name}.${column}`,
  );
  const judged = (name: string) => name in KEPT || emptied.some((one) => name === one || name.startsWith(`${one}.`));
  expect(columns.map(({ name }) => name).filter((name) => !judged(name))).toEqual([]);
});

it("backup, wipe and restore returns every row and every file", async () => {
  await service.storage.createBucket(BUCKET, { public: false });
  for (const [name, text] of Object.entries(FILES))
    expect(
      (await service.storage.from(BUCKET).upload(name, new Blob([text], { type: "text/plain" }), { upsert: true }))
        .error,
    ).toBeNull();
  await sql`insert into public.error_reports (message, path) values (${'quote " \\ line\n ção 🚗'}, '/backup') on conflict do nothing`;
  await forgetSecrets();
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
  const [next] = await sql<
    { id: number }[]
  >`insert into public.error_reports (message, path) values ('after', '/backup') returning id::int`;
  const [last] = await sql<
    { id: number }[]
  >`select max(id)::int as id from public.error_reports where message <> 'after'`;
  expect(next!.id).toBeGreaterThan(last!.id);
  await sql`delete from public.error_reports where path = '/backup'`;
});

it("rows whose account is not in the archive are left out, references to them are emptied", async () => {
  const { id, email } = await signedInUser();
  await sql`insert into public.favourites (account_id, kind, entity_id) values (${id}, 'city', 'orphan')`;
  const [media] = await sql<{ id: string }[]>`
    insert into public.media_assets (path, width, height, bytes, uploaded_by)
    values (${`/midia/2026-01/${randomUUID()}.webp`}, 1, 1, 1, ${id}) returning id`;
  await forgetSecrets();
  const whole = (await textOfArchive()).archive;
  const target = {
    sql,
    url: variable("TEST_SUPABASE_URL"),
    secretKey: variable("TEST_SUPABASE_SECRET_KEY"),
    replace: true,
  };
  const isOther = (line: string) => !line.includes(email);
  const partial = await textOfArchive({
    ...source,
    rows: async (table, from) => {
      if (table !== "auth.users") return source.rows(table, from);
      return from === 0 ? (await source.rows(table, 0)).filter(isOther) : [];
    },
  });
  const { removed, accounts } = await restoreBackup(partial.archive, target);
  expect(removed).toBeGreaterThanOrEqual(2);
  expect(await sql`select from public.profiles where id = ${id}`).toHaveLength(0);
  expect(await sql`select from public.favourites where entity_id = 'orphan'`).toHaveLength(0);
  expect(await sql`select uploaded_by from public.media_assets where id = ${media!.id}`).toEqual([
    { uploaded_by: null },
  ]);
  expect(await restoreBackup(whole, target)).toMatchObject({ removed: 0, accounts: accounts + 1 });
  await sql`delete from public.media_assets where id = ${media!.id}`;
});

it("a damaged archive is refused before any change", async () => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of backupChunks(
    { ...source, tables: () => Promise.resolve(["public.roles"]), files: () => Promise.resolve([]) },
    new Date(),
  ))
    chunks.push(chunk);
  const archive = new Uint8Array(Buffer.concat(chunks));
  archive[60] = (archive[60] ?? 0) ^ 0xff;
  expect(() => openArchive(archive)).toThrow(/./);
});

it("a backup is marked as failed when its process ended, one with a heartbeat continues, a finished one is unchanged", async () => {
  const rows = await sql<{ id: string }[]>`
    insert into public.backups (status, heartbeat_at) values ('running', now() - interval '3 minutes'), ('running', now() - interval '1 minute'), ('done', now() - interval '1 day') returning id`;
  const ids = rows.map(({ id }) => id);
  try {
    await sql`select private.end_interrupted_backups()`;
    const found = await sql<
      { id: string; status: string; failure: string | null; ended: boolean }[]
    >`select id, status, failure, finished_at is not null as ended from public.backups where id in ${sql(ids)}`;
    expect(ids.map((id) => found.find((row) => row.id === id))).toMatchObject([
      { status: "failed", failure: "interrupted", ended: true },
      { status: "running", failure: null },
      { status: "done", failure: null },
    ]);
  } finally {
    await sql`delete from public.backups where id in ${sql(ids)}`;
  }
});
