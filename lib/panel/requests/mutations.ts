import "server-only";
import { callerLocale } from "../../platform/caller-locale";
import { AppError } from "../../platform/error";
import type { createSessionClient } from "../../platform/supabase/session";
import type { PlaceRequest, TakedownRequest, TripPanelRequest } from "./schema";
import { databaseError } from "../../platform/supabase/or-throw";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;
type SubmitFunction =
  | "submit_service_request"
  | "submit_trip_panel_request"
  | "submit_ad_lead"
  | "submit_takedown_request"
  | "submit_app_review";

/** Removes empty values; the database functions treat a missing key as no answer. */
function answered(values: Record<string, unknown>): { [key: string]: string | number | boolean | string[] } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined),
  ) as ReturnType<typeof answered>;
}

/**
 * Submits a form to the database, which validates it again, and returns the protocol number; the mailed answer is in
 * the language of the page.
 */
export async function fileRequest(
  client: SessionClient,
  submit: SubmitFunction,
  values: Record<string, unknown>,
): Promise<string> {
  const { data, error } = await client.rpc(submit, { payload: { ...answered(values), locale: await callerLocale() } });
  if (error?.message === "invalid_request")
    throw new AppError("input.invalid", { detail: `${submit}: ${error.details}` });
  if (error?.message === "feature_off") throw new AppError("feature.off", { detail: submit });
  if (error) throw databaseError(error);
  return String(data ?? "");
}

/** Submits an application about a place; with `subject: club` the approved row is stored as a club. */
export function fileServiceRequest(client: SessionClient, request: PlaceRequest): Promise<string> {
  const { kind, pin, attributes, homepage: _, seconds: __, consent, ...rest } = request;
  const isClub = kind === "club";
  return fileRequest(client, "submit_service_request", {
    kind: isClub ? "new" : kind,
    subject: isClub ? "club" : undefined,
    state_abbr: rest.state,
    service_id: rest.serviceId,
    name: rest.name,
    category_key: isClub ? "other" : rest.category,
    city: rest.city,
    address: rest.address,
    lat: pin?.lat,
    lng: pin?.lng,
    phone: rest.placePhone,
    website: rest.website,
    instagram: rest.instagram,
    opening_hours: rest.hours,
    description: rest.description,
    attributes: attributes.length > 0 ? attributes : undefined,
    makes: rest.makes,
    message: rest.message,
    photos: rest.photos,
    requester_name: rest.requesterName,
    requester_email: rest.requesterEmail,
    requester_phone: rest.requesterPhone,
    document: rest.document,
    runs_place: (kind === "new" && rest.runsPlace) || undefined,
    plan_id: kind === "new" || kind === "claim" ? rest.plan : undefined,
    consent,
  });
}

export function fileTripPanelRequest(client: SessionClient, request: TripPanelRequest): Promise<string> {
  return fileRequest(client, "submit_trip_panel_request", {
    name: request.name,
    email: request.email,
    phone: request.phone,
    by_whatsapp: request.byWhatsapp,
    delivery_kind: request.deliveryKind,
    start_on: request.startOn,
    end_on: request.endOn,
    origin: request.origin,
    destination: request.destination,
    states: request.states,
    cars: request.cars,
    people: request.people,
    vehicles: request.vehicles,
    km_per_day: request.kmPerDay,
    budget: request.budget,
    interests: request.interests,
    needs_lodging: request.needsLodging,
    notes: request.notes,
    consent: request.consent,
  });
}

export function fileTakedownRequest(client: SessionClient, request: TakedownRequest): Promise<string> {
  const { url, email, phone, reason, evidence } = request;
  return fileRequest(client, "submit_takedown_request", {
    url,
    claimant_name: request.claimantName,
    email,
    phone,
    reason,
    evidence,
    declares_truth: request.declaresTruth,
  });
}
