import "server-only";
import { fileRequest } from "../../platform/public-forms/mutations";
import type { createSessionClient } from "../../platform/supabase/session";
import type { PlaceRequest, TakedownRequest, TripPanelRequest } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

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
