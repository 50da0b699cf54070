import type { Job } from "./job";
import { deleteQueuedFiles } from "./queued-files";

/** Erases accounts whose waiting period is over, each in one transaction, and their files. */
export const eraseAccounts: Job = {
  name: "erase-accounts",
  schedule: "600 s",
  expireSeconds: 540,
  run: async ({ sql, openService }) => {
    for (;;) {
      const [row] = await sql<{ account: string | null }[]>`select private.erase_next_account() as account`;
      if (!row?.account) break;
    }
    await deleteQueuedFiles({ sql, openService });
  },
};
