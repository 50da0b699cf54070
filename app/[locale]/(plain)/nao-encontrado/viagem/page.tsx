import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TripMissing } from "@/components/travel/saved-trips/trip-missing";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("travel/saved-trips.missing");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false, follow: false }, referrer: "no-referrer" };
}

/** Page with status 404 for links of trips. */
export default function UnknownTrip() {
  return <TripMissing />;
}
