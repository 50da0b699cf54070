import { randomUUID } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import type { Sql } from "postgres";
import { encodeLine } from "../../../lib/geo/roads/rules";
import type { StoredRoute, TripPlan } from "../../../lib/travel/trips/schema";
import type { OwnAccount } from "./own-account";
import { expect, type Page } from "./test";

/** The drive of the tests: to the north with 80 km/h, so that a degree of latitude is driven in 5,000 seconds. */
const START = { lat: -28.5, lng: -50.3 };
const DEGREES_PER_SECOND = 0.0002;
/** The clock of the page is behind, so that a long drive lies in the past of the server. */
const HOURS_BEHIND = 4;

type Emitter = { emitFixes?: (from: number, count: number) => void; isWatched?: () => boolean };

/** Replaces the GPS of a context by positions of the test; the first one is `since`. */
export async function simulateDrive(context: BrowserContext, since: number): Promise<void> {
  await context.addInitScript(
    ({ start, step, since: first, behindMs }) => {
      sessionStorage.setItem("splash", "shown");
      sessionStorage.setItem("gpsAsked", "1");
      const now = Date.now.bind(Date);
      Date.now = () => now() - behindMs;
      let tell: PositionCallback | null = null;
      navigator.geolocation.watchPosition = (found) => {
        tell = found;
        return 1;
      };
      navigator.geolocation.clearWatch = () => {
        tell = null;
      };
      (window as Emitter).isWatched = () => tell !== null;
      (window as Emitter).emitFixes = (from, count) => {
        for (let second = from; second < from + count; second++) {
          const coords = {
            latitude: start.lat + second * step,
            longitude: start.lng,
            accuracy: 5,
            altitude: 920,
            speed: 22.2,
            heading: 0,
          };
          tell?.({ coords, timestamp: first + second * 1000 } as unknown as GeolocationPosition);
        }
      };
    },
    { start: START, step: DEGREES_PER_SECOND, since, behindMs: HOURS_BEHIND * 3_600_000 },
  );
}

/** Time of the first position: a minute after the start of a track that is recorded now. */
export const driveStart = () => Date.now() - HOURS_BEHIND * 3_600_000 + 60_000;

/** Sends the positions of some seconds of the drive to the page as soon as it asks for them. */
export async function emit(page: Page, from: number, count: number): Promise<void> {
  await page.waitForFunction(() => (window as Emitter).isWatched!());
  await page.evaluate(([first, seconds]) => (window as Emitter).emitFixes!(first, seconds), [from, count] as const);
}

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

/** Points that the page says are stored on the device. */
export const storedOn = async (page: Page): Promise<number> =>
  Number(await page.locator("[data-stored]").getAttribute("data-stored"));

export const phaseIs = (page: Page, phase: string) =>
  expect(page.locator("[data-phase]")).toHaveAttribute("data-phase", phase);

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
