import type { Job } from "./job";

/** Registrations of one transaction. */
const AT_ONCE = 100;

/** Enqueues the automatic mails of events that are due: missing documents, payment, the day before, thanks. */
export const sendAutomaticMessages: Job = {
  name: "send-automatic-messages",
  schedule: "60 s",
  run: async ({ sql }) => {
    for (let handled = 1; handled > 0;) {
      const [row] = await sql<{ handled: number }[]>`select private.send_automatic_messages(${AT_ONCE}) as handled`;
      handled = row?.handled ?? 0;
    }
  },
};
