import { z } from "zod";
import { programmeSchema } from "../events/schema";
import { email, errorsOf, instagram, needed, phone, text, web, type FieldError } from "../../platform/form";
import { coordinatesOf } from "../../panel/requests/rules";
import { state } from "../../geo/states/schema";
import { nestedForm } from "./parts/rules";
import { kindsSchema, localMoment, standsSchema, storedKind, storedStand, whole } from "./parts/schema";
import { EVENT_CHECKS } from "./checklist/rules";
import { daysBetween, programmeOf, isTeam, isZoneOpen, teamOf, type FieldErrors } from "./rules";
import { outcomeSchema } from "../../platform/outcome-schema";
import {
  EVENT_FROM_LENGTHS,
  EVENT_KINDS,
  MODERATED_EVENT_PARTS,
} from "../../platform/supabase/database-constants/events";

/** Error codes of the form; their texts are in `event-publishing.validation`. */
type ValidationCode =
  | FieldError
  | "invalid"
  | "pinInvalid"
  | "moneyInvalid"
  | "timeInvalid"
  | "endsBeforeStart"
  | "tooLongEvent"
  | "programmeInvalid"
  | "teamInvalid"
  | "posterMissing"
  | "closesInvalid"
  | "kindRegistered"
  | "capacityTaken"
  | "gatePlaces"
  | "nameRepeated"
  | "votesInvalid"
  | "zoneOpen";

const wrong = errorsOf<ValidationCode>();

const day = needed(10).refine((value) => !value || z.iso.date().safeParse(value).success, wrong("dateInvalid"));
const time = needed(5).pipe(z.string().regex(/^(?:([01]\d|2[0-3]):[0-5]\d)?$/, wrong("timeInvalid")));
const optionalEmail = text(254).refine((value) => !value || email.safeParse(value).success, wrong("emailInvalid"));

const orNull = (value: string) => value || null;

/** The form of an event. What one column keeps has the name of that column. */
const event = z.object({
  id: z.union([z.literal(""), z.guid()]).prefault(""),
  expected_version: z.union([z.literal(""), z.iso.datetime({ offset: true })]).prefault(""),
  club_id: z.union([z.literal(""), z.guid()]).prefault(""),
  /** Rule of a recurring meeting, such as `5-0`: the last Sunday of the month. */
  series: z
    .string()
    .regex(/^(?:[1-5]-[0-6])?$/)
    .prefault(""),
  /** The form has every part of an event; a page that was opened before it had them does not send this. */
  parts: z.enum(["", "on"]).prefault(""),
  title: needed(EVENT_FROM_LENGTHS.title),
  kind: z.enum(EVENT_KINDS, wrong("choiceMissing")),
  state_abbr: state,
  municipality_ibge: z.coerce
    .number(wrong("choiceMissing"))
    .int()
    .min(1_100_000, wrong("choiceMissing"))
    .max(5_399_999),
  /** The form asked about the time zone of another municipality, and the answer. */
  zoneAsked: z.enum(["", "on"]).prefault(""),
  zoneAgreed: z.enum(["", "on"]).prefault(""),
  description: text(EVENT_FROM_LENGTHS.description),
  organizer_name: needed(EVENT_FROM_LENGTHS.organizer_name),
  organizer_phone: phone.transform(orNull),
  organizer_email: optionalEmail.transform(orNull),
  website: web.transform(orNull),
  instagram: instagram(100).transform(orNull),
  venue: text(EVENT_FROM_LENGTHS.venue).transform(orNull),
  address: text(EVENT_FROM_LENGTHS.address).transform(orNull),
  access_notes: text(EVENT_FROM_LENGTHS.access_notes).transform(orNull),
  pin: text(400)
    .refine((value) => !value || coordinatesOf(value) !== null, wrong("pinInvalid"))
    .transform(coordinatesOf),
  startDay: day,
  startTime: time,
  endDay: day,
  endTime: time,
  programme: z.record(z.string(), text(8000)).prefault({}),
  poster_path: text(100).transform(orNull),
  rules: text(EVENT_FROM_LENGTHS.rules),
  min_vehicle_age: whole(0, 100),
  solidarity_item: text(EVENT_FROM_LENGTHS.solidarity_item).transform(orNull),
  capacity: whole(1, 1_000_000),
  votes_open_at: localMoment,
  votes_close_at: localMoment,
  kinds: kindsSchema,
  stand_map_path: text(100).transform(orNull),
  stands: standsSchema,
  team: text(4000).transform(teamOf).refine(isTeam, wrong("teamInvalid")),
});
export type EventForm = z.output<typeof event>;

/** The size of a form is limited before it is read: 400 stands with eleven fields, and kinds with their questions. */
export const MAX_FIELDS = 9000;
export const MAX_NAME = 100;
export const eventFormSchema = z.instanceof(FormData).refine((form) => {
  const names = [...form.keys()];
  return (
    names.length <= MAX_FIELDS &&
    names.every((name) => name.length <= MAX_NAME) &&
    [...form.values()].every((one) => typeof one === "string")
  );
});
export const submitSchema = z.object({ id: z.guid(), expected_version: z.iso.datetime({ offset: true }) });
export const reasonSchema = submitSchema.extend({ reason: needed(1000) });
export const townsSchema = z.object({ state });
export const nearbySchema = z.object({
  municipality: z.number().int().min(1_100_000).max(5_399_999),
  day: z.iso.date(),
  id: z.union([z.literal(""), z.guid()]),
});

