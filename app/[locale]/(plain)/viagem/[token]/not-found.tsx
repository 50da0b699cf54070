import { TripMissing } from "@/components/travel/saved-trips/trip-missing";

export default function NotFound() {
  return <TripMissing />;
}
