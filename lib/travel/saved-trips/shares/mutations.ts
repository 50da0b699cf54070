import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { tokenHash } from "../../../platform/links/queries";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { shareToken } from "./queries";
import type { shareTripSchema } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Makes a link to an own trip; only the hash of its token is stored. */
export async function shareTrip(client: SessionClient, { trip, scope, days, parts }: z.output<typeof shareTripSchema>) {
  const share = randomUUID();
  const token = shareToken(share);
  const status = orThrow(
    await client.rpc("share_trip", { share, trip, token_hash: tokenHash(token), scope, days, parts }),
  );
  return status === "saved" ? { status: "saved" as const, token } : { status: status as "gone" | "limit" | "invalid" };
}

/** Ends a link for good; false when it is not a link of the account. */
export async function revokeShare(client: SessionClient, share: string): Promise<boolean> {
  return orThrow(await client.rpc("revoke_trip_share", { share }));
}
