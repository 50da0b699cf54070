import type { GeoPoint } from "../../../geo/geo/rules";
import { sunDay } from "../../../geo/sun/rules";
import { MAX_VIA } from "../../../guide/regions/rules";
import { addDays } from "../../../platform/dates";
import { formatTimestamp } from "../../../platform/format";
import { fits, legMinutes, limitOf, spreadOver } from "../rules";
import type { StoredRoute, TripPlan, TripStop } from "../schema";

const DAY = 24 * 60;

/** Times are minutes from midnight of the first day, in the time zone of the start. */
export type StopTime = {
  stop: TripStop;
  index: number;
  /** Kilometres from the start of the trip. */
  km: number;
  arrive: number;
  leave: number;
  sunset: number | null;
  isAfterSunset: boolean;
};
export type TripDay = {
  /** Days after the first one: 0, 1, … with a gap where the driver stays several nights. */
  offset: number;
  date: string | null;
  stops: StopTime[];
  km: number;
  minutes: number;
  over: ReturnType<typeof limitOf>;
};

const clockMinutes = (text: string) => {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
};

/** The time of day of a number of minutes: `08:05`. */
export function clockOf(minutes: number): string {
  const rest = Math.round(minutes) % DAY;
  return `${String(Math.floor(rest / 60)).padStart(2, "0")}:${String(rest % 60).padStart(2, "0")}`;
}

/** Minutes after midnight at which the sun rises and sets on a date, in a time zone. */
export function sunMinutes(
  date: string,
  point: GeoPoint,
  timeZone: string,
): { sunrise: number; sunset: number } | null {
  // 15:00 UTC is around noon in Brazil.
  const day = sunDay(new Date(`${date}T15:00:00Z`), point);
  if (!day) return null;
  const clock = (moment: Date) =>
    clockMinutes(formatTimestamp(moment, "en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }));
  return { sunrise: clock(day.sunrise), sunset: clock(day.sunset) };
}

/** Days with arrival and departure of each stop; a day ends at a stop with nights. Empty when the route is of other stops. */
export function daysOf(plan: TripPlan, route: StoredRoute, timeZone: string): TripDay[] {
  if (!fits(plan, route)) return [];
  const start = clockMinutes(plan.leaveAt);
  let [at, km] = [start, 0];
  let day = newDay(plan, 0);
  const days = [day];
  for (const [index, stop] of plan.stops.entries()) {
    const leg = route.legs[index - 1];
    const minutes = leg ? legMinutes(route, index - 1, plan.car.cruiseKmh) : 0;
    [at, km] = [at + minutes, km + (leg?.km ?? 0)];
    day.km += leg?.km ?? 0;
    day.minutes += minutes;
    const isLast = index === plan.stops.length - 1;
    const leave = index === 0 || isLast || stop.kind === "shape" ? at : at + stop.stayMinutes;
    day.stops.push(timeOf(plan, { stop, index, km, arrive: at, leave }, timeZone));
    at = leave;
    if (stop.nights === 0 || isLast) continue;
    // After an arrival past midnight the driver still sleeps before the next day.
    const offset = Math.max(day.offset + stop.nights, Math.floor((at - start) / DAY) + 1);
    at = offset * DAY + start;
    day = newDay(plan, offset);
    days.push(day);
    day.stops.push(timeOf(plan, { stop, index, km, arrive: at, leave: at }, timeZone));
  }
  return days.map((one) => ({ ...one, over: limitOf(plan, one) }));
}

const newDay = ({ leaveOn }: TripPlan, offset: number): TripDay => ({
  offset,
  date: leaveOn && addDays(leaveOn, offset),
  stops: [],
  km: 0,
  minutes: 0,
  over: null,
});

function timeOf({ leaveOn }: TripPlan, time: Omit<StopTime, "sunset" | "isAfterSunset">, timeZone: string): StopTime {
  const offset = Math.floor(time.arrive / DAY);
  const sunset = leaveOn ? (sunMinutes(addDays(leaveOn, offset), time.stop, timeZone)?.sunset ?? null) : null;
  return { ...time, sunset, isAfterSunset: sunset !== null && time.arrive - offset * DAY > sunset };
}

/** The points of a day for a navigation app; of too many, bends of the line are left out, then stops at regular positions. */
export function navigatedPoints({ stops }: Pick<TripDay, "stops">): GeoPoint[] {
  const most = MAX_VIA + 2;
  const all = stops.map(({ stop }) => stop);
  const ends = new Set([all[0], all.at(-1)]);
  const kept = all.length <= most ? all : all.filter((stop) => stop.kind === "stop" || ends.has(stop));
  return spreadOver(kept, most).map(({ lat, lng }) => ({ lat, lng }));
}
