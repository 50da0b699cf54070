import { notFound } from "next/navigation";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { getTrip } from "@/lib/travel/saved-trips/queries";
import { isTripId } from "@/lib/travel/saved-trips/rules";
import { drivingPath } from "@/lib/travel/tracks/rules";
import { DrivingPage } from "../../../driving-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("travel/driving", "metaTitle", { referrer: "no-referrer" });

export default async function DrivingTripPage({ params }: { params: Promise<{ tripId: string }> }) {
  const { tripId } = await params;
  if (!isTripId(tripId)) notFound();
  await requireAccount(drivingPath(tripId));
  if (!(await getTrip(await createSessionClient(), tripId))) notFound();
  return <DrivingPage tripId={tripId} />;
}
