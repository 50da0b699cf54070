import "server-only";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import type { StateAbbr } from "../../geo/states/rules";
import { orThrow } from "../../platform/supabase/or-throw";
import type { ClubRole } from "./rules";

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

/** The members of a club, for club editors and those who run it. */
export async function listClubMembers(club: string) {
  return orThrow(await (await createSessionClient()).rpc("list_club_members", { club }));
}
export type ClubMember = Awaited<ReturnType<typeof listClubMembers>>[number];

/** The clubs that an account runs as owner or administrator, by name. */
export async function listOwnClubs(accountId: string) {
  const rows = orThrow(
    await (
      await createSessionClient()
    )
      .from("club_members")
      .select("role, club:clubs (id, name, state_abbr)")
      .eq("user_id", accountId)
      .in("role", ["owner", "admin"]),
  );
  return rows
    .flatMap(({ role, club }) => (club ? [{ ...club, role: role as ClubRole }] : []))
    .toSorted((a, b) => a.name.localeCompare(b.name, "pt-BR"));
}
export type OwnClub = Awaited<ReturnType<typeof listOwnClubs>>[number];
