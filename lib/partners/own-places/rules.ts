import type { Weekday } from "../../guide/services/rules";
import { WEEKDAYS } from "../../platform/supabase/database-constants/partners";

/** Owners manage staff and plans; both edit the place and answer its messages. */
export const PLACE_ROLES = ["owner", "staff"] as const;
export type PlaceRole = (typeof PLACE_ROLES)[number];

export const MAX_GALLERY = 12;

export const OWN_PLACES_PATH = "/painel/lugares";
/** Page of a place for those who run it. */
export const ownPlacePath = (id: string): string => `${OWN_PLACES_PATH}/${id}`;
export const staffInvitationPath = (token: string): string => `${OWN_PLACES_PATH}/convite/${token}`;

export const DIRECT_FIELDS = ["phone", "whatsapp", "website", "instagram", "opening_hours", "attributes"] as const;
export type DirectField = (typeof DIRECT_FIELDS)[number];
export const MODERATED_FIELDS = [
  "name",
  "description",
  "category_key",
  "city",
  "address",
  "lat",
  "lng",
  "gallery",
] as const;
export type ModeratedField = (typeof MODERATED_FIELDS)[number];

/** Text of a value that does not depend on the order of keys. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${written(inner)}`).join()}}`;
}

/** Whether two values are the same; an empty text counts as no value. */
export const isSame = (one: unknown, other: unknown): boolean =>
  written(one === "" ? null : one) === written(other === "" ? null : other);

/** The values that differ from the earlier ones; only these are sent, so that an edit keeps the fields of other people. */
export function changedValues<Values extends Record<string, unknown>>(
  before: Partial<Record<keyof Values, unknown>>,
  values: Values,
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(before[name], value)),
  ) as Partial<Values>;
}

/** A position as the form shows it; empty without one. */
export const pinText = ({ lat, lng }: { lat?: unknown; lng?: unknown }): string =>
  typeof lat === "number" && typeof lng === "number" ? `${lat.toFixed(5)}, ${lng.toFixed(5)}` : "";

export type Hours = Partial<Record<Weekday, [from: string, to: string][]>>;
export const MAX_SPANS = 4;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Names of the two fields of a time span in the form. */
export const spanNames = (day: Weekday, span: number) =>
  [`${day}-${span}-from`, `${day}-${span}-to`] as [from: string, to: string];

/** The typed spans of each day, with those of Monday on the other days given; half-filled spans are kept as typed. */
export function copiedHours(valueOf: (name: string) => string, others: readonly Weekday[]): Hours {
  const spansOf = (day: Weekday) =>
    Array.from({ length: MAX_SPANS }, (_, span) => spanNames(day, span).map(valueOf) as [string, string]).filter(
      ([from, to]) => from || to,
    );
  return Object.fromEntries(WEEKDAYS.map((day) => [day, spansOf(others.includes(day) ? "mon" : day)]));
}

/**
 * Opening hours from the fields of the form: null when none are given, "invalid" when only one of two times is given
 * or both are equal. A day without times is closed.
 */
export function hoursOf(valueOf: (name: string) => string): Hours | null | "invalid" {
  const hours: Hours = {};
  for (const day of WEEKDAYS) {
    for (let span = 0; span < MAX_SPANS; span += 1) {
      const [from = "", to = ""] = spanNames(day, span).map((name) => valueOf(name).trim());
      if (!from && !to) continue;
      if (!TIME.test(from) || !TIME.test(to) || from === to) return "invalid";
      hours[day] = [...(hours[day] ?? []), [from, to]];
    }
  }
  return Object.keys(hours).length > 0 ? hours : null;
}
