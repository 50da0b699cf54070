import type { Job } from "./job";

/** Sends scheduled notices and revalidates pages on which something was published, opened, closed or ended, a few seconds after that time. */
export const publishDue: Job = {
  name: "publish-due",
  schedule: "5 s",
  run: async ({ sql }) => void (await sql`select private.publish_due()`),
};
