import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { LinkEnded } from "@/components/travel/saved-trips/link-ended";
import { pageUrl } from "@/lib/platform/site-url";
import { callerAddress } from "@/lib/platform/caller";
import { takeAttempt } from "@/lib/platform/rate-limit";
import { getSharedTrip } from "@/lib/travel/saved-trips/shares/queries";
import { sharedTripPath } from "@/lib/travel/saved-trips/shares/rules";
import { RoadbookPage } from "../../../../roadbook-page";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = secretMetadata("travel/saved-trips.roadbook", "title");

/** The roadbook of a trip by link. */
export default async function SharedRoadbookPage({ params }: { params: Promise<{ token: string }> }) {
  await takeAttempt("tripLinkPage", await callerAddress());
  const { token } = await params;
  const shared = await getSharedTrip(token);
  if (!shared) notFound();
  if (shared.state !== "open") return <LinkEnded state={shared.state} />;
  const path = sharedTripPath(token);
  const url = pageUrl(await getLocale(), path);
  return <RoadbookPage trip={shared.trip} back={path} code={{ url, isPublic: true }} />;
}
