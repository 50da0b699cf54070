import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { pageUrl } from "@/lib/platform/site-url";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getTrip } from "@/lib/travel/saved-trips/queries";
import { isTripId, ownTripPath, tripPath } from "@/lib/travel/saved-trips/rules";
import { listShares } from "@/lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "@/lib/travel/saved-trips/shares/rules";
import { RoadbookPage } from "../../../../roadbook-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("travel/saved-trips.roadbook", "title");

/** The roadbook of an own trip; its code is a link of scope view, if there is one. */
export default async function OwnRoadbookPage({ params }: { params: Promise<{ tripId: string }> }) {
  const { tripId } = await params;
  await requireAccount(`${ownTripPath(tripId)}/roteiro`);
  const [client, locale] = [await createSessionClient(), await getLocale()];
  const trip = isTripId(tripId) ? await getTrip(client, tripId) : null;
  if (!trip) notFound();
  const shares = await listShares(client, trip.id, Date.now());
  const token = shares.find(({ scope, token: usable }) => scope === "view" && usable !== null)?.token ?? null;
  const path = token === null ? tripPath(trip.id) : sharedTripPath(token);
  const url = pageUrl(locale, path);
  return <RoadbookPage trip={trip} back={tripPath(trip.id)} code={{ url, isPublic: token !== null }} />;
}
