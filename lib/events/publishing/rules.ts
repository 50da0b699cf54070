import type { ProgrammeItem } from "../events/schema";
import type { CacheTag } from "../../platform/cache-tags";
import { addDays, DAY_MS } from "../../platform/dates";
import { parseDecimal } from "../../platform/typed-values";
import { timeZoneOf } from "../../platform/time-zones/rules";
import { isCountryUnclear, isPhone } from "../../platform/whatsapp";
import type { Outcome } from "../../platform/outcome";
import {
  EVENT_STATUSES,
  MAX_EVENT_DAYS,
  PUBLIC_EVENT_STATUSES,
} from "../../platform/supabase/database-constants/events";

export const MAX_KINDS = 12;

export const EVENT_STEPS = [
  "basics",
  "place",
  "dates",
  "poster",
  "rules",
  "kinds",
  "stands",
  "team",
  "review",
] as const;
export type EventStep = (typeof EVENT_STEPS)[number];

/** The step of an address; undefined for another text. */
export const eventStep = (value: unknown): EventStep | undefined => EVENT_STEPS.find((step) => step === value);

/** Values of the form by field name, as a draft stores them. */
export type FormValues = Record<string, string>;
export type FieldErrors = Record<string, string[] | undefined>;

const FIELDS: Record<EventStep, readonly string[]> = {
  basics: [
    "title",
    "kind",
    "state_abbr",
    "municipality_ibge",
    "zoneAgreed",
    "description",
    "organizer_name",
    "organizer_phone",
    "organizer_email",
    "website",
    "instagram",
  ],
  place: ["venue", "address", "pin", "access_notes"],
  dates: ["startDay", "startTime", "endDay", "endTime", "programme"],
  poster: ["poster_path"],
  rules: ["rules", "min_vehicle_age", "solidarity_item", "capacity", "votes_open_at", "votes_close_at"],
  kinds: ["kinds"],
  stands: ["stands", "stand_map_path"],
  team: ["team"],
  review: [],
};
const NEEDED = ["title", "municipality_ibge", "organizer_name", "startDay", "startTime", "endDay", "endTime"];

/** The step of a field; the parts of a list (`kinds.0.price`) are in the step of the list. */
function stepOf(field: string): EventStep | null {
  const name = field.split(".")[0]!;
  return EVENT_STEPS.find((step) => FIELDS[step].includes(name)) ?? null;
}

/** The first step with an error. */
export function stepWithError(errors: FieldErrors | undefined): EventStep | null {
  const wrong = Object.entries(errors ?? {}).flatMap(([field, codes]) => (codes?.length ? [stepOf(field)] : []));
  return EVENT_STEPS.find((step) => wrong.includes(step)) ?? null;
}

/** Errors that block the next step; the server checks everything again. */
export function errorsIn(step: EventStep, values: FormValues): FieldErrors {
  const missing = NEEDED.filter((field) => FIELDS[step].includes(field) && !values[field]?.trim());
  const errors: FieldErrors = Object.fromEntries(missing.map((field) => [field, ["missing"]]));
  const names = Object.keys(values).filter((name) => /^kinds\.\d+\.name$/.test(name) && !values[name]?.trim());
  if (step === "kinds") for (const name of names) errors[name] = ["missing"];
  if (step === "kinds") for (const name of emptyLabels(values)) errors[name] = ["missing"];
  if (step === "basics" && isZoneOpen(values)) errors.zoneAgreed = ["zoneOpen"];
  if (step === "dates" && missing.length === 0 && !endsAfterStart(values)) errors.endDay = ["endsBeforeStart"];
  return errors;
}

const emptyLabels = (values: FormValues) =>
  Object.keys(values)
    .filter((name) => /^kinds\.\d+\.questions\.\d+\.kind$/.test(name))
    .map((name) => name.replace(/kind$/, "label"))
    .filter((name) => !values[name]?.trim());

