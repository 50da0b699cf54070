import type { VouchersOfDay } from "@/components/partners/downloads/trip-vouchers";
import { positionOf } from "@/lib/guide/cities/rules";
import { brazilianDay } from "@/lib/platform/dates";
import { reportError } from "@/lib/platform/report";
import { stateAt, statesCrossed } from "@/lib/travel/saved-trips/states";
import type { SavedTrip } from "@/lib/travel/trips/schema";
import { listVouchersIn } from "@/lib/partners/downloads/queries";
import { vouchersOfDays } from "@/lib/partners/downloads/trips/rules";
import { tripDays } from "./trip-files";

/** Vouchers listed per day; more would hide the trip. */
const MAX_PER_DAY = 12;

/** The vouchers along each day of a trip; none when they cannot be read: the trip is shown without them. */
export async function tripVouchers(trip: SavedTrip): Promise<VouchersOfDay[]> {
  const days = tripDays(trip);
  if (days.length === 0) return [];
  const atStops = trip.plan.stops.flatMap((stop) => stateAt(stop) ?? []);
  const listed = await listVouchersIn([...statesCrossed(trip), ...atStops]).catch((error: unknown) => {
    reportError("trip-vouchers", error);
    return [];
  });
  const placed = listed.flatMap((voucher) => {
    const at = positionOf(voucher.service);
    return at ? [{ ...voucher, at }] : [];
  });
  return vouchersOfDays(placed, days, trip.route, brazilianDay(Date.now())).map(({ date, vouchers }, index) => ({
    number: index + 1,
    date,
    vouchers: vouchers.slice(0, MAX_PER_DAY),
  }));
}
