import type { Job } from "./job";

/** Sends scheduled notices and revalidates the pages of scheduled posts, a few seconds after the scheduled time. */
export const publishDue: Job = {
  name: "publish-due",
  schedule: "10 s",
  run: async ({ sql }) => void (await sql`select private.publish_due()`),
};
