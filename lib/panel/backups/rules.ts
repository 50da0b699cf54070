import { createHash } from "node:crypto";
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { brazilianDay, DAY_MS } from "../../platform/dates";

export type StoredFile = {
  bucket: string;
  name: string;
  mimetype: string;
  cache_control: string | null;
  is_public: boolean;
};

/** Data source of a backup; rows are JSON text, so that numbers are not rounded by parsing. */
export type BackupSource = {
  tables: () => Promise<readonly string[]>;
  rows: (table: string, from: number) => Promise<readonly string[]>;
  files: () => Promise<readonly StoredFile[]>;
  /** Content of a file; null if it was deleted since `files` listed it. */
  file: (file: StoredFile) => Promise<Uint8Array | null>;
};

type ManifestTable = { name: string; entry: string; rows: number; sha256: string };
export type ManifestFile = StoredFile & { entry: string; bytes: number; sha256: string };
export type Manifest = { format: 1; madeAt: string; tables: ManifestTable[]; files: ManifestFile[] };
export type Totals = { rows: number; files: number; bytes: number };

export const MANIFEST = "manifest.json";

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Yields one table as NDJSON while it is read; returns its manifest entry. */
async function* tableLines(source: BackupSource, name: string): AsyncGenerator<Uint8Array, ManifestTable> {
  const hash = createHash("sha256");
  let rows = 0;
  for (;;) {
    const page = await source.rows(name, rows);
    if (page.length === 0) return { name, entry: `tables/${name}.ndjson`, rows, sha256: hash.digest("hex") };
    const bytes = strToU8(`${page.join("\n")}\n`);
    hash.update(bytes);
    rows += page.length;
    yield bytes;
  }
}

/** Yields the archive in chunks: every table, every file, and last the manifest with counts and hashes. */
export async function* backupChunks(
  source: BackupSource,
  madeAt: Date,
  onEnd: (totals: Totals) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    bytes += chunk.length;
    ready.push(chunk);
  });
  const taken = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const put = (entry: string, content: Uint8Array, isPacked = false) => {
    const file = isPacked ? new ZipPassThrough(entry) : new ZipDeflate(entry, { level: 6 });
    zip.add(file);
    file.push(content, true);
  };
  const manifest: Manifest = { format: 1, madeAt: madeAt.toISOString(), tables: [], files: [] };
  for (const name of await source.tables()) {
    const entry = new ZipDeflate(`tables/${name}.ndjson`, { level: 6 });
    zip.add(entry);
    const lines = tableLines(source, name);
    for (let step = await lines.next(); ; step = await lines.next()) {
      if (step.done) {
        manifest.tables.push(step.value);
        break;
      }
      entry.push(step.value);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  for (const [index, file] of (await source.files()).entries()) {
    const content = await source.file(file);
    if (content === null) continue;
    const entry = `files/${String(index + 1).padStart(6, "0")}`;
    put(entry, content, true);
    manifest.files.push({ ...file, entry, bytes: content.length, sha256: sha256(content) });
    yield* taken();
  }
  put(MANIFEST, strToU8(JSON.stringify(manifest, null, 2)));
  zip.end();
  yield* taken();
  onEnd({ rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), files: manifest.files.length, bytes });
}

const ARCHIVE = /^lacambeche-(\d{4})-(\d\d)-(\d\d)\.zip$/;

/** File name of an archive by date in São Paulo; a second archive of the same day replaces the first. */
export function archiveName(moment: Date): string {
  return `lacambeche-${brazilianDay(moment)}.zip`;
}

/** Numbers of the day, week (from Monday) and month of an archive. */
function periodsOf(name: string): { daily: number; weekly: number; monthly: number } | null {
  const [, year, month, day] = (ARCHIVE.exec(name) ?? []).map(Number);
  if (!year || !month || !day) return null;
  const daily = Date.UTC(year, month - 1, day) / DAY_MS;
  return { daily, weekly: Math.floor((daily + 3) / 7), monthly: year * 12 + month };
}

export type Retention = { daily: number; weekly: number; monthly: number };

/**
 * Archives to delete. The newest archive of each of the last days, weeks and months is kept; periods without an
 * archive are not counted, so no archive is lost when the server was off. Other files are not deleted.
 */
export function expiredArchives(names: readonly string[], keep: Retention): string[] {
  const archives = names
    .filter((name) => periodsOf(name))
    .toSorted()
    .toReversed();
  const kept = new Set(archives.slice(0, 1));
  for (const kind of ["daily", "weekly", "monthly"] as const) {
    const periods = new Set<number>();
    for (const name of archives) {
      const period = periodsOf(name)![kind];
      if (periods.has(period)) continue;
      if (periods.size === keep[kind]) break;
      periods.add(period);
      kept.add(name);
    }
  }
  return archives.filter((name) => !kept.has(name));
}
