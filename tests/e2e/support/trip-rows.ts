import { createHash, randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import type { StoredRoute, TripPlan } from "../../../lib/travel/trips/schema";

const stop = (name: string, lat: number, lng: number, nights = 0) => ({
  id: name,
  kind: "stop" as const,
  name,
  lat,
  lng,
  nights,
  stayMinutes: 0,
  note: "",
  subject: null,
});

export const PLAN: TripPlan = {
  title: "Serra do ensaio",
  stops: [stop("Lages", -27.81, -50.32), stop("São Joaquim", -28.29, -49.93, 1), stop("Urubici", -28.01, -49.59)],
  avoid: [],
  leaveOn: "2027-01-10",
  leaveAt: "08:00",
  maxKmPerDay: null,
  maxHoursPerDay: null,
  car: { name: "Fusca 1969", cruiseKmh: 80, tankLitres: 40, kmPerLitre: 10, fuelPriceCents: 600, tollClass: "car" },
};

const leg = (from: number, km: number) => ({
  from,
  to: from + 1,
  km,
  estimatedKm: 0,
  minutes: km,
  firstSection: from,
  endSection: from + 1,
});

/** Straight lines with the numbers of roads; the real line comes from the planner, which has a test of its own. */
export const ROUTE: StoredRoute = {
  sections: [
    { kind: "road", line: "~nihDn~jrHn_l@uuiA", roadClass: "primary", ref: "SC-114", km: 78, source: "osm" },
    { kind: "road", line: "nofjDxgnpHoxj@geiA", roadClass: "primary", ref: "SC-110", km: 62, source: "osm" },
  ],
  legs: [leg(0, 78), leg(1, 62)],
  km: 140,
  estimatedKm: 0,
  minutes: 140,
  tolls: [],
  unavoidable: [],
  unsupported: [],
  credits: ["© OpenStreetMap contributors"],
};

/** Stores a trip of an account and returns its id. */
export async function addTrip(sql: Sql, { id: owner }: { id: string }, title = PLAN.title): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into public.trips (id, owner_id, title, state_abbr, start_on, plan, route)
    values (${id}, ${owner}, ${title}, 'SC', ${PLAN.leaveOn}, ${sql.json({ ...PLAN, title })}, ${sql.json(ROUTE)})`;
  return id;
}

export const storedTrip = async (sql: Sql, id: string) => {
  const [row] = await sql<
    { title: string; version: number }[]
  >`select title, version from public.trips where id = ${id}`;
  return row!;
};

/** Stores a link to a trip and returns its token. */
export async function addLink(
  sql: Sql,
  trip: string,
  { id: owner }: { id: string },
  scope: "view" | "edit",
  parts: readonly string[] = [],
) {
  const token = randomUUID().replaceAll("-", "").padEnd(43, scope[0]);
  await sql`
    insert into public.trip_shares (id, trip_id, token_hash, scope, expires_at, created_by, parts)
    values (gen_random_uuid(), ${trip}, ${createHash("sha256").update(token).digest("hex")}, ${scope}, now() + interval '1 day', ${owner}, ${parts as string[]})`;
  return token;
}
