import type { KnownKm } from "@/lib/vehicle-entries/rules";
import { offsetOn } from "@/lib/vehicle-entries/rules";
import type { EntryContent, LogCar } from "@/lib/vehicle-entries/schema";
import type { Log } from "./log-store";

/** The entries of a car that this device has, those that wait instead of their stored versions; without the edited one. */
export function knownEntries(car: LogCar, log: Pick<Log, "entries">, edited: string | null): EntryContent[] {
  const waiting = log.entries.filter(({ vehicle }) => vehicle === car.id);
  const isWaiting = (id: string) => waiting.some((entry) => entry.id === id);
  return [
    ...car.recent.filter(({ id }) => id !== edited && !isWaiting(id)),
    ...waiting.filter(({ id }) => id !== edited).map(({ content }) => content),
  ];
}

/** The known kilometres of the car by day. */
export const knownKm = (entries: readonly EntryContent[]): KnownKm[] =>
  entries.flatMap(({ on_date, reading_km, offset_km }) =>
    reading_km === null ? [] : [{ on_date, km: reading_km + offset_km }],
  );

/** What the odometer of the car showed last; null without any reading. */
export function lastReading(car: LogCar, entries: readonly EntryContent[]): number | null {
  const km = Math.max(car.odometer_km ?? -1, ...knownKm(entries).map((known) => known.km));
  const offset = offsetOn("9999-12-31", car.odometer_offset_km, entries);
  return km < 0 ? null : Math.max(0, km - offset);
}