/** Errors that concern several fields. */
function conflictsIn({ startDay, startTime, endDay, endTime, programme, ...rest }: EventForm): FieldErrors {
  if (isZoneOpen(rest)) return { zoneAgreed: ["zoneOpen"] };
  if (`${endDay}T${endTime}` <= `${startDay}T${startTime}`) return { endDay: ["endsBeforeStart"] };
  const days = daysBetween(startDay, endDay);
  if (days.length === 0) return { endDay: ["tooLongEvent"] };
  const { votes_open_at: opens, votes_close_at: closes } = rest;
  if (Boolean(opens) !== Boolean(closes)) return { [opens ? "votes_close_at" : "votes_open_at"]: ["missing"] };
  if (opens && closes <= opens) return { votes_close_at: ["votesInvalid"] };
  const long = days.find((one) => isTooLong(programme[one] ?? ""));
  return long ? { [`programme.${long}`]: ["programmeInvalid"] } : {};
}

function isTooLong(programme: string): boolean {
  const items = programmeOf(programme);
  return items.length > 40 || items.some(({ text: line }) => line === "" || line.length > 300);
}

/** The values of a submitted form, or the errors of its fields. */
export function readEventForm(form: FormData): { event: EventForm } | { errors: FieldErrors } {
  const parsed = event.safeParse(nestedForm(form));
  if (!parsed.success) {
    const errors: FieldErrors = {};
    for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= [message];
    return { errors };
  }
  const conflicts = conflictsIn(parsed.data);
  return Object.keys(conflicts).length > 0 ? { errors: conflicts } : { event: parsed.data };
}

const nullable = <Type extends z.ZodType>(type: Type) => type.nullable();
const textOrNull = nullable(z.string());

const programmeDays = z.array(z.object({ day: z.string(), items: programmeSchema }));

/** The columns of an event that its form has. */
const formEvent = z.object({
  title: z.string(),
  kind: z.enum(EVENT_KINDS),
  organizer_name: z.string(),
  organizer_phone: textOrNull,
  organizer_email: textOrNull,
  website: textOrNull,
  instagram: textOrNull,
  state_abbr: state,
  municipality_ibge: z.number(),
  venue: textOrNull,
  address: textOrNull,
  access_notes: textOrNull,
  lat: nullable(z.number()),
  lng: nullable(z.number()),
  starts_at: z.string(),
  ends_at: z.string(),
  description: z.string(),
  rules: z.string(),
  min_vehicle_age: nullable(z.number()),
  solidarity_item: textOrNull,
  capacity: nullable(z.number()),
  poster_path: textOrNull,
  stand_map_path: textOrNull,
  votes_open_at: textOrNull,
  votes_close_at: textOrNull,
  days: programmeDays,
  kinds: z.array(storedKind),
  stands: z.array(storedStand),
  team: z.array(z.object({ full_name: z.string(), phone: textOrNull })),
});
export type FormEvent = z.output<typeof formEvent> & { id: string; updated_at: string };
const changedValues = formEvent.partial();

/** What `read_event_form` returns. */
export const savedEventSchema = formEvent.extend({
  id: z.string(),
  slug: z.string(),
  status: z.string(),
  status_note: textOrNull,
  is_demo: z.boolean(),
  is_portal_event: z.boolean(),
  club_id: textOrNull,
  town: z.string(),
  time_zone: z.string(),
  translations: z.json(),
  published_at: textOrNull,
  updated_at: z.string(),
  kinds: z.array(storedKind.extend({ id: z.string(), translations: z.json() })),
  sponsors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      tier: z.string(),
      url: textOrNull,
      logo_path: textOrNull,
      position: z.number(),
    }),
  ),
  gaps: z.array(z.string()),
  checklist: z.array(z.object({ key: z.enum(EVENT_CHECKS), needed: z.boolean(), done: z.boolean() })),
  /** A change of a published event that waits for the team. */
  change: z
    // The database stores what the API was given; values that the form does not know are not shown in it.
    .object({ fields: z.array(z.enum(MODERATED_EVENT_PARTS)), values: changedValues.catch({}) })
    .nullable(),
  publishes_directly: z.boolean(),
});
export type SavedEvent = z.output<typeof savedEventSchema>;

/** What the functions that change an event return. */
export const changedSchema = outcomeSchema({
  saved: {
    id: z.string().optional(),
    status: z.string().optional(),
    state_abbr: z.string().nullish(),
    state_before: z.string().nullish(),
    updated_at: z.string().optional(),
    mailed: z.number().optional(),
  },
  conflict: { updated_at: z.string() },
  refused: ["already", "incomplete", "closed", "limit", "used", "expired", "revoked"],
  details: { gaps: z.array(z.string()).optional() },
  gone: true,
});
export type ChangedEvent = z.output<typeof changedSchema>;
