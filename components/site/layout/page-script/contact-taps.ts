import type { PlaceContact } from "@/lib/guide/services/schema";

/** The place and kind of a contact link that was pressed; null for anything else. */
function contactOf({ target, button }: MouseEvent): PlaceContact | null {
  if (!(target instanceof Element) || button > 1) return null;
  const kind = target.closest<HTMLElement>("a[data-contact]")?.dataset.contact;
  const service = target.closest<HTMLElement>("[data-place]")?.dataset.place;
  return kind && service ? { service, kind: kind as PlaceContact["kind"] } : null;
}

/** Counts taps on the contact links of places, for those who run them. */
export function countContactTaps(): void {
  const count = (event: MouseEvent) => {
    const contact = contactOf(event);
    if (contact) navigator.sendBeacon("/api/place-contacts", JSON.stringify(contact));
  };
  // A middle click fires `auxclick` instead of `click`.
  for (const press of ["click", "auxclick"] as const) document.addEventListener(press, count);
}
