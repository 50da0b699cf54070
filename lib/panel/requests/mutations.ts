import "server-only";
import { fileRequest } from "../../platform/public-forms/mutations";
import type { createSessionClient } from "../../platform/supabase/session";
import type { PlaceRequest, TakedownRequest, TripPanelRequest } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

/** Submits an application about a place; with `subject: club` the approved row is stored as a club. */
export function fileServiceRequest(client: SessionClient, application: PlaceRequest): Promise<string> {
  const { kind, pin, attributes, runs_place, plan_id, ...fields } = application;
  const club = { kind: "new", subject: "club", category_key: "other" };
  return fileRequest(client, "submit_service_request", {
    kind,
    ...fields,
    ...(kind === "club" && club),
    lat: pin?.lat,
    lng: pin?.lng,
    attributes: attributes.length > 0 ? attributes : undefined,
    runs_place: (kind === "new" && runs_place) || undefined,
    plan_id: kind === "new" || kind === "claim" ? plan_id : undefined,
  });
}

export const fileTripPanelRequest = (client: SessionClient, application: TripPanelRequest): Promise<string> =>
  fileRequest(client, "submit_trip_panel_request", application);

export const fileTakedownRequest = (client: SessionClient, application: TakedownRequest): Promise<string> =>
  fileRequest(client, "submit_takedown_request", application);
