import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";
import { refused } from "@/lib/platform/refusal";
import { saveEntry } from "@/lib/garage/entries/mutations";
import { entryBatchSchema, MAX_BATCH_BYTES, saveEntrySchema, type EntryBatchAnswer } from "@/lib/garage/entries/schema";

const INVALID = { outcome: "refused", field: null, reason: "invalid" } as const;

/** Saves the entries that a device stored; each is answered by itself. Entries of another account are refused with 409. */
export const POST = accountHandler(
  { name: "vehicle-entries", limit: "vehicleEntries", body: jsonBody(entryBatchSchema, MAX_BATCH_BYTES) },
  async ({ account, body, client }) => {
    if (body.owner !== account.id) return refused("other_account");
    const answers: EntryBatchAnswer["answers"] = [];
    // One after the other, in the order in which the person wrote them.
    for (const sent of body.entries) {
      const entry = saveEntrySchema.safeParse(sent);
      const answer = entry.success ? await saveEntry(client, entry.data) : INVALID;
      answers.push({ ...answer, id: sent.id });
    }
    return { answers };
  },
);
