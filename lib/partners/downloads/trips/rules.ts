import { decodeLine } from "../../../geo/geo/lines";
import { boxAround, kmToSegment, nearestKm, type GeoPoint } from "../../../geo/geo/rules";
import type { TripDay } from "../../../travel/trips/days/rules";
import type { StoredRoute } from "../../../travel/trips/schema";
import { isValidBetween } from "../../vouchers/rules";

type Offered = { valid_from: string; valid_until: string; weekdays: readonly number[] };

/** Whether a voucher is accepted on an ISO date, at any hour. */
export function isAcceptedOn({ valid_from, valid_until, weekdays }: Offered, date: string): boolean {
  // 0 is Sunday for Date, 7 is Sunday in ISO.
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  return (
    isValidBetween({ from: valid_from, until: valid_until }, date, date) &&
    (weekdays.length === 0 || weekdays.includes(weekday))
  );
}

/** Kilometres from a stop, and from the road, within which a place counts as along a trip. */
const [NEAR_STOP_KM, BESIDE_ROAD_KM] = [15, 5] as const;

type PlacedVoucher<Row> = Row & { at: GeoPoint };
type DatedVouchers<Row> = { date: string | null; vouchers: Row[] };

/**
 * The vouchers along each day of a trip: of places near a stop or beside the road of that day, accepted on the date of
 * the day; without a date, those that are not over today.
 */
export function vouchersOfDays<Row extends Offered>(
  rows: readonly PlacedVoucher<Row>[],
  days: readonly Pick<TripDay, "date" | "stops">[],
  route: Pick<StoredRoute, "legs" | "sections"> | null,
  today: string,
): DatedVouchers<PlacedVoucher<Row>>[] {
  return days.map(({ date, stops }) => {
    const roads = roadsOf(stops, route);
    const isAlong = ({ at }: { at: GeoPoint }) =>
      (nearestKm(
        at,
        stops.map(({ stop }) => stop),
      ) ?? Infinity) <= NEAR_STOP_KM || roads.some((road) => isBeside(road, at));
    const isOpen = (row: Offered) => (date ? isAcceptedOn(row, date) : row.valid_until >= today);
    return { date, vouchers: rows.filter((row) => isOpen(row) && isAlong(row)) };
  });
}

type Road = { points: GeoPoint[]; box: NonNullable<ReturnType<typeof boxAround>> };

/** The route line between the stops of a day in pieces, each with the bounding box of the places near it. */
function roadsOf(stops: TripDay["stops"], route: Pick<StoredRoute, "legs" | "sections"> | null): Road[] {
  if (!route) return [];
  const [first, last] = [stops[0]?.index ?? 0, stops.at(-1)?.index ?? 0];
  return route.legs
    .slice(first, last)
    .flatMap(({ firstSection, endSection }) => route.sections.slice(firstSection, endSection))
    .flatMap(({ line }) => {
      const points = decodeLine(line).map(([lat, lng]) => ({ lat, lng }));
      const box = boxAround(points, BESIDE_ROAD_KM);
      return box ? [{ points, box }] : [];
    });
}

/** The box is compared first, because a long trip has tens of thousands of points. */
function isBeside({ points, box }: Road, at: GeoPoint): boolean {
  if (at.lat < box.south || at.lat > box.north || at.lng < box.west || at.lng > box.east) return false;
  return points.some((point, index) => index > 0 && kmToSegment(at, points[index - 1]!, point) <= BESIDE_ROAD_KM);
}
