import { z } from "zod";
import { pushToDevices } from "../../lib/accounts/notifications/service";
import { reminderDevices } from "../../lib/garage/reminders/mutations";
import { failureReason } from "./failure";
import type { Job } from "./job";

const words = z.object({ title: z.string(), body: z.string() });
const input = z.object({
  account: z.uuid(),
  notice: words.extend({ link: z.string(), translations: z.record(z.string(), words) }),
});

/** Sends one push message about due maintenance to the devices of an owner; tried again only when it reached none. */
export const pushReminders: Job = {
  name: "push-reminders",
  lanes: 2,
  run: async ({ id, sql, openService }, data) => {
    const { account, notice } = input.parse(data);
    const client = openService();
    try {
      await pushToDevices(client, await reminderDevices(client, account), { id, ...notice });
    } catch (error) {
      await sql`select private.note_reminder_job(${id}, ${failureReason(error)})`;
      throw error;
    }
    await sql`select private.note_reminder_job(${id}, null)`;
  },
};
