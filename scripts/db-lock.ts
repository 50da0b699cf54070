import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = path.resolve(import.meta.dirname, "..");
export const MIGRATIONS = path.join(ROOT, "supabase/migrations");
export const LOCK_FILE = path.join(ROOT, "supabase/migrations.sha256");

export type LockLine = { hash: string; file: string };

export function hashOf(file: string): string {
  return createHash("sha256")
    .update(readFileSync(path.join(MIGRATIONS, file)))
    .digest("hex");
}

export const listFiles = () =>
  readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .sort();

/** The lines of the lock file, in the format of `sha256sum`. */
export function readLock(): LockLine[] {
  const text = existsSync(LOCK_FILE) ? readFileSync(LOCK_FILE, "utf8") : "";
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => ({ hash: line.slice(0, 64), file: line.slice(66) }));
}

/** Adds the lines of new migrations; existing lines never change. */
function main(): void {
  const known = readLock();
  const missing = listFiles().filter((file) => !known.some((line) => line.file === file));
  const added = missing.map((file) => ({ hash: hashOf(file), file }));
  const lines = [...known, ...added].sort((a, b) => (a.file < b.file ? -1 : 1));
  writeFileSync(LOCK_FILE, lines.map(({ hash, file }) => `${hash}  ${file}\n`).join(""));
  console.info(added.length === 0 ? "no new migration" : `added: ${added.map(({ file }) => file).join(", ")}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
