import "server-only";
import { cache } from "react";
import { stateTag } from "../platform/cache-tags";
import { createPublicClient } from "../platform/supabase/public";
import type { StateAbbr } from "./rules";
import { orThrow } from "../platform/supabase/or-throw";

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

/** Emergency contacts of one state only, such as its road police. */
export const listStateContacts = cache(async (abbr: StateAbbr) => {
  const data = orThrow(
    await createPublicClient([stateTag("emergency_contacts", abbr)])
      .from("emergency_contacts")
      .select("id, name, phone, translations")
      .eq("state_abbr", abbr)
      .order("position")
      .limit(20),
  );
  return data;
});
