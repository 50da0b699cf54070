import { checkLast, offsetOn, type KmOnDay, type OddReading } from "@/lib/garage/entries/rules";
import { entriesOnDevice, oddReading, onOdometer } from "./entries-on-device";
import { readLog } from "./log-store";

/**
 * What makes a reading doubtful beside the log that this device has of the car, also without a connection; null without
 * such a log.
 */
export async function oddOnDevice(
  vehicle: string,
  { on_date, km }: KmOnDay,
  today: string,
): Promise<OddReading | null> {
  const log = await readLog().catch(() => null);
  const car = log?.cars.find(({ id }) => id === vehicle);
  if (!log || !car || car.odometer_state === "broken") return null;
  const known = entriesOnDevice(car, log, null);
  const offset_km = offsetOn(on_date, car.odometer_offset_km, known);
  const odd = checkLast({ on_date, km: km + offset_km }, car.odometer_km, today);
  return oddReading({ on_date, reading_km: km, offset_km }, known) ?? (odd && onOdometer(odd, offset_km));
}
