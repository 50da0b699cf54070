import "server-only";
import { stateTag } from "../../platform/cache-tags";
import { patterns } from "../../platform/supabase/pattern";
import { createPublicClient } from "../../platform/supabase/public";
import type { createSessionClient } from "../../platform/supabase/session";
import { shareToken } from "../../travel/saved-trips/shares/queries";
import { sharedTripPath } from "../../travel/saved-trips/shares/rules";
import type { StateAbbr } from "../../geo/states/rules";
import { ownRequestsSchema } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Status of an application; null when the protocol number is unknown. */
export async function getRequestStatus(client: SessionClient, protocol: string) {
  const [row] = orThrow(await client.rpc("request_status", { protocol }));
  if (!row) return null;
  const { share_id: share, ...status } = row as Omit<typeof row, "share_id"> & { share_id: string | null };
  return { ...status, trip_path: share && sharedTripPath(shareToken(share)) };
}

/** Applications of the signed-in account, the newest first; at most 100. */
export async function listOwnRequests(client: SessionClient) {
  const rows = orThrow(await client.rpc("own_requests"));
  return ownRequestsSchema.parse(rows).map(({ share_id: share, ...row }) => ({
    ...row,
    shared_path: share && sharedTripPath(shareToken(share)),
  }));
}
export type OwnRequest = Awaited<ReturnType<typeof listOwnRequests>>[number];

const MAX_FOUND = 12;

/** Published places of a state whose name contains the words, for a correction or claim. */
export async function findPlaces(abbr: StateAbbr, words: string) {
  let query = createPublicClient([stateTag("services", abbr)])
    .from("services")
    .select("id, name, city:cities (name)")
    .eq("state_abbr", abbr);
  for (const word of patterns(words)) query = query.like("search_name", word);
  const data = orThrow(await query.order("name").limit(MAX_FOUND));
  return data.map(({ id, name, city }) => ({ id, name, city: city?.name ?? "" }));
}

/** Every city of a state with its position, for placing the map marker. */
export async function listTowns(abbr: StateAbbr) {
  return orThrow(
    await createPublicClient([stateTag("cities", abbr)])
      .from("cities")
      .select("name, lat, lng")
      .eq("state_abbr", abbr)
      .order("name")
      .limit(1000),
  );
}

export type PlaceMatch = Awaited<ReturnType<typeof findPlaces>>[number];
export type Town = Awaited<ReturnType<typeof listTowns>>[number];
export type RequestStatus = NonNullable<Awaited<ReturnType<typeof getRequestStatus>>>;
