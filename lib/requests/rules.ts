import { isValidCnpj, isValidCpf } from "@brazilian-utils/brazilian-utils";

/** What somebody may ask of the guide at `/{uf}/cadastro`; a club is a place of another kind to the team. */
export const PLACE_REQUEST_KINDS = ["new", "club", "correction", "claim"] as const;
export type PlaceRequestKind = (typeof PLACE_REQUEST_KINDS)[number];

export type NeededField = "category" | "name" | "city" | "serviceId" | "message";

/** What each kind of request cannot do without, besides who asks. */
export const NEEDED: Record<PlaceRequestKind, readonly NeededField[]> = {
  new: ["category", "name", "city"],
  club: ["name", "city"],
  correction: ["serviceId", "message"],
  claim: ["serviceId", "message"],
};

export const DELIVERY_KINDS = ["digital", "print", "both"] as const;
export const INTERESTS = ["serra", "coast", "history", "food", "museums", "photos", "events", "dirt"] as const;

export const MAX_PHOTOS = 5;
export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/** A photo this server has stored, as the forms hand it back: month and random name. */
const PHOTO_NAME = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/;

/** The stored photos a form names; anything else in the list is dropped. */
export function photoNames(list: string): string[] {
  return [...new Set(list.split(",").filter((name) => PHOTO_NAME.test(name)))].slice(0, MAX_PHOTOS);
}

/** A protocol however it was typed, or null: `lc 2026 000123 abcdef` → `LC-2026-000123-ABCDEF`. */
export function protocolOf(typed: string): string | null {
  const [, year, number, letters] = /^LC(\d{4})(\d{6,})([A-Z]{6})$/.exec(typed.toUpperCase().replace(/[^A-Z\d]/g, "")) ?? [];
  return letters ? `LC-${year}-${number}-${letters}` : null;
}

export function isPhone(typed: string): boolean {
  return /^\+?[0-9 ().-]{8,}$/.test(typed) && typed.replace(/\D/g, "").length >= 8;
}

/** A web address as typed, with `https://` where nothing was said. */
export function webAddress(typed: string): string {
  return !typed || /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
}

export function isWebAddress(typed: string): boolean {
  const address = webAddress(typed);
  return URL.canParse(address) && new URL(address).hostname.includes(".");
}

/** Whether the check digits of a CPF or CNPJ are right. */
export function isTaxId(typed: string): boolean {
  return isValidCpf(typed) || isValidCnpj(typed);
}

/** Nobody fills in a form this fast; the form itself waits until then. */
export const MIN_SECONDS = 3;

/** Whether a program filled in the form: it answered the hidden question, or took no time. */
export function isRobot({ homepage, seconds }: { homepage: string; seconds: number }): boolean {
  return homepage !== "" || seconds < MIN_SECONDS;
}

/** Coordinates typed or pasted from a map's address: `-27.5949, -48.5482` or `…/@-27.5949,-48.5482,15z`. */
export function coordinatesOf(typed: string): { lat: number; lng: number } | null {
  const [, lat, lng] = /(-?\d{1,2}[.]\d+)\s*[,; ]\s*(-?\d{1,3}[.]\d+)/.exec(typed) ?? [];
  const point = { lat: Number(lat), lng: Number(lng) };
  return lat && lng && isInBrazil(point) ? point : null;
}

/** The rectangle around Brazil and its islands, as the database checks it. */
export function isInBrazil({ lat, lng }: { lat: number; lng: number }): boolean {
  return lat >= -34 && lat <= 6 && lng >= -74 && lng <= -28;
}

/** The stages of a request in order; `null` for one that ended another way. */
const STAGES: Record<string, readonly string[]> = {
  trip_panel: ["received", "in_progress", "ready", "delivered"],
  ad_lead: ["received", "contacted", "won"],
  takedown: ["received", "in_review", "accepted"],
};
const PLACE_STAGES = ["received", "in_review", "approved"];

/** The way of a request and how far it has come; a refusal stands as the last stage. */
export function timelineOf(kind: string, status: string): { stages: readonly string[]; reached: number } {
  const stages = STAGES[kind] ?? PLACE_STAGES;
  const reached = stages.indexOf(status);
  return reached >= 0 ? { stages, reached } : { stages: [...stages.slice(0, -1), status], reached: stages.length - 1 };
}
