import "server-only";
import { orThrow } from "../../platform/supabase/or-throw";
import { createSessionClient } from "../../platform/supabase/session";
import { addDays, monthRange } from "../../platform/dates";
import { daysOf } from "../events/rules";
import { badgeSchema } from "../registrations/schema";
import { isUuid, type EventStatus } from "./rules";
import {
  attendancePageSchema,
  eventDatesSchema,
  openContractSchema,
  panelToken,
  teamSchema,
  verifiedSchema,
  type EventTeam,
} from "./schema";

/** An event with its kinds and stands for the pages below it; null when it does not exist or is not visible. */
export async function getPanelEvent(id: string) {
  if (!isUuid(id)) return null;
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("events")
      .select(
        `id, slug, title, status, starts_at, ends_at, time_zone, town, state_abbr, venue,
         event_registration_types (id, kind, name, price_cents, capacity, taken, max_vehicles, max_companions, required_documents, position),
         event_stands (id, label, kinds, registration_id, position)`,
      )
      .eq("id", id)
      .order("position", { referencedTable: "event_registration_types" })
      .order("label", { referencedTable: "event_stands" })
      .maybeSingle(),
  );
}
export type PanelEvent = NonNullable<Awaited<ReturnType<typeof getPanelEvent>>>;

/** Who edits an event, the link it was made with, who checks in, and the devices; null without the event. */
export async function getEventTeam(event: string): Promise<EventTeam | null> {
  if (!isUuid(event)) return null;
  const team = orThrow(await (await createSessionClient()).rpc("event_team", { event }));
  return teamSchema.nullable().parse(team);
}

/** Most events that a month shows. */
const MONTH_EVENTS = 500;

/** Events with a day in a month (`2026-12`), in the order of their beginning; those in the trash are left out. */
export async function listMonthEvents(month: string) {
  const { from, until } = monthRange(month);
  const client = await createSessionClient();
  // A day more on both sides, for time zones other than that of Brasília.
  const rows = orThrow(
    await client
      .from("events")
      .select("id, title, status, town, state_abbr, starts_at, ends_at, time_zone")
      .is("deleted_at", null)
      .lt("starts_at", addDays(until.slice(0, 10), 2))
      .gt("ends_at", addDays(from.slice(0, 10), -1))
      .order("starts_at")
      .order("id")
      .limit(MONTH_EVENTS),
  );
  return rows
    .filter((event) => daysOf(event).some((day) => day.startsWith(month)))
    .map((event) => ({ ...event, status: event.status as EventStatus }));
}
export type CalendarEvent = Awaited<ReturnType<typeof listMonthEvents>>[number];

/** The badge of the first confirmed registration of an event; null while nobody is confirmed. */
export async function getBadgeSample(event: string) {
  return badgeSchema.nullable().parse(orThrow(await (await createSessionClient()).rpc("badge_sample", { event })));
}

/** The dates that move with the date of an event. */
export async function readEventDates(event: string) {
  return eventDatesSchema.parse(orThrow(await (await createSessionClient()).rpc("event_date_list", { event })));
}

export type Totals = { type_id: string; status: string; attending: string; registrations: number; places: number }[];

/** Number of registrations of an event by kind, status and answer. */
export async function registrationTotals(eventId: string): Promise<Totals> {
  return orThrow(await (await createSessionClient()).rpc("registration_totals", { event: eventId }));
}

/** One registration of an event with its vehicles, documents, history and stand; null when there is none. */
export async function getRegistration(eventId: string, id: string) {
  if (!isUuid(id)) return null;
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("event_registrations")
      .select(
        `id, code, event_id, type_id, user_id, full_name, email, phone, document, town, state_abbr, club, company, companions, places,
         answers, status, status_note, waiting_since, held_until, price_cents, difference_cents, payment_id, stand_id, attending,
         shows_vehicle, source, locale, created_at, updated_at, confirmed_at, order_position, order_cents,
         event_orders (event_registrations (id, status)),
         form_template_versions (schema),
         registration_vehicles (id, position, make, model, year, color, plate, has_collector_plate, story, class_name),
         registration_documents (id, kind, path, expires_on, status, reason, created_at),
         registration_events (id, from_status, to_status, note, created_at, actor:profiles (username))`,
      )
      .eq("event_id", eventId)
      .eq("id", id)
      .order("position", { referencedTable: "registration_vehicles" })
      .order("id", { referencedTable: "registration_events", ascending: false })
      .maybeSingle(),
  );
}
export type PanelRegistration = NonNullable<Awaited<ReturnType<typeof getRegistration>>>;

/** The event and the answer of an attendance link; null for an invalid token. Reading changes nothing. */
export async function getAttendance(token: string) {
  if (!panelToken.safeParse(token).success) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_attendance", { token }));
  return data ? attendancePageSchema.parse(data) : null;
}

/** The contract of a registration that is not cancelled; null while there is none. */
export async function getContract(registration: string) {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("registration_contracts")
      .select(
        "id, status, title, clauses, template_version_id, sent_at, link_expires_at, signed_name, signed_at, contract_sha256",
      )
      .eq("registration_id", registration)
      .neq("status", "cancelled")
      .maybeSingle(),
  );
}
export type PanelContract = NonNullable<Awaited<ReturnType<typeof getContract>>>;

export async function listContractTemplates() {
  return orThrow(await (await createSessionClient()).rpc("contract_templates"));
}

/** The contract of a signing link; null for an invalid token. Reading changes nothing. */
export async function getOpenContract(token: string) {
  if (!panelToken.safeParse(token).success) return null;
  const data = orThrow(await (await createSessionClient()).rpc("read_registration_contract", { token }));
  return data ? openContractSchema.parse(data) : null;
}

/** Whether a contract of a registration with this hash exists and has not changed; null when there is none. */
export async function verifyEventContract(hash: string) {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const data = orThrow(await (await createSessionClient()).rpc("verify_registration_contract", { hash }));
  return data ? verifiedSchema.parse(data) : null;
}
