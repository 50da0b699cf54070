import "server-only";
import { deriveToken } from "../../../platform/links/queries";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { sharingToken } from "../schema";
import { offerState, type HistoryCounts, type HistoryKind } from "./rules";
import { countsSchema, offerViewSchema, type OfferView } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** The token is derived from the id, so that the queue of mails stores the id only. */
export const offerToken = (id: string): string => deriveToken("vehicle_handover", id, 1);

/** How many rows of each kind of history an own car has. */
export async function countHistory(client: SessionClient, vehicle: string): Promise<HistoryCounts> {
  return countsSchema.parse(orThrow(await client.rpc("handover_counts", { vehicle })));
}

/** The newest offer of an own car; null when it was never offered. */
export async function getLastOffer(client: SessionClient, vehicle: string, now: number) {
  const row = orThrow(
    await client
      .from("vehicle_handovers")
      .select("id, email, chosen, status, expires_at, decided_at")
      .eq("vehicle_id", vehicle)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(1)
      .maybeSingle(),
  );
  return row && { ...row, chosen: row.chosen as HistoryKind[], state: offerState(row, now) };
}

/** What a buyer is offered; null for a token that does not exist. */
export async function getOfferByToken(token: string): Promise<OfferView | null> {
  if (!sharingToken.safeParse(token).success) return null;
  const client = await createSessionClient();
  return offerViewSchema.nullable().parse(orThrow(await client.rpc("read_vehicle_offer", { token })));
}
