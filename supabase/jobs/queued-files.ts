import type { JobContext } from "./job";

const AT_ONCE = 100;

/** Deletes files without rows through the storage API, which removes metadata and content; returns how many left the queue. */
export async function deleteQueuedFiles({
  sql,
  openService,
}: Pick<JobContext, "sql" | "openService">): Promise<number> {
  const { storage } = openService();
  let forgotten = 0;
  for (;;) {
    const files = await sql<
      { bucket: string; name: string }[]
    >`select bucket, name from private.files_to_delete(${AT_ONCE})`;
    if (files.length === 0) return forgotten;
    let progress = 0;
    for (const bucket of new Set(files.map((file) => file.bucket))) {
      const names = files.filter((file) => file.bucket === bucket).map(({ name }) => name);
      const { error } = await storage.from(bucket).remove(names);
      if (error) throw new Error(`storage: ${error.name}`);
      const [row] = await sql<{ gone: number }[]>`select private.forget_deleted_files(${bucket}, ${names}) as gone`;
      progress += row?.gone ?? 0;
    }
    forgotten += progress;
    if (progress === 0) throw new Error("the storage server keeps queued files");
  }
}