/** Whether the form asks about another time zone and the answer is missing. */
export const isZoneOpen = ({ zoneAsked, zoneAgreed }: { zoneAsked?: string; zoneAgreed?: string }): boolean =>
  zoneAsked === "on" && zoneAgreed !== "on";

const endsAfterStart = ({ startDay, startTime, endDay, endTime }: FormValues) =>
  `${endDay}T${endTime}` > `${startDay}T${startTime}`;

/** The days of an event; empty when the dates are missing, reversed or more than a month apart. */
export function daysBetween(first: string, last: string): string[] {
  const from = Date.parse(`${first}T00:00:00Z`);
  const until = Date.parse(`${last}T00:00:00Z`);
  const days: string[] = [];
  const day = new Date(from);
  while (day.getTime() <= until && days.length <= MAX_EVENT_DAYS) {
    days.push(day.toISOString().slice(0, 10));
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days.length > MAX_EVENT_DAYS ? [] : days;
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** Days from one date to another; 0 while one of them is not complete. */
export function daysApart(from: string, until: string): number {
  const days = dayNumber(until) - dayNumber(from);
  return Number.isInteger(days) ? days : 0;
}

/** The values of a form with the programme of each day, some days later. */
export const movedProgramme = (values: FormValues, days: number): FormValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name.startsWith("programme."))
      .map(([name, text]) => [`programme.${addDays(name.slice("programme.".length), days)}`, text]),
  );

const LINE = /^(?:(\d{1,2})(?:[:h](\d{2})?)\s*[-–:]?\s+)?(.*)$/i;

/** One line of the programme: `09:30 Desfile`, `9h Abertura`, or a text without time. */
function itemOf(line: string): ProgrammeItem {
  const [, hours, minutes = "00", text = ""] = LINE.exec(line) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return { time: "", text: line };
  return { time: `${hours.padStart(2, "0")}:${minutes}`, text: text.trim() };
}

/** The programme of a day from the lines of a text. */
export function programmeOf(text: string): ProgrammeItem[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map(itemOf);
}

/** The text of a programme, as `programmeOf` reads it. */
export const programmeText = (items: readonly ProgrammeItem[]): string =>
  items.map(({ time, text }) => (time ? `${time} ${text}` : text)).join("\n");

/** Keeps the translations of lines whose Portuguese text did not change. */
export function withTranslations(items: readonly ProgrammeItem[], before: readonly ProgrammeItem[]): ProgrammeItem[] {
  return items.map((item) => {
    const { en, es } = before.find(({ text }) => text === item.text) ?? {};
    return { ...item, ...(en && { en }), ...(es && { es }) };
  });
}

const MAX_TEAM = 20;

/** A person whom the organiser names for check-in. */
export type TeamMember = { full_name: string; phone: string | null };

/** The people of a text with a line for each: `Ana Souza, 48 99999-0000`, or a name alone. */
export function teamOf(text: string): TeamMember[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, name = line, phone = null] = /^(.*?)[\s,;:–-]+(\+?[(\d][\d ().-]*)$/.exec(line) ?? [];
      return { full_name: name, phone };
    });
}

/** The text of a team, as `teamOf` reads it. */
export const teamText = (members: readonly TeamMember[]): string =>
  members.map(({ full_name: name, phone }) => (phone ? `${name}, ${phone}` : name)).join("\n");

/** Whether every line has a name, and a phone number or none. */
export const isTeam = (members: readonly TeamMember[]): boolean =>
  members.length <= MAX_TEAM &&
  members.every(
    ({ full_name: name, phone }) =>
      /\p{L}/u.test(name) &&
      name.length <= 120 &&
      (phone === null || (phone.length <= 30 && isPhone(phone) && !isCountryUnclear(phone))),
  );

/** Three digits after a comma are no cents; thousands have a point. */
const THREE_DECIMALS = /^\D*\d+,\d{3}$/;

