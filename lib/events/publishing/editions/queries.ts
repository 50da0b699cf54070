import "server-only";
import { listOwnClubs } from "../../../guide/clubs/queries";
import type { Account } from "../../../platform/auth/account";
import { ADMIN_ROLES } from "../../../platform/auth/permissions";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { readMeetingRule } from "./rules";
import { PUBLIC_EVENT_STATUSES } from "../../../platform/supabase/database-constants/events";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** The club of a form; null when there is none. */
export async function getFormClub(client: Client, id: string) {
  return orThrow(
    await client
      .from("clubs")
      .select("id, name, state_abbr, city_ibge, meeting_rule, website, instagram")
      .eq("id", id)
      .is("deleted_at", null)
      .maybeSingle(),
  );
}

/** Whether an account publishes events of a club: its owner and administrators, and administrators of the portal. */
export async function publishesFor(account: Account, club: string): Promise<boolean> {
  if (ADMIN_ROLES.some((role) => role === account.role)) return true;
  return (await listOwnClubs(account.id)).some(({ id }) => id === club);
}

/** The latest event of a club that visitors saw, with the rule of its series if it has one. */
export async function getLastEdition(client: Client, club: string) {
  const last = orThrow(
    await client
      .from("events")
      .select("id, title, starts_at, time_zone, series:event_series (week, weekday)")
      .eq("club_id", club)
      .in("status", PUBLIC_EVENT_STATUSES)
      .is("deleted_at", null)
      .order("starts_at", { ascending: false })
      .order("id")
      .limit(1)
      .maybeSingle(),
  );
  if (!last) return null;
  const { week, weekday } = last.series ?? {};
  return { ...last, series: readMeetingRule(String(week), String(weekday)) };
}
