import { stampPassport } from "@/lib/guide/passport/mutations";
import { listStampedKeys } from "@/lib/guide/passport/queries";
import type { StampAnswer } from "@/lib/guide/passport/rules";
import { MAX_STAMPS_BYTES, stampsSchema } from "@/lib/guide/passport/schema";
import { jsonBody } from "@/lib/platform/body";
import { accountHandler } from "@/lib/platform/handler";

/** Stamps the passport of the account and returns one answer per stamp and all stamped places. */
export const POST = accountHandler(
  { name: "passport-stamps", limit: "passportStamps", body: jsonBody(stampsSchema, MAX_STAMPS_BYTES) },
  async ({ account, body, client }) => {
    const results = await stampPassport(client, account.id, body.stamps);
    const answer: StampAnswer = { owner: account.id, results, stamped: await listStampedKeys(client, account.id) };
    return answer;
  },
);
