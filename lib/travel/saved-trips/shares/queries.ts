import "server-only";
import { deriveToken } from "../../../platform/links/queries";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { ownShareState, type Scope, type SharePart } from "./rules";
import { sharedTripSchema, tripToken, type SharedTrip } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** The token of a link is derived from its id, so that its owner can copy the address again. */
export const shareToken = (id: string): string => deriveToken("trip", id, 1);

/** The trip behind a link; null for a token that does not exist. */
export async function getSharedTrip(token: string): Promise<SharedTrip | null> {
  if (!tripToken.safeParse(token).success) return null;
  const client = await createSessionClient();
  return sharedTripSchema.nullable().parse(orThrow(await client.rpc("read_trip_share", { token })));
}

const MAX_LISTED = 50;

/** The links of an own trip, the newest first; only an open one has a token. */
export async function listShares(client: SessionClient, trip: string, now: number) {
  const rows = orThrow(
    await client
      .from("trip_shares")
      .select("id, scope, expires_at, revoked_at, created_at, parts")
      .eq("trip_id", trip)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(MAX_LISTED),
  );
  return rows.map((row) => {
    const state = ownShareState(row, now);
    return {
      ...row,
      scope: row.scope as Scope,
      parts: row.parts as SharePart[],
      state,
      token: state === "open" ? shareToken(row.id) : null,
    };
  });
}
