import type { Job } from "./job";

/** Marks backups as failed whose process ended while they ran, also the one that this worker's predecessor was making. */
export const endInterruptedBackups: Job = {
  name: "end-interrupted-backups",
  schedule: "60 s",
  run: async ({ sql }) => void (await sql`select private.end_interrupted_backups()`),
};
