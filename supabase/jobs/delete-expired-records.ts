import type { Job } from "./job";
import { deleteQueuedFiles } from "./queued-files";

const BATCH = 5000;

/** Deletes rows past their retention period in private.retention_rules, and their files. */
export const deleteExpiredRecords: Job = {
  name: "delete-expired-records",
  schedule: "02:40",
  expireSeconds: 3600,
  run: async ({ sql, openService }) => {
    let failed: string[] = [];
    for (let deleted = 1; deleted > 0;) {
      const rules = await sql<
        { rule: string; deleted: number; failed: string | null }[]
      >`select * from private.delete_expired_records(${BATCH})`;
      deleted = rules.reduce((sum, rule) => sum + rule.deleted, 0);
      failed = rules.filter((rule) => rule.failed).map(({ rule }) => rule);
    }
    await sql`select private.queue_unattached_files()`;
    await deleteQueuedFiles({ sql, openService });
    if (failed.length > 0) throw new Error(`rules failed: ${failed.join(", ")}`);
  },
};
