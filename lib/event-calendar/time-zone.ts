import { DateTime } from "luxon";

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
