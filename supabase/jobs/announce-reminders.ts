import { z } from "zod";
import type { Job } from "./job";

/** Owners of one transaction. */
const AT_ONCE = 10;
const input = z.object({ owner: z.uuid().optional() }).nullish();

/**
 * Notifies owners of maintenance that is due: once a day everybody, and the owner of a car whose kilometres made a
 * reminder due. Each transaction marks the reminders and enqueues the messages, so that a crash repeats neither.
 */
export const announceReminders: Job = {
  name: "announce-reminders",
  schedule: "08:00",
  run: async ({ sql }, data) => {
    const owner = input.parse(data)?.owner ?? null;
    for (let people = 1; people > 0;) {
      const [row] = await sql<{ people: number }[]>`select private.announce_reminders(${owner}, ${AT_ONCE}) as people`;
      people = row?.people ?? 0;
    }
  },
};
