import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { hashSync } from "bcryptjs";
import type postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backupChunks, type Manifest } from "@/lib/panel/backups/rules";
import { backupSource } from "@/lib/panel/backups/service";
import { normaliseAccounts } from "@/scripts/backup/accounts";
import { openArchive } from "@/scripts/backup/archive";
import { openOwner } from "@/supabase/local/boot";
import { createEmptyDatabase } from "@/supabase/local/empty-database";
import { serviceUrl } from "@/supabase/local/owner-role";
import { sql as server } from "../as-role";
import { PASSWORD, portBeside, variable } from "../auth-client";
import { startBackend, type Backend, type BackendProcess } from "../backend-process";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LIMIT_MS = 300_000;
/** Uploads that reach the target before the process is killed. */
const UPLOADS = 3;
/** Beside the demo accounts and those of the tests. */
const ADDED = 8;

const NIL = "00000000-0000-0000-0000-000000000000";
const [SOURCE, TARGET] = ["restore_source", "restore_target"];

const dir = mkdtempSync(path.join(tmpdir(), "portal-restore-"));
const archive = path.join(dir, "archive.zip");
const running: BackendProcess[] = [];
const opened: postgres.Sql[] = [];
let source: Backend, target: Backend;
let sourceSql: postgres.Sql, targetSql: postgres.Sql;

/** An embedded backend on a new database beside those of the tests. */
async function start(url: string, folder: string, port: number): Promise<[Backend, postgres.Sql]> {
  const started = await startBackend(url, folder, port, { SUPABASE_LOCAL_DEMO: "0" });
  running.push(started);
  const sql = openOwner(url);
  opened.push(sql);
  return [started.backend, sql];
}

/** A copy of the database with migrations, seed, demo accounts and the accounts of the tests. */
async function startSource(): Promise<[Backend, postgres.Sql]> {
  await server.unsafe(`create database ${SOURCE} template portal_template`);
  const url = Object.assign(new URL(variable("TEST_DATABASE_URL")), { pathname: `/${SOURCE}` }).href;
  const folder = path.join(dir, SOURCE);
  cpSync(variable("TEST_TEMPLATE_DIR"), folder, { recursive: true });
  rmSync(path.join(folder, "demo-accounts.json")); // without demo accounts a start locks those of this list
  return start(url, folder, portBeside(1));
}

async function startTarget(): Promise<[Backend, postgres.Sql]> {
  const url = await createEmptyDatabase(variable("TEST_DATABASE_URL"), TARGET, dir);
  return start(url, path.join(dir, TARGET), portBeside(2));
}

const urlOf = ({ options }: postgres.Sql) =>
  Object.assign(new URL(variable("TEST_DATABASE_URL")), { pathname: `/${options.database}` }).href;

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(20);
}

/** Whether the owner may set session_replication_role: on a hosted project yes, on a plain Postgres no. */
async function allowReplicationRole(isAllowed: boolean): Promise<void> {
  const admin = openOwner(await serviceUrl(variable("TEST_DATABASE_URL")));
  const [verb, word] = isAllowed ? ["grant", "to"] : ["revoke", "from"];
  await admin.unsafe(`${verb} set on parameter session_replication_role ${word} postgres`);
  await admin.end();
}

async function archiveOf({ url, secretKey }: Backend): Promise<Uint8Array> {
  const client = createClient(url, secretKey, { auth: { persistSession: false } });
  const chunks: Uint8Array[] = [];
  for await (const chunk of backupChunks(backupSource(client as never), new Date())) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

const factsOf = ({ tables, files }: Manifest) => ({
  tables: tables.map(({ name, rows, sha256 }) => `${name} ${rows} ${sha256}`),
  files: files.map(({ bucket, name, bytes, sha256 }) => `${bucket}/${name} ${bytes} ${sha256}`),
});

/** Enough files that a restore can be killed between two of them. */
async function addFiles(): Promise<void> {
  const client = createClient(source.url, source.secretKey, { auth: { persistSession: false } });
  await client.storage.createBucket("restore-test", { public: false });
  for (let number = 1; number <= 2 * UPLOADS; number++) {
    const { error } = await client.storage.from("restore-test").upload(`folder/${number}.txt`, `file ${number}`);
    expect(error).toBeNull();
  }
}

/** Adds accounts with links and changes that wait; then all have a password and a confirmed address. */
async function addAccounts(sql: postgres.Sql): Promise<void> {
  const client = createClient(source.url, source.secretKey, { auth: { persistSession: false } });
  const visitor = createClient(source.url, source.publishableKey, { auth: { persistSession: false } });
  for (let number = 1; number <= ADDED; number++) {
    const email = `Restored-${number}@example.org`;
    const made = await client.auth.admin.createUser({ email, password: PASSWORD, email_confirm: number > 2 });
    expect(made.error).toBeNull();
    if (number % 2 === 0) await visitor.auth.resetPasswordForEmail(email);
  }
  const changing = createClient(source.url, source.publishableKey, { auth: { persistSession: false } });
  await changing.auth.signInWithPassword({ email: `Restored-${ADDED}@example.org`, password: PASSWORD });
  expect((await changing.auth.updateUser({ email: "restored-later@example.org" })).error).toBeNull();
  await sql`
    update auth.users set encrypted_password = ${hashSync(PASSWORD, 4)}, email_confirmed_at = now() where true`;
  await addSecondIdentity(sql);
}

/** An account of which the address changed after its second identity was linked. */
async function addSecondIdentity(sql: postgres.Sql): Promise<void> {
  const [one] = await sql<{ id: string; email: string }[]>`select id, email from auth.users order by email limit 1`;
  const { id, email } = one!;
  await sql`update public.profiles set email_verified_at = now() where id = ${id}`;
  for (const provider of ["email", "google"])
    await sql`
      insert into auth.identities (user_id, provider, provider_id, identity_data)
      values (${id}, ${provider}, ${provider + id}, ${sql.json({ sub: id, email })}) on conflict do nothing`;
  await sql`update public.profiles set email_verified_at = null where id = ${id}`;
}

beforeAll(async () => {
  [source, sourceSql] = await startSource();
  await addAccounts(sourceSql);
  await addFiles();
  writeFileSync(archive, await archiveOf(source));
  [target, targetSql] = await startTarget();
  await allowReplicationRole(false);
}, LIMIT_MS);

afterAll(async () => {
  await allowReplicationRole(true);
  for (const sql of opened) await sql.end();
  for (const { stop } of running) await stop();
  for (const name of [SOURCE, TARGET]) await server.unsafe(`drop database if exists ${name} with (force)`);
  rmSync(dir, { recursive: true, force: true });
}, LIMIT_MS);

/** Starts `npm run backup:restore` as a process that can be killed. */
function startRestore(url = target.url) {
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/backup-restore.ts", archive], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: urlOf(targetSql),
      NEXT_PUBLIC_SUPABASE_URL: url,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: target.publishableKey,
      SUPABASE_SECRET_KEY: target.secretKey,
    },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, output })),
  );
  return { child, ended };
}

