/** Kinds of applications at `/{uf}/cadastro`; a club is another kind of place for the team. */
export const PLACE_REQUEST_KINDS = ["new", "club", "correction", "claim"] as const;
export type PlaceRequestKind = (typeof PLACE_REQUEST_KINDS)[number];

export type NeededField = "category_key" | "name" | "city" | "service_id" | "message";

/** Required fields of each kind, in addition to the contact data. */
export const NEEDED: Record<PlaceRequestKind, readonly NeededField[]> = {
  new: ["category_key", "name", "city"],
  club: ["name", "city"],
  correction: ["service_id", "message"],
  claim: ["service_id", "message"],
};

export const INTERESTS = ["serra", "coast", "history", "food", "museums", "photos", "events", "dirt"] as const;

export const MAX_PHOTOS = 5;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/** Name of a stored photo in a form: month and random id. */
const PHOTO_NAME = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/;

/** The stored photos in a form's list; invalid names are dropped. */
export function photoNames(list: string): string[] {
  return [...new Set(list.split(",").filter((name) => PHOTO_NAME.test(name)))].slice(0, MAX_PHOTOS);
}

/** Normalises a protocol number; null when invalid: `lc 2026 000123 abcdef` → `LC-2026-000123-ABCDEF`. */
export function protocolOf(typed: string): string | null {
  const [, year, number, letters] =
    /^LC(\d{4})(\d{6,})([A-Z]{6})$/.exec(typed.toUpperCase().replace(/[^A-Z\d]/g, "")) ?? [];
  return letters ? `LC-${year}-${number}-${letters}` : null;
}

/** Parses coordinates, typed or from a map URL: `-27.5949, -48.5482` or `…/@-27.5949,-48.5482,15z`. */
export function coordinatesOf(typed: string): { lat: number; lng: number } | null {
  const [, lat, lng] = /(-?\d{1,2}[.]\d+)\s*[,; ]\s*(-?\d{1,3}[.]\d+)/.exec(typed) ?? [];
  const point = { lat: Number(lat), lng: Number(lng) };
  return lat && lng && isInBrazil(point) ? point : null;
}

/** Bounding box of Brazil with its islands, equal to the database constraint. */
export function isInBrazil({ lat, lng }: { lat: number; lng: number }): boolean {
  return lat >= -34 && lat <= 6 && lng >= -74 && lng <= -28;
}

/** Stages of an application in order, by kind. */
const STAGES: Record<string, readonly string[]> = {
  trip_panel: ["received", "in_progress", "ready", "delivered"],
  ad_lead: ["received", "contacted", "won"],
  takedown: ["received", "in_review", "accepted"],
};
const PLACE_STAGES = ["received", "in_review", "approved"];

/** Stages of an application and the reached one; a rejection replaces the last stage. */
export function timelineOf(kind: string, status: string): { stages: readonly string[]; reached: number } {
  const stages = STAGES[kind] ?? PLACE_STAGES;
  const reached = stages.indexOf(status);
  return reached >= 0 ? { stages, reached } : { stages: [...stages.slice(0, -1), status], reached: stages.length - 1 };
}
