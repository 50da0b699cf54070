import { ICalCalendar, ICalCalendarMethod } from "ical-generator";
import { decodeLine, type LinePoint } from "../geo/lines";
import { greatCircleKm } from "../geo/rules";
import type { RouteFile } from "../downloads/rules";
import { addDays } from "../platform/dates";
import { slugOf } from "../platform/slug";
import { withoutControls } from "../platform/xml";
import { clockOf, type TripDay } from "../trips/rules";
import type { SavedTrip, StoredRoute } from "../trips/schema";
import type { TripFormat } from "./rules";

export const CONTENT_TYPES: Readonly<Record<TripFormat, string>> = {
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
  ics: "text/calendar",
};

export const fileName = (title: string, format: TripFormat) => `${slugOf(title) || "viagem"}.${format}`;

const TOUCH_KM = 0.03;

/** The line of a route in continuous parts, with gaps where it has no road. */
export function trackOf({ sections }: StoredRoute): LinePoint[][] {
  const parts: LinePoint[][] = [];
  let isOpen = false;
  for (const { kind, line } of sections) {
    const points = decodeLine(line);
    const [start, last] = [points[0], parts.at(-1)?.at(-1)];
    if (kind === "off-network" || !start || points.length < 2) {
      isOpen = false;
      continue;
    }
    const touches = last && greatCircleKm({ lat: last[0], lng: last[1] }, { lat: start[0], lng: start[1] }) < TOUCH_KM;
    if (isOpen && touches) parts.at(-1)!.push(...points.slice(1));
    else parts.push(points);
    isOpen = true;
  }
  return parts;
}

const ODBL = { licence: "ODbL 1.0", licenceUrl: "https://opendatacommons.org/licenses/odbl/1-0/" };
const OPEN_DATA = {
  licence: "dados abertos",
  licenceUrl: "https://www.planalto.gov.br/ccivil_03/_ato2015-2018/2016/decreto/d8777.htm",
};

/** Licence of a file with these lines: with lines of OpenStreetMap the ODbL. */
function creditsOf(credits: readonly string[]): RouteFile["credits"] {
  if (credits.length === 0) return null;
  const isOdbl = credits.some((credit) => credit.includes("OpenStreetMap"));
  return { author: credits.join(", "), ...(isOdbl ? ODBL : OPEN_DATA) };
}

/** A trip for the writers of GPX and KML; points that only bend the line stay in the track. */
export function routeFileOf(
  { plan, route, updatedAt }: SavedTrip,
  name: string,
  description: string,
  url: string,
): RouteFile {
  return {
    name,
    description,
    url,
    updatedAt,
    stops: plan.stops
      .filter(({ kind }) => kind === "stop")
      .map((stop) => ({
        name: stop.name,
        note: stop.note,
        kind: stop.nights > 0 ? "overnight" : "stop",
        lat: stop.lat,
        lng: stop.lng,
      })),
    track: route ? trackOf(route) : [],
    credits: creditsOf(route?.credits ?? []),
  };
}

type CalendarWords = { name: string; day: (number: number) => string; url: string };

/** A calendar with one entry per day; times without a zone, because they are on the clock of the place. Null without a date. */
export function calendarOf(
  { id, plan }: SavedTrip,
  days: readonly TripDay[],
  { name, day, url }: CalendarWords,
): string | null {
  if (!plan.leaveOn || days.length === 0) return null;
  const calendar = new ICalCalendar({
    name: withoutControls(name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: "LACAMBECHE", product: "Portal" },
  });
  for (const [index, one] of days.entries()) {
    const [first, last] = [one.stops[0]!, one.stops.at(-1)!];
    calendar.createEvent({
      id: `${id}-${index + 1}@lacambeche`,
      start: moment(plan.leaveOn, first.leave),
      end: moment(plan.leaveOn, last.arrive),
      floating: true,
      summary: withoutControls(`${name} · ${day(index + 1)}`),
      description: withoutControls(
        one.stops
          .filter(({ stop }) => stop.kind === "stop")
          .map(({ stop }) => stop.name)
          .join(" → "),
      ),
      location: withoutControls(last.stop.name),
      url,
    });
  }
  return calendar.toString();
}

const DAY = 24 * 60;

/** Minutes after midnight of the first day, as the text of a local time. */
const moment = (leaveOn: string, minutes: number) =>
  `${addDays(leaveOn, Math.floor(Math.round(minutes) / DAY))}T${clockOf(minutes)}:00`;
