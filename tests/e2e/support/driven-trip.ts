import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { encodeLine } from "../../../lib/geo/roads/rules";
import type { StoredRoute, TripPlan } from "../../../lib/travel/trips/schema";
import { DEGREES_PER_SECOND, START } from "./driving";
import type { OwnAccount } from "./own-account";

const stop = (name: string, second: number) => ({
  id: name,
  kind: "stop" as const,
  name,
  lat: START.lat + second * DEGREES_PER_SECOND,
  lng: START.lng,
  nights: 0,
  stayMinutes: 0,
  note: "",
  subject: null,
});
const SECONDS = 4500;
const KM = 100;
const STOPS = [stop("Partida", 0), stop("Meio do caminho", SECONDS / 2), stop("Chegada", SECONDS)];
const PLAN: TripPlan = {
  title: "Serra gravada",
  stops: STOPS,
  avoid: [],
  leaveOn: "2027-01-10",
  leaveAt: "08:00",
  maxKmPerDay: null,
  maxHoursPerDay: null,
  car: { name: "Opala", cruiseKmh: 80, tankLitres: 50, kmPerLitre: 8, fuelPriceCents: 600, tollClass: "car" },
};
const part = (from: number) => ({
  kind: "road" as const,
  line: encodeLine(STOPS.slice(from, from + 2).map(({ lat, lng }) => [lat, lng] as const)),
  roadClass: "primary" as const,
  ref: "SC-114",
  km: KM / 2,
  source: "osm",
});
const leg = (from: number) => ({
  from,
  to: from + 1,
  km: KM / 2,
  estimatedKm: 0,
  minutes: 40,
  firstSection: from,
  endSection: from + 1,
});
const ROUTE: StoredRoute = {
  sections: [part(0), part(1)],
  legs: [leg(0), leg(1)],
  km: KM,
  estimatedKm: 0,
  minutes: 80,
  tolls: [],
  unavoidable: [],
  unsupported: [],
  credits: [],
};

/** Stores the trip of the drive: 100 km with a stop in the middle. */
export async function addDrivenTrip(sql: Sql, { id: owner }: OwnAccount): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route)
    values (${id}, ${owner}, ${PLAN.title}, 'SC', ${PLAN.leaveOn}, ${sql.json(PLAN)}, ${sql.json(ROUTE)})`;
  return id;
}

/** Tracks of an account on the server with the number of their pieces and points. */
export async function tracksOf(sql: Sql, { id: owner }: OwnAccount) {
  return [
    ...(await sql<{ trip: string | null; km: number | null; ended: boolean; pieces: number; points: number }[]>`
      select trip_id as trip, km, ended_at is not null as ended,
        (select count(*)::integer from public.trip_track_pieces as piece where piece.track_id = track.id) as pieces,
        (select coalesce(sum(jsonb_array_length(points)), 0)::integer from public.trip_track_pieces as piece where piece.track_id = track.id) as points
      from public.trip_tracks as track where owner_id = ${owner} order by started_at`),
  ];
}
