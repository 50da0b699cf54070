import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { saveChecklist } from "@/lib/garage/checklists/mutations";
import { saveChecklistSchema } from "@/lib/garage/checklists/schema";

/** 150 items with all texts at their longest. */
const MAX_BYTES = 600_000;

/** Stores what a device has of a checklist. Not an action: a device may send it long after a new version of the site. */
export const POST = accountHandler(
  { name: "vehicle-checklists", limit: "vehicleEntries", body: jsonBody(saveChecklistSchema, MAX_BYTES) },
  async ({ account, body, client }) => ({ owner: account.id, answer: await saveChecklist(client, body) }),
);
