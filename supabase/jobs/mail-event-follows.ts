import type { Job } from "./job";

/** Mails the people who follow a state or an event about its changes, two minutes after the change. */
export const mailEventFollows: Job = {
  name: "mail-event-follows",
  schedule: "60 s",
  run: async ({ sql }) => void (await sql`select private.mail_event_follows()`),
};
