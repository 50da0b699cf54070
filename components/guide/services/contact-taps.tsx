"use client";

import { useEffect } from "react";
import type { PlaceContact } from "@/lib/guide/services/schema";

/** The place and kind of a contact link that was pressed; null for anything else. */
function contactOf({ target, button }: MouseEvent): PlaceContact | null {
  if (!(target instanceof Element) || button > 1) return null;
  const kind = target.closest<HTMLElement>("a[data-contact]")?.dataset.contact;
  const service = target.closest<HTMLElement>("[data-place]")?.dataset.place;
  return kind && service ? { service, kind: kind as PlaceContact["kind"] } : null;
}

/**
 * Counts taps on the contact links of places, for those who run them. It listens to the document because the sheet of a
 * list shows the HTML of the page of a place without its components.
 */
export function ContactTaps() {
  useEffect(() => {
    const count = (event: MouseEvent) => {
      const contact = contactOf(event);
      if (contact) navigator.sendBeacon("/api/place-contacts", JSON.stringify(contact));
    };
    // A middle click fires `auxclick` instead of `click`.
    const presses = ["click", "auxclick"] as const;
    for (const press of presses) document.addEventListener(press, count);
    return () => {
      for (const press of presses) document.removeEventListener(press, count);
    };
  }, []);
  return null;
}
