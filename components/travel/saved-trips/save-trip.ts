"use client";

import type { SaveTripAnswer, SaveTripInput } from "@/lib/travel/trips/schema";

/** Sent after each save of an own trip. */
export const SAVED_EVENT = "lacambeche:trip-saved";
export type SavedDetail = { id: string; isFirst: boolean };

type Holder = { token?: string; application?: string };

async function send(by: Holder, input: SaveTripInput): Promise<SaveTripAnswer> {
  const response = await fetch("/api/trips", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: null, ...by, input }),
  });
  const answer = (await response.json().catch(() => null)) as SaveTripAnswer | null;
  if (!answer || !("outcome" in answer)) throw new Error(`the save was answered with ${response.status}`);
  return answer;
}

/** Saves a trip of the signed-in account. */
export async function saveOwnTrip(input: SaveTripInput): Promise<SaveTripAnswer> {
  const answer = await send({}, input);
  // After the planner has noted the answer.
  const detail: SavedDetail = { id: input.id, isFirst: input.version === null };
  if (answer.outcome === "saved") setTimeout(() => window.dispatchEvent(new CustomEvent(SAVED_EVENT, { detail })));
  return answer;
}

/** Saves the trip of the link that is open: its token is in the address of the page. */
export async function saveLinkedTrip(input: SaveTripInput): Promise<SaveTripAnswer> {
  return send({ token: /\/viagem\/([^/]+)/.exec(window.location.pathname)?.[1] ?? "" }, input);
}

/** Saves the trip of the application whose page is open: its id is in the address of the page. */
export async function saveRequestedTrip(input: SaveTripInput): Promise<SaveTripAnswer> {
  return send({ application: /\/service-requests\/([^/]+)/.exec(window.location.pathname)?.[1] ?? "" }, input);
}
