import { TripMissing } from "@/components/travel/saved-trips/trip-missing";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = secretMetadata("travel/saved-trips.missing", "title");

/** Page with status 404 for links of trips. */
export default function UnknownTrip() {
  return <TripMissing />;
}
