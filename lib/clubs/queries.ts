import "server-only";
import { cache } from "react";
import { stateTag } from "../platform/cache-tags";
import { createPublicClient } from "../platform/supabase/public";
import type { StateAbbr } from "../states/rules";
import { orThrow } from "../platform/supabase/or-throw";

const CARD =
  "id, name, slug, state_abbr, makes, story, meeting_rule, website, instagram, sources, check_date, status, translations, city:cities (ibge_code, name, slug, state_abbr, lat, lng)";
const MAX_LISTED = 1000;

/** Public clubs, of one state or of the country, by state and name. */
export const listClubs = cache(async (abbr: StateAbbr | null) => {
  const all = createPublicClient([stateTag("clubs", abbr)])
    .from("clubs")
    .select(CARD);
  return orThrow(
    await (abbr ? all.eq("state_abbr", abbr) : all).order("state_abbr").order("name").order("id").limit(MAX_LISTED),
  );
});

/** The clubs of a city by name. */
export const listClubsIn = cache(async (abbr: string, code: number) => {
  return orThrow(
    await createPublicClient([stateTag("clubs", abbr)])
      .from("clubs")
      .select(CARD)
      .eq("city_ibge", code)
      .order("name")
      .limit(100),
  );
});

export type Club = Awaited<ReturnType<typeof listClubs>>[number];
