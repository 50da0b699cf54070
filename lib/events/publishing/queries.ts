import "server-only";
import { listCities, type City } from "../../geo/municipalities/rules";
import { addDays, localIn, startOfDay } from "../../platform/dates";
import { orThrow } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import type { StateAbbr } from "../../geo/states/rules";
import { timeZoneOf } from "../../platform/time-zones/rules";
import { priceText, programmeText, teamText, type FormValues } from "./rules";
import { savedEventSchema, type FormEvent, type SavedEvent } from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

/** An event with its parts for those who may edit it; null for others and when there is none. */
export async function readSavedEvent(client: Client, id: string): Promise<SavedEvent | null> {
  return savedEventSchema.nullable().parse(orThrow(await client.rpc("read_event_form", { id })));
}

const MAX_OWN = 100;

/** Events of an account and of the clubs it runs, newest first. */
export async function listOwnEvents(client: Client, accountId: string) {
  const clubs = orThrow(
    await client.from("club_members").select("club_id").eq("user_id", accountId).in("role", ["owner", "admin"]),
  );
  const ofClubs = clubs.length > 0 ? `,club_id.in.(${clubs.map((row) => row.club_id).join(",")})` : "";
  return orThrow(
    await client
      .from("events")
      .select("id, slug, title, status, status_note, town, state_abbr, starts_at, time_zone")
      .or(`organizer_id.eq.${accountId}${ofClubs}`)
      .is("deleted_at", null)
      .order("created_at", { ascending: false })
      .order("id")
      .limit(MAX_OWN),
  );
}
export type OwnEvent = Awaited<ReturnType<typeof listOwnEvents>>[number];

const NEAR_DAYS = 7;

/** Other events of a town that the caller may see, at most a week before or after a day. */
export async function listNearbyEvents(client: Client, municipality: number, day: string, id: string) {
  let found = client
    .from("events")
    .select("id, slug, title, status, starts_at, time_zone")
    .eq("municipality_ibge", municipality)
    .in("status", ["pending", "published", "postponed"])
    .is("deleted_at", null)
    .gte("starts_at", startOfDay(addDays(day, -NEAR_DAYS)))
    .lt("starts_at", startOfDay(addDays(day, NEAR_DAYS + 1)));
  if (id) found = found.neq("id", id);
  return orThrow(await found.order("starts_at").order("id").limit(10));
}
export type NearbyEvent = Awaited<ReturnType<typeof listNearbyEvents>>[number];

export type Municipality = { code: number; name: string; lat: number; lng: number };

// The list does not change while the process runs; sorting it takes longer than reading it.
let all: readonly City[] | null = null;
const cities = () => (all ??= listCities());

/** The municipalities of a state by name. */
export function listMunicipalities(state: StateAbbr): Municipality[] {
  return cities()
    .filter((city) => city.state_abbr === state)
    .map(({ ibge_code: code, name, lat, lng }) => ({ code, name, lat, lng }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "pt-BR"));
}

/** The municipality with an IBGE code. */
export const townOf = (code: number): City | undefined => cities().find((city) => city.ibge_code === code);

const filled = (values: Record<string, string | number | null>): FormValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, String(value)]])),
  );

type Placed = Pick<FormEvent, "state_abbr" | "municipality_ibge">;

const zoneOf = ({ state_abbr: state, municipality_ibge: ibge }: Placed) => timeZoneOf(state, ibge);

function kindValues(event: Pick<FormEvent, "kinds"> & Placed): FormValues {
  const local = (moment: string | null) => moment && localIn(moment, zoneOf(event));
  const rows = event.kinds.map((kind, index) => {
    const name = (field: string) => `kinds.${index}.${field}`;
    return filled({
      [name("id")]: kind.id ?? null,
      [name("kind")]: kind.kind,
      [name("name")]: kind.name,
      [name("price_cents")]: priceText(kind.price_cents),
      [name("capacity")]: kind.capacity,
      [name("gate_places")]: kind.gate_places || null,
      [name("requires_approval")]: kind.requires_approval ? "on" : null,
      [name("has_waiting_list")]: kind.has_waiting_list ? "on" : null,
      [name("opens_at")]: local(kind.opens_at),
      [name("closes_at")]: local(kind.closes_at),
    });
  });
  return Object.assign({}, ...rows) as FormValues;
}

/** The values of the form of an event that exists; with the change that waits when a further save replaces it. */
export function formValues(
  { change, ...saved }: FormEvent & Pick<SavedEvent, "change">,
  isDirect: boolean,
): FormValues {
  const event: FormEvent = isDirect ? saved : { ...saved, ...change?.values };
  const [starts, ends] = [event.starts_at, event.ends_at].map((at) => localIn(at, zoneOf(event))) as [string, string];
  const programme = event.days.map(({ day, items }) => [`programme.${day}`, programmeText(items)]);
  return {
    ...filled({
      id: event.id,
      expected_version: event.updated_at,
      title: event.title,
      kind: event.kind,
      state_abbr: event.state_abbr,
      municipality_ibge: event.municipality_ibge,
      description: event.description,
      organizer_name: event.organizer_name,
      organizer_phone: event.organizer_phone,
      organizer_email: event.organizer_email,
      website: event.website,
      instagram: event.instagram,
      venue: event.venue,
      address: event.address,
      access_notes: event.access_notes,
      pin: event.lat === null || event.lng === null ? null : `${event.lat.toFixed(5)}, ${event.lng.toFixed(5)}`,
      startDay: starts.slice(0, 10),
      startTime: starts.slice(11),
      endDay: ends.slice(0, 10),
      endTime: ends.slice(11),
      poster_path: event.poster_path,
      rules: event.rules,
      min_vehicle_age: event.min_vehicle_age,
      solidarity_item: event.solidarity_item,
      capacity: event.capacity,
      team: teamText(event.team),
    }),
    ...(Object.fromEntries(programme) as FormValues),
    ...kindValues(event),
  };
}
