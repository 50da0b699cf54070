import type { Job } from "./job";
import { deleteQueuedFiles } from "./queued-files";

/** Erases the accounts whose waiting time is over, one transaction each, and the files that went with them. */
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
