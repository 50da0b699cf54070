import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";

/** The sponsors of an event in the order of its page, for the people who edit it. */
export async function getSponsors(event: string) {
  const rows = (await createSessionClient()).from("event_sponsors").select("id, name, tier, url, logo_path");
  return orThrow(await rows.eq("event_id", event).order("position").order("id"));
}
export type Sponsor = Awaited<ReturnType<typeof getSponsors>>[number];
