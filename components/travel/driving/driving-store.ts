import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { HelpCar } from "@/lib/guide/breakdown/rules";
import { DRIVING_DATABASE } from "@/lib/platform/device-storage/rules";
import type { DrivingTrip } from "@/lib/travel/driving/rules";
import type { TrackPoint, UploadStatus } from "@/lib/travel/tracks/rules";

/** A track on the device; the times in Unix milliseconds. */
export type StoredTrack = {
  id: string;
  owner: string | null;
  trip: string | null;
  startedAt: number;
  /** Null while it is recorded, and after a crash. */
  endedAt: number | null;
  /** Kilometres at which the driver set the partial to zero. */
  partialFrom: number;
  isStarted: boolean;
  sentPieces: number;
  /** Why the server refuses the track for good. */
  refusal: UploadStatus | null;
};

/** A trip that the driver closed; it is sent when there is a connection. */
export type Closing = { trip: string; owner: string | null };

interface DrivingSchema extends DBSchema {
  tracks: { key: string; value: StoredTrack };
  /** Keyed by track and number of the point, from 0 without a gap. */
  points: { key: [track: string, number: number]; value: TrackPoint };
  trips: { key: string; value: DrivingTrip & { owner: string } };
  closings: { key: string; value: Closing };
  /** `owner`: the account that the server named last. `cars`: the cars of its garage as JSON. */
  facts: { key: string; value: string };
}

const OWNER = "owner";
const CARS = "cars";
const STORES = ["tracks", "points", "trips", "closings", "facts"] as const;
let opened: Promise<IDBPDatabase<DrivingSchema>> | undefined;

function database(): Promise<IDBPDatabase<DrivingSchema>> {
  return (opened ??= openDB<DrivingSchema>(DRIVING_DATABASE, 1, {
    upgrade(db) {
      db.createObjectStore("tracks", { keyPath: "id" });
      db.createObjectStore("points");
      db.createObjectStore("trips", { keyPath: "id" });
      db.createObjectStore("closings", { keyPath: "trip" });
      db.createObjectStore("facts");
    },
  }));
}

const pointsOf = (track: string, from = 0, until = Infinity) =>
  IDBKeyRange.bound([track, from], [track, until], false, true);

/** Stores a new track or a change of one; when the promise is fulfilled, it survives a crash of the browser. */
export async function saveTrack(track: StoredTrack): Promise<void> {
  const writing = (await database()).transaction("tracks", "readwrite", { durability: "strict" });
  await Promise.all([writing.store.put(track), writing.done]);
}

/** Changes a track that is still on the device; the recording and the upload change different fields. */
export async function changeTrack(id: string, change: Partial<StoredTrack>): Promise<void> {
  const writing = (await database()).transaction("tracks", "readwrite", { durability: "strict" });
  const track = await writing.store.get(id);
  if (track) await writing.store.put({ ...track, ...change });
  await writing.done;
}

/** Stores a point; when the promise is fulfilled, it survives a crash of the browser. */
export async function savePoint(track: string, number: number, point: TrackPoint): Promise<void> {
  const writing = (await database()).transaction("points", "readwrite", { durability: "strict" });
  await Promise.all([writing.store.add(point, [track, number]), writing.done]);
}

/** Tracks of the device that belong to an account or to none yet, the oldest first. */
export async function storedTracks(owner: string | null): Promise<StoredTrack[]> {
  const tracks = await (await database()).getAll("tracks");
  return tracks.filter((track) => isOf(track, owner)).toSorted((a, b) => a.startedAt - b.startedAt);
}

const isOf = (stored: { owner: string | null }, owner: string | null) =>
  stored.owner === null || owner === null || stored.owner === owner;

export const readPoints = async (track: string, from = 0, until = Infinity): Promise<TrackPoint[]> =>
  (await database()).getAll("points", pointsOf(track, from, until));

export const countPoints = async (track: string): Promise<number> =>
  (await database()).count("points", pointsOf(track));

export async function removeTrack(id: string): Promise<void> {
  const writing = (await database()).transaction(["tracks", "points"], "readwrite");
  await Promise.all([
    writing.objectStore("tracks").delete(id),
    writing.objectStore("points").delete(pointsOf(id)),
    writing.done,
  ]);
}

export async function saveTrip(trip: DrivingTrip, owner: string): Promise<void> {
  await (await database()).put("trips", { ...trip, owner });
}

/** A trip that this account opened before; null without one. */
export async function readTrip(id: string): Promise<DrivingTrip | null> {
  const trip = await (await database()).get("trips", id);
  return trip && trip.owner === (await readOwner()) ? trip : null;
}

export async function removeTrip(id: string): Promise<void> {
  await (await database()).delete("trips", id);
}

export async function saveClosing(closing: Closing): Promise<void> {
  const writing = (await database()).transaction("closings", "readwrite", { durability: "strict" });
  await Promise.all([writing.store.put(closing), writing.done]);
}

export async function storedClosings(owner: string | null): Promise<Closing[]> {
  return (await (await database()).getAll("closings")).filter((closing) => isOf(closing, owner));
}

export async function removeClosing(trip: string): Promise<void> {
  await (await database()).delete("closings", trip);
}

export const readOwner = async (): Promise<string | null> => (await (await database()).get("facts", OWNER)) ?? null;

/** Notes the account of the device. What another account left without signing out is deleted only when that one signs out. */
export async function saveOwner(owner: string): Promise<void> {
  await (await database()).put("facts", owner, OWNER);
}

/** Keeps the cars of the account for a breakdown without a connection. */
export async function saveCars(cars: readonly HelpCar[]): Promise<void> {
  await (await database()).put("facts", JSON.stringify(cars), CARS);
}

export async function readCars(): Promise<HelpCar[]> {
  return JSON.parse((await (await database()).get("facts", CARS)) ?? "[]") as HelpCar[];
}

/** Removes everything at sign-out. */
export async function clearDriving(): Promise<void> {
  const writing = (await database()).transaction(STORES, "readwrite");
  await Promise.all([...STORES.map((name) => writing.objectStore(name).clear()), writing.done]);
}
