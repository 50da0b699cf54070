import type { Job } from "./job";

/** Sends scheduled notices and makes the pages of scheduled posts fresh, a few seconds after their time. */
export const publishDue: Job = {
  name: "publish-due",
  schedule: "10 s",
  run: async ({ sql }) => void (await sql`select private.publish_due()`),
};
