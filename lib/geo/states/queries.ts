import "server-only";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { createPublicClient } from "../../platform/supabase/public";
import type { StateAbbr } from "./rules";
import { orThrow } from "../../platform/supabase/or-throw";

/** Editorial texts about a state; null when there are none. */
export const getStateContent = cache(async (abbr: StateAbbr) => {
  const data = orThrow(
    await createPublicClient([stateTag("states", abbr)])
      .from("state_contents")
      .select("headline, intro, best_season, how_to_arrive, translations")
      .eq("state_abbr", abbr)
      .maybeSingle(),
  );
  return data;
});

/** The companies of toll roads in the whole country; a company with roads in several states is there several times. */
export const listRoadOperators = cache(async () => {
  const data = orThrow(
    await createPublicClient(["emergency_contacts"])
      .from("emergency_contacts")
      .select("name, phone")
      .eq("kind", "road_operator")
      .order("name")
      .limit(200),
  );
  return data;
});

/** Emergency contacts of one state only, such as its road police. */
export const listStateContacts = cache(async (abbr: StateAbbr) => {
  const data = orThrow(
    await createPublicClient([stateTag("emergency_contacts", abbr)])
      .from("emergency_contacts")
      .select("id, kind, name, phone, translations")
      .eq("state_abbr", abbr)
      .order("position")
      .limit(20),
  );
  return data;
});

/** Emergency contacts of all states, without those of the whole country. */
export const listAllStateContacts = cache(async () => {
  return orThrow(
    await createPublicClient(["emergency_contacts"])
      .from("emergency_contacts")
      .select("state_abbr, name, phone, translations")
      .not("state_abbr", "is", null)
      .order("state_abbr")
      .order("position")
      .limit(500),
  );
});