const count = async (sql: postgres.Sql, table: string) =>
  (await sql<{ count: number }[]>`select count(*)::int as count from ${sql.unsafe(table)}`)[0]!.count;

/** Passes requests to the target and calls `onUpload` before each upload of a file. */
async function proxy(onUpload: (number: number) => void): Promise<{ url: string; close: () => void }> {
  let uploads = 0;
  const gateway = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.method === "POST" && request.url?.startsWith("/storage/v1/object/")) onUpload(++uploads);
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    for (const name of ["host", "connection", "content-length"]) headers.delete(name);
    const answer = await fetch(`${target.url}${request.url}`, {
      method: request.method,
      headers,
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, close: () => gateway.close() };
}

it("the database refuses session_replication_role, as a plain Postgres does", async () => {
  await expect(targetSql`set session_replication_role = replica`).rejects.toMatchObject({ code: "42501" });
});

it("changes nothing when it is killed while it fills the tables", { timeout: LIMIT_MS }, async () => {
  const before = await count(targetSql, "public.cities");
  const { child, ended } = startRestore();
  const filling = waitFor(async () => {
    const rows = await targetSql`
      select from pg_stat_activity where datname = ${TARGET} and query ~ 'insert into public' and pid <> pg_backend_pid()`;
    return rows.length > 0;
  });
  await Promise.race([filling, ended.then(({ output }) => Promise.reject(new Error(output)))]);
  child.kill("SIGKILL");
  await ended;
  expect(await count(targetSql, "auth.users")).toBe(0);
  expect(await count(targetSql, "public.cities")).toBe(before);
});

it("continues with the files when it was killed between two of them", { timeout: LIMIT_MS }, async () => {
  const { files } = openArchive(new Uint8Array(readFileSync(archive))).manifest;
  expect(files.length).toBeGreaterThan(UPLOADS + 1);
  let kill = () => {};
  const gateway = await proxy((number) => number > UPLOADS && kill());
  const first = startRestore(gateway.url);
  kill = () => void first.child.kill("SIGKILL");
  await first.ended;
  gateway.close();
  expect(await count(targetSql, "storage.objects")).toBeLessThan(files.length);
  const { code, output } = await startRestore().ended;
  expect(output).toContain("continuou nos arquivos");
  expect(code).toBe(0);
  const left = Number(/(\d+) enviados agora/.exec(output)?.[1]);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(files.length - UPLOADS);
  expect((await startRestore().ended).output).toContain("--replace");
});

it("gives the same counts and hashes of every table and file", { timeout: LIMIT_MS }, async () => {
  await normaliseAccounts(sourceSql);
  const [expected, restored] = [openArchive(await archiveOf(source)), openArchive(await archiveOf(target))];
  expect(factsOf(restored.manifest)).toEqual(factsOf(expected.manifest));
});

it("lets the auth server of a hosted project find and read every account", async () => {
  const accounts = await sourceSql<{ id: string; email: string }[]>`select id, email from auth.users order by email`;
  expect(accounts.length).toBeGreaterThanOrEqual(21);
  // Conditions and columns of findUser and User in supabase/auth, internal/models/user.go.
  for (const { id, email } of accounts) {
    const found = await targetSql`
      select id, confirmation_token, recovery_token, email_change_token_current, email_change_token_new, email_change,
        phone_change_token, phone_change, reauthentication_token, email_change_confirm_status
      from auth.users where instance_id = ${NIL} and lower(email) = ${email.toLowerCase()} and aud = 'authenticated' and is_sso_user = false`;
    expect(found.map((user) => [user.id, Object.values(user).filter((value) => value === null)])).toEqual([[id, []]]);
  }
});

it("lets every account sign in with its password", async () => {
  const accounts = await sourceSql<{ email: string }[]>`select email from auth.users order by email`;
  const client = createClient(target.url, target.publishableKey, { auth: { persistSession: false } });
  const refused: string[] = [];
  for (const { email } of accounts) {
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    if (error) refused.push(`${email} ${error.code}`);
  }
  expect(refused).toEqual([]);
  console.log(`restored: ${accounts.length} of ${accounts.length} accounts sign in`);
});
