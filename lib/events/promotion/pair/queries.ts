import "server-only";
import { z } from "zod";
import { decodeLine, type LinePoint } from "../../../geo/geo/lines";
import type { GeoPoint } from "../../../geo/geo/rules";
import { listCities } from "../../../geo/municipalities/rules";
import type { Caller } from "../../../platform/costs";
import { reportError } from "../../../platform/report";
import { orThrow } from "../../../platform/supabase/or-throw";
import { createSessionClient } from "../../../platform/supabase/session";
import { placesAlong } from "../../../geo/roads/corridor";
import { activePaceSettings } from "../../../geo/pace/queries";
import { findRoadRoute } from "../../../geo/roads/service";
import { getSettings } from "../../../platform/settings/queries";
import { roadSourcesOn } from "../../../platform/settings/rules";
import { countPartners, stopsOf, townFinder, type PartnerTown, type TownFinder } from "./rules";
import { PARTNER_KINDS } from "../../../platform/supabase/database-constants/events";

const BESIDE_KM = 6;
const MAX_NAMES = 200;

const COLUMNS =
  "id, slug, title, town, state_abbr, lat, lng, municipality_ibge, starts_at, ends_at, time_zone, series_id";

type Town = ReturnType<typeof listCities>[number];
let towns: Town[] | null = null;
/** The 5,571 municipalities with their positions; the list is built once per process. */
const allTowns = () => (towns ??= listCities());

async function readEvent(id: string) {
  const client = await createSessionClient();
  const rows = client.from("events").select(COLUMNS).eq("id", id).in("status", ["published", "postponed"]);
  const event = orThrow(await rows.is("deleted_at", null).maybeSingle());
  if (!event) return null;
  const town = allTowns().find(({ ibge_code }) => ibge_code === event.municipality_ibge);
  const place = event.lat !== null && event.lng !== null ? { lat: event.lat, lng: event.lng } : town;
  return { ...event, place: place ? { lat: place.lat, lng: place.lng } : null };
}
export type PairEvent = NonNullable<Awaited<ReturnType<typeof readEvent>>>;

/** The way between two events on roads, with towns on it; null when no way was found. */
async function readConvoy(from: GeoPoint, to: GeoPoint, by: Caller) {
  try {
    const switched = roadSourcesOn(await getSettings());
    const ends: LinePoint[] = [from, to].map(({ lat, lng }) => [lat, lng]);
    const route = await findRoadRoute(ends, { switched, pace: await activePaceSettings(), by });
    const line = route.sections.flatMap((section) => decodeLine(section.line));
    const stops = stopsOf(placesAlong(line, allTowns(), BESIDE_KM), route.km);
    const { km, minutes, estimatedKm, credits } = route;
    return { km, minutes, estimatedKm, credits, stops };
  } catch (error) {
    reportError("convoy", error);
    return null;
  }
}
export type Convoy = NonNullable<Awaited<ReturnType<typeof readConvoy>>>;

type Near = { place: GeoPoint; km: number; find: TownFinder };

/** Result of `event_partners`. */
const partnerTowns: z.ZodType<PartnerTown[]> = z.array(
  z.object({
    kind: z.enum(PARTNER_KINDS),
    town: z.string(),
    state: z.string().nullable(),
    people: z.number(),
  }),
);

/** Exhibitors and sellers of an event and of its earlier dates who live near another place. */
async function partnersOf(event: PairEvent, near: Near | null, mayName: boolean) {
  if (!near) return { counted: [], names: [] };
  const client = await createSessionClient();
  const rows = partnerTowns.parse(orThrow(await client.rpc("event_partners", { event: event.id })));
  return { counted: countPartners(rows, near), names: mayName ? await namesOf(event, near) : [] };
}

/** Their names, which row level security gives to event managers only. */
async function namesOf({ id, series_id: series, starts_at: start }: PairEvent, { place, km, find }: Near) {
  const client = await createSessionClient();
  const dates = series
    ? orThrow(await client.from("events").select("id").eq("series_id", series).lt("starts_at", start).limit(100))
    : [];
  const people = orThrow(
    await client
      .from("event_registrations")
      .select("id, full_name, company, town, state_abbr, email, type:event_registration_types (kind)")
      .in("event_id", [id, ...dates.map((date) => date.id)])
      .eq("status", "confirmed")
      .order("created_at", { ascending: false })
      .limit(2000),
  );
  const partners = people.flatMap(({ type, ...one }) => {
    const kind = PARTNER_KINDS.find((known) => known === type.kind);
    const row = kind && { kind, town: one.town ?? "", state: one.state_abbr, people: 1 };
    return row && countPartners([row], { place, km, find })[0]?.near ? [{ ...one, kind }] : [];
  });
  const once = new Map(partners.map((one) => [`${one.email.toLowerCase()} ${one.kind}`, one]));
  return [...once.values()]
    .slice(0, MAX_NAMES)
    .map(({ id: key, full_name: name, company, town, kind }) => ({ key, name, company, town, kind }));
}
export type PartnerName = Awaited<ReturnType<typeof namesOf>>[number];

/** Who could come to both events, and the way from the first to the second; null when one of them is not shown. */
export async function readPair(
  [first, second]: readonly [string, string],
  { km, mayName, by }: { km: number; mayName: boolean; by: Caller },
) {
  const [one, other] = await Promise.all([readEvent(first), readEvent(second)]);
  if (!one || !other) return null;
  const find = townFinder(allTowns());
  const near = (event: PairEvent) => event.place && { place: event.place, km, find };
  const [toOther, toOne, convoy] = await Promise.all([
    partnersOf(one, near(other), mayName),
    partnersOf(other, near(one), mayName),
    one.place && other.place ? readConvoy(one.place, other.place, by) : null,
  ]);
  return { one, other, toOther, toOne, convoy };
}
export type Pair = NonNullable<Awaited<ReturnType<typeof readPair>>>;
