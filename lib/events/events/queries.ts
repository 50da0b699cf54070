import "server-only";
import { cache } from "react";
import { stateTag } from "../../platform/cache-tags";
import { addDays, brazilianDay, startOfDay } from "../../platform/dates";
import { pageRange } from "../../platform/paging";
import { orThrow } from "../../platform/supabase/or-throw";
import { createPublicClient } from "../../platform/supabase/public";
import { createSessionClient } from "../../platform/supabase/session";
import { STATES, type StateAbbr } from "../../geo/states/rules";
import { statesIn, kmToState, type GeoPoint } from "../../geo/geo/rules";
import shapes from "@/public/map/states.json";
import { findRedirect } from "../../platform/redirects/queries";
import {
  EVENTS_PER_PAGE,
  eventPath,
  HUB_PATH,
  isEventId,
  isPast,
  NEAR_ROUTE_KM,
  NEIGHBOUR_KM,
  pricedAt,
  type Priced,
} from "./rules";
import { placesSchema, type EventPlaces } from "./schema";
import { MAX_EVENT_DAYS } from "../../platform/supabase/database-constants/events";

const TYPE =
  "id, kind, name, translations, price_cents, capacity, taken, requires_approval, max_vehicles, max_companions, required_documents, has_waiting_list, chooses_stand, opens_at, closes_at, edit_until, form_version_id, position, price_steps, classes";
const CARD =
  "id, slug, title, title_en:translations->en->>title, title_es:translations->es->>title, kind, status, is_demo, is_portal_event, club_id, organizer_name, state_abbr, municipality_ibge, town, venue, lat, lng, starts_at, ends_at, time_zone, updated_at, solidarity_item, poster_path, event_registration_types (kind, price_cents, price_steps, capacity, taken, has_waiting_list, opens_at, closes_at)";
const FACTS =
  "id, slug, title, kind, status, public_note, is_demo, is_portal_event, club_id, organizer_name, organizer_phone, organizer_email, website, instagram, state_abbr, municipality_ibge, town, venue, address, access_notes, lat, lng, starts_at, ends_at, time_zone, description, rules, min_vehicle_age, solidarity_item, capacity, poster_path, stand_map_path, votes_open_at, votes_close_at, translations, sources, published_at, updated_at";
const SHARED =
  "slug, title, title_en:translations->en->>title, title_es:translations->es->>title, status, is_demo, starts_at, ends_at, time_zone, town, state_abbr, poster_path";
const EDITION =
  "id, slug, title, title_en:translations->en->>title, title_es:translations->es->>title, starts_at, ends_at, time_zone, town, state_abbr";
const STAND = "id, label, area, kinds, width_m, depth_m, power_kva, x, y, price_cents";
const DAYS = "event_days (id, day, items)";
const MEDIA = "event_media (id, kind, path, title, translations, credit, position, consented_at)";
const SPONSORS = "event_sponsors (id, name, tier, url, logo_path, position)";
const MAX_UPCOMING = 500;
const MAX_CLUB_EVENTS = 6;

/** An event whose kinds have the price of this moment; the query has the first one, so that its answer can be cached. */
function withPrices<Event extends { event_registration_types: readonly Priced[] }>({
  event_registration_types: kinds,
  ...event
}: Event) {
  const priced = kinds.map((kind: Event["event_registration_types"][number]) => pricedAt(kind, Date.now()));
  return { ...event, event_registration_types: priced };
}

type Scope = { state?: StateAbbr | null; municipality?: number; club?: string; limit?: number };

/** Public events that are not over, of a state, a municipality or a club, by date. */
export const listUpcomingEvents = (scope: Scope = {}) =>
  upcomingEvents(scope.state ?? null, scope.municipality, scope.club, scope.limit ?? MAX_UPCOMING);

// `cache` compares arguments one by one, not the fields of an object.
const upcomingEvents = cache(
  async (state: StateAbbr | null, municipality: number | undefined, club: string | undefined, limit: number) => {
    const today = brazilianDay(Date.now());
    let found = createPublicClient([stateTag("events", state)])
      .from("events")
      .select(CARD)
      .gte("ends_at", startOfDay(today))
      // No event lasts longer, so that the list by date does not begin with all past events.
      .gte("starts_at", startOfDay(addDays(today, -MAX_EVENT_DAYS)));
    if (state) found = found.eq("state_abbr", state);
    if (municipality !== undefined) found = found.eq("municipality_ibge", municipality);
    if (club !== undefined) found = found.eq("club_id", club);
    // The query has the start of the day, so that Next finds it in its cache; pages are made fresh when an event ends.
    const rows = orThrow(await found.order("starts_at").order("id").limit(limit));
    return rows.filter((event) => !isPast(event, Date.now())).map(withPrices);
  },
);

