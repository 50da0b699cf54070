import { checkKm, offsetOn, type KmOnDay, type OddReading } from "@/lib/garage/entries/rules";
import type { EntryContent, LogCar } from "@/lib/garage/entries/schema";
import type { Log } from "./log-store";

/** The entries of a car that this device has, those that wait instead of their stored versions; without the edited one. */
export function entriesOnDevice(car: LogCar, log: Pick<Log, "entries">, edited: string | null): EntryContent[] {
  const waiting = log.entries.filter(({ vehicle }) => vehicle === car.id);
  const isWaiting = (id: string) => waiting.some((entry) => entry.id === id);
  return [
    ...car.recent.filter(({ id }) => id !== edited && !isWaiting(id)),
    ...waiting.filter(({ id }) => id !== edited).map(({ content }) => content),
  ];
}

/** The known kilometres of the car by day. */
const kmByDay = (entries: readonly EntryContent[]): KmOnDay[] =>
  entries.flatMap(({ on_date, reading_km, offset_km }) =>
    reading_km === null ? [] : [{ on_date, km: reading_km + offset_km }],
  );

type Reading = Pick<EntryContent, "on_date" | "offset_km"> & { reading_km: number };

/** The same doubt in kilometres of an odometer instead of those of its car. */
export const onOdometer = (odd: OddReading, offset: number): OddReading => ({
  ...odd,
  km: Math.max(0, odd.km - offset),
});

/** What makes a reading doubtful beside the known entries, in kilometres of the odometer. */
export function oddReading(reading: Reading, entries: readonly EntryContent[]): OddReading | null {
  const { on_date, reading_km, offset_km } = reading;
  const odd = checkKm({ on_date, km: reading_km + offset_km }, kmByDay(entries));
  return odd && onOdometer(odd, offset_km);
}

/** What the odometer of the car showed last; null without any reading. */
export function lastReading(car: LogCar, entries: readonly EntryContent[]): number | null {
  const km = Math.max(car.odometer_km ?? -1, ...kmByDay(entries).map((kilometres) => kilometres.km));
  const offset = offsetOn("9999-12-31", car.odometer_offset_km, entries);
  return km < 0 ? null : Math.max(0, km - offset);
}
