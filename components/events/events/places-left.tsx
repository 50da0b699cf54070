"use client";

import { useEffect, useState } from "react";
import type { EventPlaces } from "@/lib/events/events/schema";

/** Requests by event: the cards of a page share one. */
const requests = new Map<string, Promise<EventPlaces | null>>();

function load(eventId: string): Promise<EventPlaces | null> {
  const known = requests.get(eventId);
  if (known) return known;
  // The handler has checked the answer; a schema here would send its library to every reader of the page.
  const request = fetch(`/api/event-places/${eventId}`)
    .then(async (response) => (response.ok ? ((await response.json()) as EventPlaces) : null))
    .catch(() => null);
  requests.set(eventId, request);
  // The next page that shows this event reads the places again.
  setTimeout(() => requests.delete(eventId), 5000);
  return request;
}

/** The places and stands of an event at this moment; null before the answer and without a connection. */
export function usePlaces(eventId: string): EventPlaces | null {
  const [places, setPlaces] = useState<EventPlaces | null>(null);
  useEffect(() => {
    let isShown = true;
    void load(eventId).then((found) => isShown && setPlaces(found));
    return () => {
      isShown = false;
    };
  }, [eventId]);
  return places;
}

type Props = {
  eventId: string;
  typeId: string;
  /** `other` contains `{count}`. */
  words: { one: string; other: string; none: string };
};

/** Free places of a kind; the page itself is cached and does not contain them. */
export function PlacesLeft({ eventId, typeId, words }: Props) {
  const type = usePlaces(eventId)?.types.find(({ id }) => id === typeId);
  const left = type && type.capacity !== null ? Math.max(0, type.capacity - type.taken) : null;
  const text = left === null ? "" : left === 0 ? words.none : left === 1 ? words.one : words.other;
  return (
    <p role="status" data-in-view className="min-h-6 font-semibold text-rota-text tabular">
      {text.replace("{count}", String(left))}
    </p>
  );
}