/** The event that is featured today on the home page of a state or of the portal; null without one. */
export const getFeaturedEvent = cache(async (state: StateAbbr | null) => {
  const today = brazilianDay(Date.now());
  const client = createPublicClient([stateTag("events", state)]);
  const rows = client.from("event_promotions").select("event_id").lte("starts_on", today).gte("ends_on", today);
  const running = orThrow(await (state ? rows.eq("state_abbr", state) : rows.is("state_abbr", null)).limit(1));
  if (!running[0]) return null;
  const events = client.from("events").select(CARD).eq("id", running[0].event_id).eq("status", "published");
  const event = orThrow(await events.maybeSingle());
  return event && !isPast(event, Date.now()) ? withPrices(event) : null;
});

/** The next events of clubs, of a state or of the country. */
export const listClubEvents = cache(async (state: StateAbbr | null) =>
  (await listUpcomingEvents({ state })).filter(({ club_id }) => club_id !== null).slice(0, MAX_CLUB_EVENTS),
);

export type EventCardRow = Awaited<ReturnType<typeof listUpcomingEvents>>[number];

const features = statesIn(shapes);

/** Upcoming events of other states within 300 km of a state, by date; those without a position are not known to be near. */
export const listNeighbourEvents = cache(async (abbr: StateAbbr) => {
  const others = (await listUpcomingEvents()).filter(({ state_abbr }) => state_abbr !== abbr);
  return others.filter(
    ({ lat, lng }) => lat !== null && lng !== null && kmToState({ lat, lng }, abbr, features) <= NEIGHBOUR_KM,
  );
});

/** Events that take place, by date, of the states with a border or land within `NEAR_ROUTE_KM` of one of the points. */
export async function listEventsAround(points: readonly GeoPoint[]) {
  const states = STATES.filter(({ abbr }) => points.some((point) => kmToState(point, abbr, features) <= NEAR_ROUTE_KM));
  const events = await Promise.all(states.map(({ abbr }) => listUpcomingEvents({ state: abbr })));
  return events
    .flat()
    .filter(({ status }) => status === "published")
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
}

/** Yearly meetings of which only the month is known, of a state or of the country. */
export const listTraditionalMeetings = cache(async (abbr: StateAbbr | null) => {
  const all = createPublicClient([stateTag("events", abbr)])
    .from("traditional_meetings")
    .select("slug, name, months, state_abbr, note, sources, translations, city:cities (name, slug, state_abbr)");
  return orThrow(
    await (abbr ? all.eq("state_abbr", abbr) : all).order("state_abbr").order("name").order("slug").limit(1000),
  );
});

export type TraditionalMeeting = Awaited<ReturnType<typeof listTraditionalMeetings>>[number];

/** Public events that were over before a day, newest first. */
function pastEvents<Columns extends string>(columns: Columns, day: string) {
  const until = startOfDay(day);
  return (
    createPublicClient(["events"])
      .from("events")
      .select(columns)
      .lt("ends_at", until)
      // Redundant condition on the column that sorts the list, so that the events to come are skipped.
      .lt("starts_at", until)
      .order("starts_at", { ascending: false })
      .order("id")
  );
}

/** One page of past events and whether another follows; does not count rows, because counting is slow for many events. */
export const listPastEvents = cache(async (page: number) => {
  const [from, to] = pageRange(page, EVENTS_PER_PAGE);
  const [now, tomorrow] = [Date.now(), addDays(brazilianDay(Date.now()), 1)];
  const rows = orThrow(await pastEvents(CARD, tomorrow).range(from, to + 1));
  const events = rows
    .slice(0, EVENTS_PER_PAGE)
    .filter((event) => isPast(event, now))
    .map(withPrices);
  return { events, hasMore: rows.length > EVENTS_PER_PAGE };
});

/** Whether a public event is over. */
export const hasPastEvents = cache(
  async () => orThrow(await pastEvents("id", brazilianDay(Date.now())).limit(1)).length > 0,
);

