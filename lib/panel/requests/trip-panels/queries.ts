import "server-only";
import { listCities } from "../../../geo/municipalities/rules";
import { orThrow } from "../../../platform/supabase/or-throw";
import type { createSessionClient } from "../../../platform/supabase/session";
import { startPlanOf, type PanelRequest } from "./rules";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** An application for a trip panel, for the team; null when it does not exist. */
export async function getPanelRequest(client: SessionClient, id: string) {
  return orThrow(
    await client
      .from("trip_panel_requests")
      .select(
        "id, protocol, user_id, name, email, phone, delivery_kind, start_on, end_on, origin, destination, states, cars, people, vehicles, km_per_day, budget, interests, needs_lodging, by_whatsapp, notes, status, status_note, answer_link, locale",
      )
      .eq("id", id)
      .maybeSingle(),
  );
}

/** The first plan for an application, from the towns of the IBGE list. */
export const firstPlan = (application: PanelRequest) => startPlanOf(application, listCities());
