import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type postgres from "postgres";
import { openOwner } from "../supabase/local/boot";
import { createEmptyDatabase, createSystemSchema } from "../supabase/local/empty-database";
import { applyMigrations } from "../supabase/local/migrate";
import { serviceUrl } from "../supabase/local/owner-role";
import { startPostgres } from "../supabase/local/postgres";
import { differenceOf } from "../supabase/local/schema-text";
import { describe, withoutColumnOrder } from "./db/describe";
import { applySchemaFiles } from "./db/schema-files";

const ROOT = path.resolve(import.meta.dirname, "..");
const MIGRATIONS = "supabase/migrations";
const PORT = Number(process.env.COMPARE_DATABASE_PORT ?? "54440");

/** Writes the migrations of a commit below `dir`; returns their folder. */
function extractMigrations(ref: string, dir: string): string {
  const archive = spawnSync("git", ["archive", "--format=tar", ref, MIGRATIONS], { cwd: ROOT, maxBuffer: 2 ** 28 });
  if (archive.status !== 0) throw new Error(`git archive ${ref}: ${archive.stderr.toString().trim()}`);
  mkdirSync(dir, { recursive: true });
  const unpacked = spawnSync("tar", ["-x", "-C", dir], { input: archive.stdout });
  if (unpacked.status !== 0) throw new Error(`tar: ${unpacked.stderr.toString().trim()}`);
  return path.join(dir, MIGRATIONS);
}

type Build = (sql: postgres.Sql, url: string) => Promise<void>;

/** A superuser applies them, because some of before 27 November 2026 need one; the owner gets what they create. */
async function applyOfCommit(url: string, folder: string, dir: string): Promise<void> {
  const admin = openOwner(await serviceUrl(url));
  await applyMigrations(admin, folder, () => {}).finally(() => admin.end({ timeout: 2 }));
  await createSystemSchema(url, dir);
}

const applyPresent: Build = async (sql) => void (await applyMigrations(sql, path.join(ROOT, MIGRATIONS), () => {}));

/** Builds a database and describes it in lines. */
async function describeDatabase(serverUrl: string, name: string, dir: string, build: Build): Promise<string[]> {
  const url = await createEmptyDatabase(serverUrl, name, dir);
  const sql = openOwner(url);
  try {
    await build(sql, url);
    await createSystemSchema(url, dir); // as at every later start
    return await describe(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Prints what two databases differ in; the second one is always the working tree's. */
async function compare(title: string, buildBefore: (dir: string) => Build, buildAfter: Build): Promise<string[]> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-compare-"));
  const server = await startPostgres(path.join(dir, "server"), PORT);
  try {
    const before = await describeDatabase(server.url, "before", dir, buildBefore(dir));
    const after = await describeDatabase(server.url, "after", dir, buildAfter);
    console.info(`${title}: ${before.length} lines; working tree: ${after.length} lines`);
    return differenceOf(before, after);
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function report(difference: readonly string[]): void {
  console.info(difference.length > 0 ? difference.join("\n") : "no difference");
  process.exitCode = difference.length > 0 ? 1 : 0;
}

const options = { upgrade: { type: "boolean" }, schemas: { type: "boolean" } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const [ref] = positionals;
if (values.schemas) {
  report(
    await compare(
      "migrations",
      () => applyPresent,
      (sql) => applySchemaFiles(sql),
    ),
  );
} else if (ref) {
  const before =
    (dir: string): Build =>
    async (sql, url) => {
      await applyOfCommit(url, extractMigrations(ref, path.join(dir, "ref")), dir);
      if (values.upgrade) await applyPresent(sql, url);
    };
  report(withoutColumnOrder(await compare(ref, before, applyPresent)));
} else {
  console.error("Usage: npm run db:compare -- --schemas | [--upgrade] <git-ref>");
  process.exitCode = 1;
}
