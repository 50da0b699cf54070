import { addDays, DAY_MS, localIn, momentIn } from "../../platform/dates";
import type { Cell } from "../../platform/sheets";
import { answerRows } from "../registrations/questions/rules";
import type { Question } from "../registrations/questions/schema";
import {
  ACTIVE_REGISTRATION_STATUSES,
  APPROVABLE_REGISTRATION_STATUSES,
  EVENT_STATUSES,
  REFUSABLE_REGISTRATION_STATUSES,
  REGISTRATION_STATUSES,
  WAITABLE_REGISTRATION_STATUSES,
} from "../../platform/supabase/database-constants/events";

/** Tabs of the edit page with the fields of the record form that each of them shows; the others are built here. */
export const EDIT_TABS = {
  dados: null,
  programa: ["event_days"],
  arquivos: ["poster_path", "event_media"],
  tipos: ["event_registration_types"],
  estandes: ["stand_map_path", "event_stands"],
  patrocinadores: ["event_sponsors"],
  crachas: ["badge_size", "badge_hidden"],
  certificados: ["certificate_template_id", "certificate_hours"],
  mensagens: [],
  equipe: [],
  formulario: [],
} as const satisfies Record<string, readonly string[] | null>;

export type EditTab = keyof typeof EDIT_TABS;

const CHILDREN: readonly string[] = Object.values(EDIT_TABS).flatMap((names) => names ?? []);

export const editTab = (value: unknown): EditTab =>
  typeof value === "string" && Object.hasOwn(EDIT_TABS, value) ? (value as EditTab) : "dados";

/** The fields of the record form that a tab shows: the first tab has every field that is in no other one. */
export function fieldsOfTab<Field extends { name: string }>(fields: readonly Field[], tab: EditTab): Field[] {
  const names: readonly string[] | null = EDIT_TABS[tab];
  return fields.filter(({ name }) => (names ? names.includes(name) : !CHILDREN.includes(name)));
}

export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number];

export const DECISIONS = ["approve", "wait", "promote", "reject", "cancel"] as const;
export type Decision = (typeof DECISIONS)[number];

/** Results of a decision about one of several selected registrations, in the order of the sentences that list them. */
export const BULK_OUTCOMES = [
  "decided",
  "no_places",
  "payment_unavailable",
  "registration_decided",
  "registration_entered",
  "payment_checking",
  "failed",
] as const;

/** Decisions that need a reason; it is mailed to the person. */
export const NEEDS_REASON: readonly Decision[] = ["reject", "cancel"];

/** Most registrations that one bulk decision takes. */
export const MAX_SELECTED = 200;

const POSSIBLE: Record<Decision, readonly RegistrationStatus[]> = {
  approve: APPROVABLE_REGISTRATION_STATUSES,
  wait: WAITABLE_REGISTRATION_STATUSES,
  promote: ["waitlisted"],
  reject: REFUSABLE_REGISTRATION_STATUSES,
  cancel: ACTIVE_REGISTRATION_STATUSES,
};

/** The decisions that `private.decide_registration` accepts for a status. */
export const decisionsFor = (status: string): Decision[] =>
  DECISIONS.filter((decision) => POSSIBLE[decision].some((one) => one === status));

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (value: string): boolean => UUID.test(value);

const NOTE_CODES = [
  "edited",
  "answers",
  "stand",
  "document_ok",
  "document_refused",
  "resent",
  "shared",
  "attending",
  "price",
  "difference_paid",
  "approved_by",
  "refunded",
  "transferred",
  "left",
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

/** A line of the history: a code of `private.note_registration` with its detail, or a text that somebody wrote. */
export function noteOf(note: string | null): { code: NoteCode | null; detail: string } {
  // Cancellations after a refund have this word as their reason up to migration 20261130.
  if (note === "refunded") return { code: "refunded", detail: "" };
  const [start = "", ...rest] = (note ?? "").split(":");
  const code = NOTE_CODES.find((known) => known === start && rest.length > 0) ?? null;
  return { code, detail: code ? rest.join(":") : (note ?? "") };
}

/** Names of the changed questions and the reason of a line with the code `answers`. */
export function answersNote(detail: string): { names: string[]; reason: string } {
  const [names = "", ...reason] = detail.split(":");
  return { names: names.split(","), reason: reason.join(":") };
}

/** Key of the words for the mail that was sent again; the detail of the note is the kind of its link. */
export const resentKey = (detail: string): "resentBadge" | "resentRegistration" =>
  detail === "badge" ? "resentBadge" : "resentRegistration";

/** Clauses of a template with `{{names}}` replaced; an unknown or empty value becomes a line to fill in. */
export function mergedClauses(body: string, values: Readonly<Record<string, string>>): string[] {
  const filled = body.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, name: string) =>
    Object.hasOwn(values, name) && values[name] ? values[name] : "________",
  );
  return filled
    .split(/\n\s*\n/)
    .map((clause) => clause.trim())
    .filter(Boolean);
}

export const FINAL_LISTS = ["portaria", "estacionamento"] as const;

type Listed = {
  type_id: string;
  full_name: string;
  attending: string;
  registration_vehicles: readonly { class_name: string | null }[];
};

/**
 * Confirmed people in groups for a printed list: by kind for the gate; by the class of the first vehicle for the
 * parking, where people without a vehicle and those who said that they do not come are left out.
 */
