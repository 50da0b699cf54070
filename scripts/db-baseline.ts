import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { openOwner } from "../supabase/local/boot";
import { ARCHIVE, readEarlierMigrations } from "../supabase/local/earlier-migrations";
import { createEmptyDatabase } from "../supabase/local/empty-database";
import { listMigrations } from "../supabase/local/migrate";
import { startPostgres } from "../supabase/local/postgres";
import type { Step } from "../supabase/local/rebaseline";
import { readSchemaLines } from "../supabase/local/schema-lines";
import { fingerprintOf } from "../supabase/local/schema-text";
import { applySchemaFiles, schemaFiles } from "./db/schema-files";
import { LOCK_FILE, MIGRATIONS } from "./db-lock";

const BASELINES = path.resolve(import.meta.dirname, "../supabase/local/baselines.json");
const PORT = Number(process.env.COMPARE_DATABASE_PORT ?? "54440");
const VERSION = /^\d{14}$/;
const BETWEEN_FILES = 100n;

type Baselines = { fingerprint: string; archive: string; steps: Step[] };

/** One migration per group, with the files of supabase/schemas in their order. */
function joinedFiles(first: string): { version: string; file: string; text: string }[] {
  const files = schemaFiles();
  const groupOf = (file: string) => file.slice(0, file.indexOf("/"));
  const groups = [...new Set(files.map(({ file }) => groupOf(file)))];
  return groups.map((group, index) => {
    const version = String(BigInt(first) + BETWEEN_FILES * BigInt(index));
    const parts = files.filter(({ file }) => groupOf(file) === group).map(({ text }) => text.trim());
    // Functions may name what a later file creates.
    const text = ["set check_function_bodies = off;", ...parts, "reset check_function_bodies;\n"].join("\n\n");
    return { version, file: `${version}_${group}.sql`, text };
  });
}

async function fingerprintOfSchemas(): Promise<string> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-baseline-"));
  const server = await startPostgres(path.join(dir, "server"), PORT);
  try {
    const sql = openOwner(await createEmptyDatabase(server.url, "baseline", dir));
    await applySchemaFiles(sql);
    const fingerprint = fingerprintOf(await readSchemaLines(sql));
    await sql.end({ timeout: 2 });
    return fingerprint;
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Moves the migrations into the archive, for databases that recorded them, and writes one per group instead. */
async function main(first: string): Promise<void> {
  const present = listMigrations(MIGRATIONS);
  if (present.some(({ version }) => version >= first)) throw new Error(`${first} is not later than every migration`);
  const joined = joinedFiles(first);
  const earlier = existsSync(ARCHIVE) ? readEarlierMigrations() : [];
  const archived = [...earlier, ...present.map(({ version, name, text }) => ({ version, name, text }))];
  const archive = JSON.stringify(archived);
  const { steps } = JSON.parse(readFileSync(BASELINES, "utf8")) as Baselines;
  const step = { replaced: present.map(({ version }) => version), by: joined.map(({ version }) => version) };
  const baselines: Baselines = {
    fingerprint: await fingerprintOfSchemas(),
    archive: createHash("sha256").update(archive).digest("hex"),
    steps: [...steps, step],
  };
  writeFileSync(ARCHIVE, gzipSync(archive, { level: 9 }));
  writeFileSync(BASELINES, `${JSON.stringify(baselines, null, 2)}\n`);
  for (const { file } of present) rmSync(path.join(MIGRATIONS, file));
  for (const { file, text } of joined) writeFileSync(path.join(MIGRATIONS, file), text);
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  writeFileSync(LOCK_FILE, joined.map(({ file, text }) => `${hash(text)}  ${file}\n`).join(""));
  console.info(`${present.length} migrations joined into ${joined.length}`);
}

const [first] = process.argv.slice(2);
if (first && VERSION.test(first)) await main(first);
else {
  console.error(
    "Usage: npm run db:baseline -- <YYYYMMDDhhmmss of the first file>, when db:compare -- --schemas prints no difference",
  );
  process.exitCode = 1;
}
