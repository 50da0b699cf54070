import "server-only";
import { localIn, momentIn } from "../../platform/dates";
import { takenUploadSchema } from "../../platform/media/schema";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createServiceClient } from "../../platform/supabase/service";
import type { createSessionClient } from "../../platform/supabase/session";
import { timeZoneOf } from "../../platform/time-zones/rules";
import { questionRow } from "./parts/rules";
import { townOf } from "./queries";
import { translationsOf } from "./templates/rules";
import { daysBetween, programmeOf, refusalOf, withTranslations, type FieldErrors } from "./rules";
import { changedSchema, type ChangedEvent, type EventForm, type SavedEvent } from "./schema";

type Moments = "starts_at" | "votes_open_at" | "votes_close_at";
type Before = Pick<SavedEvent, Moments | "id" | "municipality_ibge" | "days" | "time_zone"> & {
  kinds: readonly Pick<SavedEvent["kinds"][number], "id" | "opens_at" | "closes_at" | "edit_until" | "price_steps">[];
};
type Client = Awaited<ReturnType<typeof createSessionClient>>;

const REFUSALS = { "42501": "access.permission", "22P02": "input.invalid" } as const;

const asUtc = (local: string) => Date.parse(`${local}Z`);

/** A moment of the form. One that the form shows as it was stored moves with the date of the event. */
function movedMoment(
  typed: string,
  moment: string | null | undefined,
  event: EventForm,
  before: Before | null,
  zone: string,
): string | null {
  if (!before || !moment || localIn(moment, before.time_zone) !== typed) return momentIn(typed, zone);
  const shift = asUtc(`${event.startDay}T${event.startTime}`) - asUtc(localIn(before.starts_at, before.time_zone));
  return momentIn(new Date(asUtc(typed) + shift).toISOString().slice(0, 16), zone);
}

/** Dates of a kind. One that the form shows as it was stored moves with the date of the event, as in the database. */
function kindDates(kind: EventForm["kinds"][number], event: EventForm, before: Before | null) {
  const zone = timeZoneOf(event.state_abbr, event.municipality_ibge);
  const stored = before?.kinds.find(({ id }) => id === kind.id);
  const moved = (typed: string, moment: string | null | undefined) => movedMoment(typed, moment, event, before, zone);
  const isOpen = Boolean(stored?.opens_at) && Date.parse(stored!.opens_at!) <= Date.now();
  const stepMoment = (typed: string) => {
    const known = stored?.price_steps.find(({ starts_at: at }) => localIn(at, before!.time_zone) === typed);
    return known && Date.parse(known.starts_at) > Date.now() ? moved(typed, known.starts_at) : momentIn(typed, zone);
  };
  return {
    opens_at: isOpen ? momentIn(kind.opens_at, zone) : moved(kind.opens_at, stored?.opens_at),
    closes_at: moved(kind.closes_at, stored?.closes_at),
    edit_until: moved(kind.edit_until, stored?.edit_until),
    price_steps: kind.price_steps.map((step) => ({ ...step, starts_at: stepMoment(step.starts_at) })),
  };
}

const PARTS: readonly string[] = [
  "stands",
  "stand_map_path",
  "votes_open_at",
  "votes_close_at",
  "gate_places",
  "price_steps",
  "chooses_stand",
  "allows_several",
  "max_vehicles",
  "max_companions",
  "required_documents",
  "classes",
  "edit_until",
  "questions",
];

/** A page that was opened before the form had these parts sends none of them: they are left out, so that they stay. */
const sentParts = <Row extends object>(row: Row, { parts }: EventForm): Partial<Row> =>
  parts ? row : (Object.fromEntries(Object.entries(row).filter(([name]) => !PARTS.includes(name))) as Partial<Row>);

function kindRow(kind: EventForm["kinds"][number], event: EventForm, before: Before | null) {
  const { id, questions, ...facts } = kind;
  const row = { ...facts, ...kindDates(kind, event, before), questions: questions.map(questionRow) };
  return { ...(id ? { id } : translated("name", kind.name)), ...sentParts(row, event) };
}

const standRow = ({ id, ...stand }: EventForm["stands"][number]) => ({ ...(id && { id }), ...stand });

/** Times of voting; stored ones move with the date of the event, as in the database. */
function votingTimes(event: EventForm, before: Before | null) {
  const zone = timeZoneOf(event.state_abbr, event.municipality_ibge);
  return {
    votes_open_at: movedMoment(event.votes_open_at, before?.votes_open_at, event, before, zone),
    votes_close_at: movedMoment(event.votes_close_at, before?.votes_close_at, event, before, zone),
  };
}

/** A line of a programme with the translations of its template, unless it has some. */
const withTemplate = (item: ReturnType<typeof withTranslations>[number]) => ({ ...translationsOf(item.text), ...item });

/** Translations of a new row whose text came from a template. */
function translated(name: "name" | "rules", text: string) {
  const words = translationsOf(text);
  return words && { translations: { en: { [name]: words.en }, es: { [name]: words.es } } };
}

function dayRows({ startDay, endDay, programme }: EventForm, before: Before | null) {
  const known = before?.days.flatMap(({ items }) => items) ?? [];
  return daysBetween(startDay, endDay)
    .map((day) => ({ day, items: withTranslations(programmeOf(programme[day] ?? ""), known).map(withTemplate) }))
    .filter(({ items }) => items.length > 0);
}

function seriesOf(rule: string) {
  const [week, weekday] = rule.split("-").map(Number);
  return rule ? { week, weekday } : null;
}

/** The payload of `save_event`. A part of town that the team entered is kept while the municipality is the same. */
function payloadOf(event: EventForm, before: Before | null) {
  const { id: _id, expected_version, club_id, series, pin, programme: _programme, parts: _parts, ...given } = event;
  const { startDay, startTime, endDay, endTime, zoneAsked: _asked, zoneAgreed: _agreed, ...facts } = given;
  const zone = timeZoneOf(event.state_abbr, event.municipality_ibge);
  const row = {
    ...(before && { id: before.id, expected_version }),
    ...(before?.municipality_ibge !== event.municipality_ibge && {
      town: townOf(event.municipality_ibge)?.name ?? null,
    }),
    ...(!before && club_id && { club_id, series: seriesOf(series) }),
    ...facts,
    ...(!before && translated("rules", event.rules)),
    lat: pin?.lat ?? null,
    lng: pin?.lng ?? null,
    starts_at: momentIn(`${startDay}T${startTime}`, zone),
    ends_at: momentIn(`${endDay}T${endTime}`, zone),
    days: dayRows(event, before),
    ...votingTimes(event, before),
    kinds: event.kinds.map((kind) => kindRow(kind, event, before)),
    stands: event.stands.map(standRow),
  };
  return sentParts(row, event);
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