export function groupsOfList<Row extends Listed>(
  kind: (typeof FINAL_LISTS)[number],
  rows: readonly Row[],
  nameOfType: ReadonlyMap<string, string>,
): { name: string; rows: Row[] }[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    if (kind === "estacionamento" && (row.registration_vehicles.length === 0 || row.attending === "no")) continue;
    const name =
      kind === "portaria" ? (nameOfType.get(row.type_id) ?? "") : (row.registration_vehicles[0]?.class_name ?? "");
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const byName = (a: string, b: string) => a.localeCompare(b, "pt-BR");
  return [...groups]
    .toSorted(([a], [b]) => byName(a, b))
    .map(([name, members]) => ({ name, rows: members.toSorted((a, b) => byName(a.full_name, b.full_name)) }));
}

export const EVENT_CHANGES = ["publish", "adjust", "reject", "postpone", "redate", "cancel"] as const;
export type EventChange = (typeof EVENT_CHANGES)[number];

const CHANGES_OF: Record<string, readonly EventChange[] | undefined> = {
  draft: ["publish"],
  rejected: ["publish"],
  pending: ["publish", "adjust", "reject"],
  published: ["redate", "postpone", "cancel"],
  postponed: ["redate", "cancel"],
};

/** What event managers can do with an event in a status. */
export const eventChanges = (status: string): readonly EventChange[] =>
  Object.hasOwn(CHANGES_OF, status) ? CHANGES_OF[status]! : [];

/** Whether everybody registered is mailed when the date changes, so that the form of the record does not change it. */
export const announcesDates = (status: string): boolean => eventChanges(status).includes("redate");

export type EventStatus = (typeof EVENT_STATUSES)[number];

/** The month of an address such as `2026-12`; the present one for another text. */
export const monthOf = (value: unknown, today: string): string =>
  typeof value === "string" && /^20\d{2}-(0[1-9]|1[0-2])$/.test(value) ? value : today.slice(0, 7);

/** Dates of an event that move with its date. */
export type EventDates = {
  starts_at: string;
  ends_at: string;
  time_zone: string;
  votes_open_at: string | null;
  votes_close_at: string | null;
  days: string[];
  kinds: {
    name: string;
    opens_at: string | null;
    closes_at: string | null;
    edit_until: string | null;
    price_steps: { starts_at: string }[];
  }[];
  messages: { name: string; send_at: string }[];
};

const WEEKS_OF_YEAR = 52;

/** The day of the next edition: 52 weeks later, or as many weeks as lead to a day after today; the weekday is the same. */
export function nextYearDay(day: string, today: string): string {
  const next = addDays(day, WEEKS_OF_YEAR * 7);
  if (next > today) return next;
  const weeks = Math.floor((Date.parse(today) - Date.parse(next)) / (7 * DAY_MS)) + 1;
  return addDays(next, weeks * 7);
}

type MovedKind = "opensAt" | "closesAt" | "editUntil" | "price" | "votes" | "programme";
type MovedDate = { name: string; kind: MovedKind | null; from: string; to: string };

/** Dates that move with the beginning of an event, in its time zone, as `private.move_event_dates`. */
export function movedEventDates(dates: EventDates, start: string, now = Date.now()): MovedDate[] {
  const zone = dates.time_zone;
  const asUtc = (local: string) => Date.parse(`${local}Z`);
  const before = localIn(dates.starts_at, zone);
  const shift = asUtc(start) - asUtc(before);
  if (!momentIn(start, zone) || shift === 0) return [];
  const days = (asUtc(`${start.slice(0, 10)}T00:00`) - asUtc(`${before.slice(0, 10)}T00:00`)) / DAY_MS;
  const entry = (name: string, kind: MovedKind | null, at: string | null): MovedDate[] => {
    if (!at) return [];
    const from = localIn(at, zone);
    return [{ name, kind, from, to: new Date(asUtc(from) + shift).toISOString().slice(0, 16) }];
  };
  const isPassed = (at: string | null) => at !== null && Date.parse(at) <= now;
  return [
    ...(days
      ? dates.days.map((day): MovedDate => ({ name: "", kind: "programme", from: day, to: addDays(day, days) }))
      : []),
    ...dates.kinds.flatMap(({ name, opens_at, closes_at, edit_until, price_steps: steps }) => [
      ...entry(name, "opensAt", isPassed(opens_at) ? null : opens_at),
      ...entry(name, "closesAt", closes_at),
      ...entry(name, "editUntil", edit_until),
      ...steps.flatMap(({ starts_at: at }) => entry(name, "price", isPassed(at) ? null : at)),
    ]),
    ...[dates.votes_open_at, dates.votes_close_at].flatMap((at) => entry("", "votes", at)),
    ...dates.messages.flatMap(({ name, send_at }) => entry(name, null, send_at)),
  ];
}

/** A column per question: the versions from the oldest to the newest, the newest wording as heading. */
export function questionColumns(versions: readonly (readonly Question[])[]): { name: string; label: string }[] {
  const labels = new Map<string, string>();
  for (const questions of versions)
    for (const { name, label, kind } of questions) if (kind !== "file") labels.set(name, label);
  const columns = [...labels].map(([name, label]) => ({ name, label }));
  const isRepeated = (label: string) => columns.filter((one) => one.label === label).length > 1;
  return columns.map(({ name, label }) => ({ name, label: isRepeated(label) ? `${label} (${name})` : label }));
}

/** The answer to a question as a cell: numbers stay numbers. */
export function answerCell(answers: unknown, name: string, words: { yes: string; no: string }): Cell {
  const value = (answers as Record<string, unknown> | null)?.[name];
  if (typeof value === "number") return value;
  return answerRows([], { [name]: value }, words)[0]?.[1] ?? null;
}
