import { getTranslations } from "next-intl/server";
import { gpxOf, kmlOf } from "@/lib/geo/downloads/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { timeZoneOf } from "@/lib/platform/time-zones/rules";
import { TIME_ZONE } from "@/lib/platform/dates";
import { addressCaller } from "@/lib/platform/costs";
import { AppError } from "@/lib/platform/error";
import type { Locale } from "@/lib/platform/i18n/routing";
import { calendarOf, CONTENT_TYPES, fileName, routeFileOf } from "@/lib/travel/saved-trips/files";
import type { TripFormat } from "@/lib/travel/saved-trips/rules";
import { stateAt } from "@/lib/travel/saved-trips/states";
import { reportError } from "@/lib/platform/report";
import { readTripFacts } from "@/lib/travel/facts/queries";
import type { TripFacts } from "@/lib/travel/facts/rules";
import { daysOf } from "@/lib/travel/trips/days/rules";
import { thinLine } from "@/lib/travel/trips/rules";
import type { SavedTrip } from "@/lib/travel/trips/schema";

/** Days of a trip in the local time of its start; none without a route. */
export function tripDays({ plan, route }: SavedTrip) {
  const start = plan.stops[0];
  const state = start ? stateAt(start) : null;
  return route ? daysOf(plan, route, state ? timeZoneOf(state) : TIME_ZONE) : [];
}

/** Facts along a trip; null without a route, and when they cannot be read: the trip is shown without them. */
export async function tripFacts({ plan, route }: SavedTrip, locale: Locale): Promise<TripFacts | null> {
  if (!route || plan.stops.length < 2) return null;
  const input = { line: thinLine(route), km: route.km, tollClass: plan.car.tollClass, tolls: route.tolls };
  return readTripFacts(input, locale, await addressCaller()).catch((error: unknown) => {
    if (!(error instanceof AppError)) reportError("trip-facts", error);
    return null;
  });
}

/** A stored trip as a file; `path` is the page that the file names. Null for a calendar without a date. */
export async function tripFile(trip: SavedTrip, format: TripFormat, locale: Locale, path: string): Promise<Response> {
  const t = await getTranslations({ locale, namespace: "travel/saved-trips" });
  const name = trip.plan.title || t("untitled");
  const url = pageUrl(locale, path);
  const file = routeFileOf(trip, name, t("files.description"), url);
  const content = {
    gpx: () => gpxOf(file),
    kml: () => kmlOf(file, t(file.track.length > 0 ? "files.lineName" : "files.straight")),
    ics: () => calendarOf(trip, tripDays(trip), { name, day: (number) => t("files.day", { number }), url }),
  }[format]();
  if (content === null) return new Response("Not found", { status: 404 });
  return new Response(content, {
    headers: {
      "content-type": `${CONTENT_TYPES[format]}; charset=utf-8`,
      "content-disposition": `attachment; filename="${fileName(trip.plan.title, format)}"`,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    },
  });
}
