import { getTranslations } from "next-intl/server";
import { listCalendarEvents } from "@/lib/events/calendar/queries";
import { calendarFile, type CalendarEvent } from "@/lib/events/calendar/service";
import { movedSlug, readPublicEvent } from "@/lib/events/events/queries";
import { calendarPath, eventTitle, isEventAddress } from "@/lib/events/events/rules";
import { translated } from "@/lib/platform/i18n/content";
import { isLocale, localePath, type Locale } from "@/lib/platform/i18n/routing";
import { stateOfSegment } from "@/lib/geo/states/rules";

export const dynamic = "force-static";
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ locale: string; stateOrEvent: string }> };

async function load(address: string, locale: Locale): Promise<{ name: string; events: CalendarEvent[] } | null> {
  const t = await getTranslations({ locale, namespace: "events/events" });
  const marked = (title: string, isDemo: boolean) => (isDemo ? `${title} (${t("demo")})` : title);
  const state = stateOfSegment(address);
  if (state) {
    const rows = await listCalendarEvents(state.abbr);
    const events = rows.map((event) => ({ ...event, title: marked(eventTitle(event, locale), event.is_demo) }));
    return { name: t("hub.title", { state: state.name }), events };
  }
  const event = isEventAddress(address) ? await readPublicEvent(address) : null;
  if (!event) return null;
  const title = translated(event, "title", locale).text;
  const description = translated(event, "description", locale).text;
  return { name: title, events: [{ ...event, title: marked(title, event.is_demo), description }] };
}

/** The calendar file of an event or of the events of a state; calendars read it again by themselves. */
export async function GET(_request: Request, { params }: Props) {
  const { locale, stateOrEvent } = await params;
  if (!isLocale(locale)) return NOT_FOUND();
  const found = await load(stateOrEvent, locale);
  if (!found) {
    const moved = await movedSlug(stateOrEvent);
    const location = moved && localePath(locale, calendarPath(moved));
    return location ? new Response(null, { status: 308, headers: { location } }) : NOT_FOUND();
  }
  return new Response(calendarFile({ ...found, locale, slugOrState: stateOrEvent }), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `inline; filename="${stateOrEvent.toLowerCase()}.ics"`,
      "x-content-type-options": "nosniff",
    },
  });
}

const NOT_FOUND = () => new Response("Not found", { status: 404 });
