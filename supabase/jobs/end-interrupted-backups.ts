import type { Job } from "./job";

/** Marks backups as failed when the process that made them has ended. */
export const endInterruptedBackups: Job = {
  name: "end-interrupted-backups",
  schedule: "60 s",
  run: async ({ sql }) => void (await sql`select private.end_interrupted_backups()`),
};
