import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { FollowInput } from "./schema";
import { savedOrGone } from "../../platform/outcome-schema";

type ServiceClient = ReturnType<typeof createServiceClient>;

/** Asks the owner of an address by mail whether they want news about a state, an event or a series. */
export async function followEvents(
  client: ServiceClient,
  { email, state_abbr, event_id, series_id, locale }: FollowInput,
): Promise<void> {
  const subject = { state_abbr: state_abbr ?? null!, event_id: event_id ?? null!, series_id };
  orThrow(await client.rpc("follow_events", { email, ...subject, locale }));
}

/** Confirms a follow; nothing happens when it has ended. */
export async function confirmFollow(client: ServiceClient, follow: string): Promise<void> {
  savedOrGone.parse(orThrow(await client.rpc("confirm_event_follow", { follow })));
}

/** Ends a follow; nothing happens when it has ended before. */
export async function endFollow(client: ServiceClient, follow: string): Promise<void> {
  orThrow(await client.rpc("end_event_follow", { follow }));
}
