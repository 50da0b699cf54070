import { DateTime } from "luxon";
import { addDays, DAY_MS, localIn, momentIn } from "../../platform/dates";
import { daysOf } from "../events/rules";

type Event = { id: string; starts_at: string; ends_at: string; time_zone: string };
type Programme = readonly { day: string; items: readonly { time: string }[] }[];

/** One line of a calendar: hours on a day, or whole days, of which the last one is not included. */
export type CalendarEntry = { uid: string; start: string; end: string; isAllDay: boolean };

/** Times of the programme of a day, in order. */
const timesOn = (programme: Programme, day: string): string[] =>
  programme
    .filter((one) => one.day === day)
    .flatMap(({ items }) => items.map(({ time }) => time).filter(Boolean))
    .toSorted();

/**
 * What a calendar shows of an event. One that is longer than a day is no block through the nights: a day of whose
 * programme the first hour is known lasts from it until the hour at which the event ends; without these hours the event
 * takes whole days.
 */
export function calendarEntries(event: Event, programme: Programme): CalendarEntry[] {
  const { id, starts_at: start, ends_at: end, time_zone: zone } = event;
  const uid = `${id}@lacambeche`;
  if (Date.parse(end) - Date.parse(start) <= DAY_MS) return [{ uid, start, end, isAllDay: false }];
  const days = daysOf(event);
  const closing = localIn(end, zone).slice(11);
  const hours = days.map((day, index) => {
    const times = timesOn(programme, day);
    const opens = index === 0 ? localIn(start, zone).slice(11) : times[0];
    const isKnown = opens !== undefined && opens < closing && (times.at(-1) ?? opens) <= closing;
    return isKnown ? { day, opens } : null;
  });
  if (hours.some((one) => one === null))
    return [{ uid, start: days[0]!, end: addDays(days.at(-1)!, 1), isAllDay: true }];
  return hours.map((one) => ({
    uid: `${id}-${one!.day}@lacambeche`,
    start: momentIn(`${one!.day}T${one!.opens}`, zone)!,
    end: momentIn(`${one!.day}T${closing}`, zone)!,
    isAllDay: false,
  }));
}

const FIRST_SEQUENCE = Date.parse("2026-01-01T00:00:00Z");

/** Number of a version of an event: seconds of its last change, so that it rises with each of them. */
export const sequenceOf = (updatedAt: string): number =>
  Math.max(0, Math.floor((Date.parse(updatedAt) - FIRST_SEQUENCE) / 1000));

/** The VTIMEZONE component (RFC 5545, section 3.6.5) of a Brazilian zone: no summer time since 2019. */
export function timeZoneComponent(zone: string): string {
  const offset = DateTime.fromISO("2020-01-01", { zone }).toFormat("ZZZ");
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${zone}`,
    "BEGIN:STANDARD",
    "DTSTART:20200101T000000",
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    "END:STANDARD",
    "END:VTIMEZONE",
  ].join("\r\n");
}
