import { TripMissing } from "@/components/saved-trips/trip-missing";

export default function NotFound() {
  return <TripMissing />;
}
