import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

/** A migration that a baseline replaced, with the text that databases record. */
export type EarlierMigration = { version: string; name: string; text: string };

export const ARCHIVE = path.join(import.meta.dirname, "earlier-migrations.json.gz");

/** The migrations that baselines replaced, in the order of their versions. */
export const readEarlierMigrations = (): EarlierMigration[] =>
  JSON.parse(gunzipSync(readFileSync(ARCHIVE)).toString()) as EarlierMigration[];

/** The text of one of them. */
export function earlierMigration(version: string): string {
  const found = readEarlierMigrations().find((migration) => migration.version === version);
  if (!found) throw new Error(`no earlier migration ${version}`);
  return found.text;
}
