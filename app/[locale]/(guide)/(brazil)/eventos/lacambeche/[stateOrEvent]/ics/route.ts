import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { DateTime } from "luxon";
import { getTranslations } from "next-intl/server";
import { calendarEntries, sequenceOf, timeZoneComponent } from "@/lib/events/calendar/rules";
import { listUpcomingEvents, movedSlug, readPublicEvent } from "@/lib/events/events/queries";
import { calendarPath, eventPath, eventTitle, eventWhen, isEventAddress } from "@/lib/events/events/rules";
import { programmeSchema } from "@/lib/events/events/schema";
import { env } from "@/lib/platform/env";
import { translated } from "@/lib/platform/i18n/content";
import { isLocale, localePath, type Locale } from "@/lib/platform/i18n/routing";
import { withoutControls } from "@/lib/platform/xml";
import { stateOfSegment } from "@/lib/geo/states/rules";

export const dynamic = "force-static";
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ locale: string; stateOrEvent: string }> };

/** What a calendar shows of an event. */
type Entry = {
  id: string;
  slug: string;
  title: string;
  is_demo: boolean;
  status: string;
  starts_at: string;
  ends_at: string;
  venue: string | null;
  town: string;
  state_abbr: string;
  time_zone: string;
  updated_at: string;
  description?: string;
  event_days?: { day: string; items: unknown }[];
};

async function load(address: string, locale: Locale): Promise<{ name: string; entries: Entry[] } | null> {
  const state = stateOfSegment(address);
  if (state) {
    const t = await getTranslations({ locale, namespace: "events/events.hub" });
    const events = await listUpcomingEvents({ state: state.abbr });
    const entries = events.map((event) => ({ ...event, title: eventTitle(event, locale) }));
    return { name: t("title", { state: state.name }), entries };
  }
  const event = isEventAddress(address) ? await readPublicEvent(address) : null;
  if (!event) return null;
  const title = translated(event, "title", locale).text;
  return { name: title, entries: [{ ...event, title, description: translated(event, "description", locale).text }] };
}

/** The calendar file of an event or of the upcoming events of a state; calendars read it again by themselves. */
export async function GET(_request: Request, { params }: Props) {
  const { locale, stateOrEvent } = await params;
  if (!isLocale(locale)) return NOT_FOUND();
  const found = await load(stateOrEvent, locale);
  if (!found) {
    const moved = await movedSlug(stateOrEvent);
    const location = moved && localePath(locale, calendarPath(moved));
    return location ? new Response(null, { status: 308, headers: { location } }) : NOT_FOUND();
  }
  const t = await getTranslations({ locale, namespace: "events/events" });
  const site = env.NEXT_PUBLIC_SITE_URL;
  const calendar = new ICalCalendar({
    name: withoutControls(found.name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "LACAMBECHE", product: "Portal" },
    url: site + calendarPath(stateOrEvent),
    ttl: 12 * 60 * 60,
    // Without a name: the library would write DTSTAMP in that zone, which the format does not allow.
    timezone: { name: null, generator: timeZoneComponent },
  });
  for (const entry of found.entries) {
    const programme = (entry.event_days ?? []).map(({ day, items }) => ({ day, items: programmeSchema.parse(items) }));
    const shared = {
      sequence: sequenceOf(entry.updated_at),
      stamp: new Date(entry.updated_at),
      lastModified: new Date(entry.updated_at),
      summary: withoutControls(entry.is_demo ? `${entry.title} (${t("demo")})` : entry.title),
      description: withoutControls([eventWhen(entry, locale), entry.description].filter(Boolean).join("\n\n")),
      location: [entry.venue, `${entry.town} ${entry.state_abbr}`].filter(Boolean).join(", "),
      url: site + localePath(locale, eventPath(entry.slug)),
      status: STATUS[entry.status] ?? ICalEventStatus.CONFIRMED,
      timezone: entry.time_zone,
    };
    const timeIn = (at: string) => DateTime.fromISO(at, { zone: entry.time_zone });
    for (const { uid, start, end, isAllDay } of calendarEntries(entry, programme))
      calendar.createEvent({ ...shared, id: uid, start: timeIn(start), end: timeIn(end), allDay: isAllDay });
  }
  return new Response(calendar.toString(), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `inline; filename="${stateOrEvent.toLowerCase()}.ics"`,
      "x-content-type-options": "nosniff",
    },
  });
}

const NOT_FOUND = () => new Response("Not found", { status: 404 });

const STATUS: Record<string, ICalEventStatus> = {
  cancelled: ICalEventStatus.CANCELLED,
  postponed: ICalEventStatus.TENTATIVE,
};
