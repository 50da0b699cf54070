import "server-only";
import { z } from "zod";
import { outcomeKey } from "../../platform/outcome";
import { outcomeSchema } from "../../platform/outcome-schema";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { STAMP_REFUSALS, type StampAnswer, type StampResult } from "./rules";
import { stampSchema } from "./schema";

const stampedSchema = outcomeSchema({ refused: STAMP_REFUSALS });
const sharedSchema = outcomeSchema({ saved: { token: z.string() } });

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

async function stampOne(client: SessionClient, account: string, value: unknown): Promise<StampResult> {
  const parsed = stampSchema.safeParse(value);
  if (!parsed.success) return "invalid";
  const { clientId, owner, type, id, lat, lng, accuracyM, stampedAt } = parsed.data;
  if (owner !== null && owner !== account) return "other_account";
  const answer = await client.rpc("stamp_passport", {
    client_id: clientId,
    subject_type: type,
    subject_id: id,
    lat,
    lng,
    accuracy_m: accuracyM,
    stamped_at: stampedAt,
  });
  const result = outcomeKey(stampedSchema.parse(orThrow(answer)));
  return result === "saved" ? "stamped" : result;
}

/** Stamps the passport of the account one by one, oldest first. An error ends the list: the device sends the others again. */
export async function stampPassport(
  client: SessionClient,
  account: string,
  stamps: readonly { clientId: string }[],
): Promise<StampAnswer["results"]> {
  const results: StampAnswer["results"] = [];
  for (const value of stamps) {
    try {
      results.push({ clientId: value.clientId, result: await stampOne(client, account, value) });
    } catch (error) {
      if (results.length === 0) throw error;
      break;
    }
  }
  return results;
}

export async function sharePassport(client: SessionClient, name: string) {
  return sharedSchema.parse(orThrow(await client.rpc("share_passport", { shown_name: name })));
}

export async function unsharePassport(client: SessionClient): Promise<void> {
  orThrow(await client.rpc("unshare_passport"));
}
