import { createWriteStream } from "node:fs";
import { chmod, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { archiveName, backupChunks, expiredArchives, type Totals } from "../../lib/panel/backups/rules";
import { backupSource, beginBackup } from "../../lib/panel/backups/service";
import { env } from "../../lib/platform/env";
import type { Job } from "./job";

const [daily = 7, weekly = 4, monthly = 12] = (env.BACKUP_KEEP ?? "").split(",").filter(Boolean).map(Number);
const DRAFT = ".draft";

/** The archive directory; null disables the job. Hosted projects have their own backups, so they need BACKUP_DIR. */
function backupDirectory(): string | null {
  if (env.BACKUP_DIR) return path.resolve(env.BACKUP_DIR);
  return env.SUPABASE_EMBEDDED && env.SUPABASE_LOCAL_DIR ? path.join(env.SUPABASE_LOCAL_DIR, "backups") : null;
}

const folder = backupDirectory();

async function writeToDisk(chunks: AsyncGenerator<Uint8Array>, file: string): Promise<void> {
  await pipeline(Readable.from(chunks, { objectMode: true }), createWriteStream(file, { mode: 0o600 }));
  const written = await open(file, "r+");
  await written.sync();
  await written.close();
}

/** Writes the same archive as /admin/system-backup to a folder and deletes expired archives. */
export const backUp: Job = {
  name: "back-up",
  ...(folder && { schedule: "03:30" as const }),
  retryLimit: 3,
  retryDelaySeconds: 300,
  expireSeconds: 7200,
  run: async ({ openService }) => {
    if (!folder) throw new Error("BACKUP_DIR is not set");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const client = openService();
    const name = archiveName(new Date());
    const draft = path.join(folder, `${name}.${process.pid}${DRAFT}`);
    const record = await beginBackup(client, null);
    let totals: Totals | null = null;
    try {
      await writeToDisk(
        backupChunks(backupSource(client), new Date(), (end) => (totals = end)),
        draft,
      );
      // Renamed only when complete, so that an incomplete archive never has the final name.
      await rename(draft, path.join(folder, name));
    } finally {
      await rm(draft, { force: true });
      await record.end(totals ?? "error");
    }
    const kept = await readdir(folder);
    for (const old of expiredArchives(kept, { daily, weekly, monthly })) await rm(path.join(folder, old));
  },
};
