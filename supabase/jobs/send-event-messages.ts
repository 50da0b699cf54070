import type { Job } from "./job";

/** Recipients of one transaction. */
const AT_ONCE = 50;

/** Sends the messages of the team to registered people whose time has come, in short transactions. */
export const sendEventMessages: Job = {
  name: "send-event-messages",
  schedule: "10 s",
  run: async ({ sql }) => {
    for (let handled = 1; handled > 0;) {
      const [row] = await sql<{ handled: number }[]>`select private.continue_event_messages(${AT_ONCE}) as handled`;
      handled = row?.handled ?? 0;
    }
  },
};
