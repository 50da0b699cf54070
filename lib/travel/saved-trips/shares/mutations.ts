import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { tokenHash } from "../../../platform/links/queries";
import { outcomeSchema, savedOrGone } from "../../../platform/outcome-schema";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { shareToken } from "./queries";
import type { shareTripSchema } from "./schema";

const sharedSchema = outcomeSchema({ refused: ["limit", "invalid"], gone: true });

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Makes a link to an own trip; only the hash of its token is stored. */
export async function shareTrip(client: SessionClient, { trip, scope, days, parts }: z.output<typeof shareTripSchema>) {
  const share = randomUUID();
  const token = shareToken(share);
  const answer = await client.rpc("share_trip", { share, trip, token_hash: tokenHash(token), scope, days, parts });
  return { shared: sharedSchema.parse(orThrow(answer)), token };
}

/** Ends a link for good; `gone` when it is not a link of the account. */
export async function revokeShare(client: SessionClient, share: string) {
  return savedOrGone.parse(orThrow(await client.rpc("revoke_trip_share", { share })));
}
