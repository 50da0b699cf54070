import { admitAccount } from "@/lib/platform/auth/guard";
import { isLocale } from "@/lib/platform/i18n/routing";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getTrip } from "@/lib/travel/saved-trips/queries";
import { isTripFormat, isTripId, tripPath } from "@/lib/travel/saved-trips/rules";
import { tripFile } from "../../../../trip-files";

type Props = { params: Promise<{ locale: string; tripId: string; format: string }> };

/** An own trip as GPX, KML or calendar; 404 for a trip of somebody else. */
export async function GET(_request: Request, { params }: Props) {
  const account = await admitAccount(() => true);
  if (account instanceof Response) return account;
  const { locale, tripId, format } = await params;
  const isKnown = isLocale(locale) && isTripFormat(format) && isTripId(tripId);
  const trip = isKnown ? await getTrip(await createSessionClient(), tripId) : null;
  if (!isKnown || !trip) return new Response("Not found", { status: 404 });
  return tripFile(trip, format, locale, tripPath(trip.id));
}
