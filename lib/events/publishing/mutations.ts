import "server-only";
import { localIn, momentIn } from "../../platform/dates";
import { takenUploadSchema } from "../../platform/media/schema";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { timeZoneOf } from "../../platform/time-zones/rules";
import { townOf } from "./queries";
import { daysBetween, programmeOf, refusalOf, withTranslations, type FieldErrors } from "./rules";
import { changedSchema, type ChangedEvent, type EventForm, type SavedEvent } from "./schema";

type Before = Pick<SavedEvent, "id" | "municipality_ibge" | "days" | "starts_at" | "time_zone"> & {
  kinds: readonly Pick<SavedEvent["kinds"][number], "id" | "opens_at" | "closes_at">[];
};
type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS = { "42501": "access.permission", "22P02": "input.invalid" } as const;

const asUtc = (local: string) => Date.parse(`${local}Z`);

/** Dates of a kind. One that the form shows as it was stored moves with the date of the event, as in the database. */
function kindDates(kind: EventForm["kinds"][number], event: EventForm, before: Before | null) {
  const zone = timeZoneOf(event.state_abbr, event.municipality_ibge);
  const stored = before?.kinds.find(({ id }) => id === kind.id);
  const shift = before
    ? asUtc(`${event.startDay}T${event.startTime}`) - asUtc(localIn(before.starts_at, before.time_zone))
    : 0;
  const moved = (typed: string, moment: string | null | undefined) => {
    const isStored = before && moment && localIn(moment, before.time_zone) === typed;
    return momentIn(isStored ? new Date(asUtc(typed) + shift).toISOString().slice(0, 16) : typed, zone);
  };
  const isOpen = Boolean(stored?.opens_at) && Date.parse(stored!.opens_at!) <= Date.now();
  return {
    opens_at: isOpen ? momentIn(kind.opens_at, zone) : moved(kind.opens_at, stored?.opens_at),
    closes_at: moved(kind.closes_at, stored?.closes_at),
  };
}

function kindRow(kind: EventForm["kinds"][number], event: EventForm, before: Before | null) {
  const { id, price_cents, ...facts } = kind;
  return { ...(id && { id }), ...facts, price_cents: price_cents ?? 0, ...kindDates(kind, event, before) };
}

function dayRows({ startDay, endDay, programme }: EventForm, before: Before | null) {
  const known = before?.days.flatMap(({ items }) => items) ?? [];
  return daysBetween(startDay, endDay)
    .map((day) => ({ day, items: withTranslations(programmeOf(programme[day] ?? ""), known) }))
    .filter(({ items }) => items.length > 0);
}

function seriesOf(rule: string) {
  const [week, weekday] = rule.split("-").map(Number);
  return rule ? { week, weekday } : null;
}

/** The payload of `save_event`. A part of town that the team entered is kept while the municipality is the same. */
function payloadOf(event: EventForm, before: Before | null) {
  const { id: _id, expected_version, club_id, series, pin, programme: _programme, ...given } = event;
  const { startDay, startTime, endDay, endTime, zoneAsked: _asked, zoneAgreed: _agreed, ...facts } = given;
  const zone = timeZoneOf(event.state_abbr, event.municipality_ibge);
  return {
    ...(before && { id: before.id, expected_version }),
    ...(before?.municipality_ibge !== event.municipality_ibge && {
      town: townOf(event.municipality_ibge)?.name ?? null,
    }),
    ...(!before && club_id && { club_id, series: seriesOf(series) }),
    ...facts,
    lat: pin?.lat ?? null,
    lng: pin?.lng ?? null,
    starts_at: momentIn(`${startDay}T${startTime}`, zone),
    ends_at: momentIn(`${endDay}T${endTime}`, zone),
    days: dayRows(event, before),
    kinds: event.kinds.map((kind) => kindRow(kind, event, before)),
  };
}

/** Saves an event with its days and kinds, by the account or the token of a publish link; returns the outcome, or the field that the database refused. */
export async function saveEvent(
  client: Client,
  event: EventForm,
  before: Before | null,
  token?: string,
): Promise<ChangedEvent | { errors: FieldErrors }> {
  const payload = payloadOf(event, before);
  const answer = await (token === undefined
    ? client.rpc("save_event", { payload })
    : client.rpc("save_event_by_link", { token, payload }));
  if (answer.error?.message === "invalid") return { errors: refusalOf(answer.error.details) };
  return changedSchema.parse(orThrow(answer, REFUSALS));
}

const A_YEAR = "31536000";
const ENDING = { "image/webp": "webp", "application/pdf": "pdf" } as const;

type ServiceClient = ReturnType<typeof createServiceClient>;

const newName = (contentType: keyof typeof ENDING) =>
  `${new Date().toISOString().slice(0, 7)}/${crypto.randomUUID()}.${ENDING[contentType]}`;

/** Stores a picture or PDF in bucket event-files under a new name; returns the name. */
export async function addEventFile(
  client: ServiceClient,
  bytes: Buffer,
  contentType: keyof typeof ENDING,
  name = newName(contentType),
): Promise<string> {
  orThrow(await client.storage.from("event-files").upload(name, bytes, { contentType, cacheControl: A_YEAR }));
  return name;
}

/** Stores the poster of an account or the holder of a publish link; null when their files have too many bytes. */
export async function addEventPoster(
  client: ServiceClient,
  bytes: Buffer,
  owner: { account: string } | { link_token: string },
): Promise<string | null> {
  const name = newName("image/webp");
  const upload = { bucket: "event-files", name, bytes: bytes.length, ...owner };
  if (takenUploadSchema.parse(orThrow(await client.rpc("take_upload", upload))).outcome !== "saved") return null;
  return addEventFile(client, bytes, "image/webp", name);
}

/** Sends an event of a publish link to the team, or publishes it when the link may do that. */
export async function submitEventByLink(client: Client, token: string, change: Change): Promise<ChangedEvent> {
  return changedSchema.parse(orThrow(await client.rpc("submit_event_by_link", { token, ...change }), REFUSALS));
}

type Change = { id: string; expected_version: string };

/** Sends an event to the team, or publishes it when the caller may do that. */
export async function submitEvent(client: Client, change: Change): Promise<ChangedEvent> {
  return changedSchema.parse(orThrow(await client.rpc("submit_event", change), REFUSALS));
}

export const postponeEvent = async (client: Client, change: Change & { reason: string }): Promise<ChangedEvent> =>
  changedSchema.parse(orThrow(await client.rpc("postpone_event", change), REFUSALS));

export const cancelEvent = async (client: Client, change: Change & { reason: string }): Promise<ChangedEvent> =>
  changedSchema.parse(orThrow(await client.rpc("cancel_event", change), REFUSALS));
