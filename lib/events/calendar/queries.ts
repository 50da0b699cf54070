import "server-only";
import type { StateAbbr } from "../../geo/states/rules";
import { stateTag } from "../../platform/cache-tags";
import { addDays, brazilianDay, startOfDay } from "../../platform/dates";
import { MAX_EVENT_DAYS } from "../../platform/supabase/database-constants/events";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";

const COLUMNS =
  "id, slug, title, title_en:translations->en->>title, title_es:translations->es->>title, status, is_demo, starts_at, ends_at, time_zone, updated_at, venue, town, state_abbr, event_days (day, items)";

const MAX_EVENTS = 500;

/** Days after its end for which an event stays in the calendar of a state, so that subscribers still see it. */
const KEPT_DAYS = 30;

/** Public events of a state with their programme, by date: those to come and those of the last month. */
export async function listCalendarEvents(state: StateAbbr) {
  const first = addDays(brazilianDay(Date.now()), -KEPT_DAYS);
  return orThrow(
    await createPublicClient([stateTag("events", state)])
      .from("events")
      .select(COLUMNS)
      .eq("state_abbr", state)
      .gte("ends_at", startOfDay(first))
      // No event lasts longer, so that the list by date does not begin with all past events.
      .gte("starts_at", startOfDay(addDays(first, -MAX_EVENT_DAYS)))
      .order("starts_at")
      .order("id")
      .limit(MAX_EVENTS),
  );
}