type Client = ReturnType<typeof createPublicClient>;

/** An event that the client may see, with programme, files, sponsors, kinds of registration, stands and series. */
async function readEvent(client: Client, slugOrId: string) {
  const all = client
    .from("events")
    .select(
      `${FACTS}, ${DAYS}, ${MEDIA}, ${SPONSORS}, event_registration_types (${TYPE}), event_stands (${STAND}), club:clubs (name, slug, state_abbr), series:event_series (id, week, weekday)`,
    );
  const event = orThrow(
    await (isEventId(slugOrId) ? all.eq("id", slugOrId) : all.eq("slug", slugOrId))
      .order("day", { referencedTable: "event_days" })
      .order("position", { referencedTable: "event_media" })
      .order("position", { referencedTable: "event_sponsors" })
      .order("position", { referencedTable: "event_registration_types" })
      .order("label", { referencedTable: "event_stands" })
      .maybeSingle(),
  );
  return event && withPrices(event);
}

/** An event that visitors see; null when there is none. */
export const readPublicEvent = cache((slugOrId: string) => readEvent(createPublicClient(["events"]), slugOrId));

/** The slug of an event that had another one; null when no event of this slug moved. */
export async function movedSlug(slug: string): Promise<string | null> {
  const redirect = await findRedirect(eventPath(slug));
  const prefix = `${HUB_PATH}/`;
  return redirect && redirect !== "gone" && redirect.to.startsWith(prefix) ? redirect.to.slice(prefix.length) : null;
}

/** An event as the public page will show it, read by an account that may edit it. */
export const readPreviewEvent = async (id: string) => readEvent(await createSessionClient(), id);

const MAX_SERIES_EVENTS = 12;

/** The dates of a series that are not over at the start of today. */
export const listSeriesEvents = cache(async (series: string) =>
  orThrow(
    await createPublicClient(["events"])
      .from("events")
      .select("id, slug, starts_at, status, time_zone, town, state_abbr")
      .eq("series_id", series)
      .gte("ends_at", startOfDay(brazilianDay(Date.now())))
      .order("starts_at")
      .order("id")
      .limit(MAX_SERIES_EVENTS),
  ),
);
export type SeriesEvent = Awaited<ReturnType<typeof listSeriesEvents>>[number];

const MAX_EDITIONS = 12;

/** Events of a series or a club that took place, newest first. */
export const listPastEditions = cache(async (column: "series_id" | "club_id", id: string) => {
  const [now, until] = [Date.now(), startOfDay(addDays(brazilianDay(Date.now()), 1))];
  const rows = orThrow(
    await createPublicClient(["events"])
      .from("events")
      .select(EDITION)
      .eq(column, id)
      .eq("status", "published")
      .lt("ends_at", until)
      .order("starts_at", { ascending: false })
      .order("id")
      // One more, because the event of the page may be among them.
      .limit(MAX_EDITIONS + 1),
  );
  return rows.filter((event) => isPast(event, now));
});

export type PublicEvent = NonNullable<Awaited<ReturnType<typeof readPublicEvent>>>;

/** What the share image of a public event shows; null when there is none. */
export const readSharedEvent = cache(async (slug: string) =>
  orThrow(await createPublicClient(["events"]).from("events").select(SHARED).eq("slug", slug).maybeSingle()),
);

/** Taken places and stands of an event at this moment; null when the event is not public. */
export async function readEventPlaces(id: string): Promise<EventPlaces | null> {
  const places = orThrow(await createPublicClient(null).rpc("event_places", { of_event: id }));
  return placesSchema.nullable().parse(places);
}

/**
 * A public event with the places that are taken at this moment, for pages that are not cached: a registration does not
 * expire the event itself.
 */
export async function readEventNow(slugOrId: string): Promise<PublicEvent | null> {
  const event = await readPublicEvent(slugOrId);
  const places = event && (await readEventPlaces(event.id));
  if (!places) return event;
  const now = new Map(places.types.map(({ id, capacity, taken }) => [id, { capacity, taken }]));
  return {
    ...event,
    event_registration_types: event.event_registration_types.map((type) => ({ ...type, ...now.get(type.id) })),
  };
}

/** Confirmed vehicles whose owner allows it: make, model, year and colour. */
export const listConfirmedVehicles = cache(async (id: string) =>
  orThrow(await createPublicClient(["events"]).rpc("event_vehicles", { of_event: id })),
);