/** Cents of a price such as `25`, `25,50` or `1.250,00`; null for anything else. */
export function centsOf(typed: string): number | null {
  const reais = THREE_DECIMALS.test(typed.trim()) ? undefined : parseDecimal(typed, 2);
  return reais === undefined ? null : Math.round((reais ?? 0) * 100);
}

export const priceText = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2).replace(".", ",");

/** Fields of the form for what several fields give, and for what the database adds to a refused field. */
const FIELD_OF: Record<string, string> = {
  town: "municipality_ibge",
  lat: "pin",
  lng: "pin",
  starts_at: "startDay",
  ends_at: "endDay",
  days: "programme",
  kinds_registered: "kinds",
  stands_taken: "stands",
};
const FIELD_OF_PART: Record<string, string> = {
  capacity_taken: "capacity",
  kind_registered: "kind",
  repeated: "label",
};
const CODES: Record<string, string> = {
  starts_at: "dateInvalid",
  ends_at: "endsBeforeStart",
  poster_path: "posterMissing",
  days: "programmeInvalid",
  team: "teamInvalid",
  kinds_registered: "kindRegistered",
  kind_registered: "kindRegistered",
  capacity_taken: "capacityTaken",
  gate_places: "gatePlaces",
  closes_at: "closesInvalid",
  name: "nameRepeated",
  repeated: "nameRepeated",
  label: "labelInvalid",
  stands_taken: "standsTaken",
  stand_map_path: "planMissing",
  votes_close_at: "votesInvalid",
  options: "optionsInvalid",
  options_en: "optionsInvalid",
  options_es: "optionsInvalid",
  classes: "classesInvalid",
  price_cents: "unpayable",
};

const PART = /^((?:kinds|stands)\.\d+(?:\.(?:price_steps|questions)\.\d+)?)\.(\w+)$/;

/** The field of the form and the error code for a field that `save_event` refused. */
export function refusalOf(detail: string): FieldErrors {
  const [, part, column = detail] = PART.exec(detail) ?? [];
  const field = part ? `${part}.${FIELD_OF_PART[column] ?? column}` : (FIELD_OF[detail] ?? detail);
  const code = part?.includes(".price_steps.") && column === "starts_at" ? "stepInvalid" : CODES[column];
  return { [stepOf(field) ? field : "title"]: [code ?? "invalid"] };
}

export type EventStatus = (typeof EVENT_STATUSES)[number];
export const isVisible = (status: string) => PUBLIC_EVENT_STATUSES.some((one) => one === status);

/** The parts of an outcome of a change that pages show. */
type Change = {
  outcome: Outcome["outcome"];
  reason?: string;
  status?: string | undefined;
  state_abbr?: string | null | undefined;
  state_before?: string | null | undefined;
};

/** The key of the text why an event was not changed; null when it was. */
export function stopOf(answer: Change): string | null {
  if (answer.outcome === "saved") return null;
  return { conflict: "stale", gone: "missing", refused: answer.reason ?? null }[answer.outcome];
}

/** Tags of the cached pages on which visitors see an event that was changed. */
export function tagsOfEvent(change: Change): CacheTag[] {
  if (change.outcome !== "saved") return [];
  const { status, state_abbr: state, state_before: before } = change;
  if (!status || !isVisible(status)) return [];
  return [state, before].filter(Boolean).map((abbr): CacheTag => `events:${abbr!}`);
}

/** Time zone of the municipality of a form; that of its state while no municipality is chosen. */
export const zoneOfForm = ({ state_abbr = "", municipality_ibge }: FormValues): string =>
  timeZoneOf(state_abbr, Number(municipality_ibge) || null);

/** Path of the preview of an event. */
export const previewPath = (id: string): string => `/publicar-evento/preview/${id}`;
/** Path of the form of a new event in a state. */
export const publishPath = (uf: string | null): string => (uf ? `/${uf}/publicar-evento` : "/publicar-evento");
/** Path of the form of an event that exists, at a step. */
export const editPath = (id: string, step?: EventStep): string =>
  `/publicar-evento?evento=${id}${step ? `&etapa=${step}` : ""}`;
