import "server-only";
import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { DateTime } from "luxon";
import type { Locale } from "../../platform/i18n/routing";
import { pageUrl } from "../../platform/site-url";
import { withoutControls } from "../../platform/xml";
import { calendarPath, eventPath, eventWhen } from "../events/rules";
import { programmeSchema } from "../events/schema";
import { calendarEntries, sequenceOf, timeZoneComponent } from "./rules";

/** What a calendar shows of an event, in the language of the file. */
export type CalendarEvent = {
  id: string;
  slug: string;
  title: string;
  status: string;
  starts_at: string;
  ends_at: string;
  venue: string | null;
  town: string;
  state_abbr: string;
  time_zone: string;
  updated_at: string;
  description?: string;
  event_days: readonly { day: string; items: unknown }[];
};

type Calendar = { name: string; slugOrState: string; locale: Locale; events: readonly CalendarEvent[] };

const STATUS: Record<string, ICalEventStatus> = {
  cancelled: ICalEventStatus.CANCELLED,
  postponed: ICalEventStatus.TENTATIVE,
};

/** How often programs read a subscribed calendar again. */
const REFRESH_SECONDS = 12 * 60 * 60;

/** The library does not escape the name of a calendar (RFC 5545, section 3.3.11). */
const calendarName = (name: string): string =>
  withoutControls(name)
    .replace(/\s+/g, " ")
    .replace(/[\\;,]/g, "\\$&");

/** A calendar file (RFC 5545) of an event or of the events of a state. */
export function calendarFile({ name, slugOrState, locale, events }: Calendar): string {
  const calendar = new ICalCalendar({
    name: calendarName(name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "LACAMBECHE", product: "Portal" },
    url: pageUrl(locale, calendarPath(slugOrState)),
    ttl: REFRESH_SECONDS,
    // Without a name: the library would write DTSTAMP in that zone, which the format does not allow.
    timezone: { name: null, generator: timeZoneComponent },
  });
  for (const event of events) {
    const changedAt = new Date(event.updated_at);
    const shared = {
      sequence: sequenceOf(event.updated_at),
      stamp: changedAt,
      lastModified: changedAt,
      summary: withoutControls(event.title),
      description: withoutControls([eventWhen(event, locale), event.description].filter(Boolean).join("\n\n")),
      location: [event.venue, `${event.town} ${event.state_abbr}`].filter(Boolean).join(", "),
      url: pageUrl(locale, eventPath(event.slug)),
      status: STATUS[event.status] ?? ICalEventStatus.CONFIRMED,
      timezone: event.time_zone,
    };
    const programme = event.event_days.map(({ day, items }) => ({ day, items: programmeSchema.parse(items) }));
    const timeIn = (at: string) => DateTime.fromISO(at, { zone: event.time_zone });
    for (const { uid, start, end, isAllDay } of calendarEntries(event, programme))
      calendar.createEvent({ ...shared, id: uid, start: timeIn(start), end: timeIn(end), allDay: isAllDay });
  }
  return calendar.toString();
}
