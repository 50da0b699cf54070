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

/** The same for the same day of an event when its dates, title or programme change; the first day is that of the event. */
const uidOf = (event: string, day: number): string => `${event}${day === 0 ? "" : `-${day + 1}`}@lacambeche`;

/**
 * What a calendar shows of an event. One that is longer than a day is no block through the nights. With a programme it
 * is one entry a day: from its first hour until the hour at which the event ends, or the whole day where that hour is
 * not known or the programme is longer. Without a programme it is one entry of whole days.
 */
export function calendarEntries(event: Event, programme: Programme): CalendarEntry[] {
  const { id, starts_at: start, ends_at: end, time_zone: zone } = event;
  const uid = uidOf(id, 0);
  if (Date.parse(end) - Date.parse(start) <= DAY_MS) return [{ uid, start, end, isAllDay: false }];
  const days = daysOf(event);
  if (!days.some((day) => timesOn(programme, day).length > 0))
    return [{ uid, start: days[0]!, end: addDays(days.at(-1)!, 1), isAllDay: true }];
  const closes = localIn(end, zone).slice(11);
  return days.map((day, index) => {
    const times = timesOn(programme, day);
    const opens = index === 0 ? localIn(start, zone).slice(11) : times[0];
    const isKnown = opens !== undefined && opens < closes && (times.at(-1) ?? opens) <= closes;
    return {
      uid: uidOf(id, index),
      start: isKnown ? momentIn(`${day}T${opens}`, zone)! : day,
      end: isKnown ? momentIn(`${day}T${closes}`, zone)! : addDays(day, 1),
      isAllDay: !isKnown,
    };
  });
}

/** The address with which a device subscribes to a calendar, instead of loading its file once. */
export const webcalAddress = (url: string): string => url.replace(/^https?:/, "webcal:");

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
