import { ICalCalendar, ICalCalendarMethod } from "ical-generator";
import { decodeLine } from "../../geo/geo/lines";
import { greatCircleKm } from "../../geo/geo/rules";
import { licenceOf, type RouteFile } from "../../geo/downloads/rules";
import { addDays } from "../../platform/dates";
import { slugOf } from "../../platform/slug";
import { withoutControls } from "../../platform/xml";
import { altitudeAt, altitudeProfile } from "../conditions/elevation/rules";
import { placedSections, samplesOf, type PlacedSection } from "../conditions/stretches/rules";
import { clockOf, type TripDay } from "../trips/days/rules";
import type { Profile, SavedTrip, StoredRoute } from "../trips/schema";
import type { TripFormat } from "./rules";

export const CONTENT_TYPES: Readonly<Record<TripFormat, string>> = {
  gpx: "application/gpx+xml",
  kml: "application/vnd.google-earth.kml+xml",
  ics: "text/calendar",
};

export const fileName = (title: string, format: TripFormat) => `${slugOf(title) || "viagem"}.${format}`;

const TOUCH_KM = 0.03;

type TrackPoint = RouteFile["track"][number][number];
/** Distance between points with altitude, so that a program that reads the file can compute the slopes between them too. */
const ALTITUDE_STEP_KM = 0.1;

/** The points of a section, with altitudes and more points where a profile has them. */
function pointsOf(section: PlacedSection, profile: Profile | undefined): TrackPoint[] {
  if (!profile) return decodeLine(section.line);
  return samplesOf(section, ALTITUDE_STEP_KM).flatMap(({ point, km, isPoint }): TrackPoint[] => {
    const metres = altitudeAt(profile, km);
    if (metres === null) return isPoint ? [point] : [];
    const [lat, lng] = point.map((degrees) => Number(degrees.toFixed(5))) as [number, number];
    return [[lat, lng, Math.round(metres * 10) / 10]];
  });
}

/** The line of a route in continuous parts, with gaps where it has no road. */
export function trackOf(route: StoredRoute): TrackPoint[][] {
  const parts: TrackPoint[][] = [];
  let isOpen = false;
  for (const section of placedSections(route)) {
    const points = pointsOf(section, altitudeProfile(route));
    const [start, last] = [points[0], parts.at(-1)?.at(-1)];
    if (section.kind === "off-network" || !start || points.length < 2) {
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

/** Sources whose terms are not confirmed, by the start of their credit. */
const UNCONFIRMED = ["SIE-SC", "DER-SP"];

function creditsOf(credits: readonly string[]): RouteFile["credits"] {
  if (credits.length === 0) return null;
  return {
    author: credits.join(", "),
    ...licenceOf({
      isOdbl: credits.some((credit) => credit.includes("OpenStreetMap")),
      isUnconfirmed: credits.some((credit) => UNCONFIRMED.some((source) => credit.startsWith(source))),
    }),
  };
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

/** A calendar with one entry per day; times without a zone, because they are local times of the place. Null without a date. */
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
