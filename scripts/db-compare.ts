import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openOwner } from "../supabase/local/boot";
import { createEmptyDatabase } from "../supabase/local/empty-database";
import { applyMigrations } from "../supabase/local/migrate";
import { startPostgres } from "../supabase/local/postgres";
import { readSchemaLines } from "../supabase/local/schema-lines";
import { differenceOf, sortedTexts } from "../supabase/local/schema-text";
import { readReferenceRows } from "./db/reference-rows";

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

/** Builds a database from folders of migrations, one after the other, and describes it in lines. */
async function describeDatabase(
  serverUrl: string,
  name: string,
  folders: readonly string[],
  dir: string,
): Promise<string[]> {
  const sql = openOwner(await createEmptyDatabase(serverUrl, name, dir));
  try {
    for (const folder of folders) await applyMigrations(sql, folder, () => {});
    return [...sortedTexts(await readSchemaLines(sql)), ...(await readReferenceRows(sql))];
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** With `isUpgraded`, the migrations of the working tree are applied to the database of the commit before it is compared. */
async function compare(ref: string, isUpgraded: boolean): Promise<string[]> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-compare-"));
  const postgres = await startPostgres(path.join(dir, "server"), PORT);
  try {
    const [old, present] = [extractMigrations(ref, path.join(dir, "ref")), path.join(ROOT, MIGRATIONS)];
    const before = await describeDatabase(postgres.url, "before", isUpgraded ? [old, present] : [old], dir);
    const after = await describeDatabase(postgres.url, "after", [present], dir);
    console.info(`${ref}: ${before.length} lines; working tree: ${after.length} lines`);
    return differenceOf(before, after);
  } finally {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { upgrade: { type: "boolean" } } });
const [ref] = positionals;
if (ref) {
  const difference = await compare(ref, values.upgrade ?? false);
  console.info(difference.length > 0 ? difference.join("\n") : "no difference");
  process.exitCode = difference.length > 0 ? 1 : 0;
} else {
  console.error("Usage: npm run db:compare -- [--upgrade] <git-ref>");
  process.exitCode = 1;
}
