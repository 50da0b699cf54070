import { useCallback, useEffect, useRef, useState } from "react";
import type { Report } from "@/lib/travel/convoys/schema";

export type Place = NonNullable<Report["place"]>;
export type Sharing = "off" | "locating" | "on" | "denied" | "unavailable";

const MAX_AGE_MS = 10_000;

/** The position of the device, which is read while it is shared; `place` holds the last one. */
export function usePosition(isShared: boolean, isEnded: boolean) {
  const [sharing, setSharing] = useState<Sharing>(isShared ? "locating" : "off");
  const place = useRef<Place | null>(null);
  // A tunnel makes the position unavailable for a while, so the device goes on trying.
  const isWatching = sharing !== "off" && sharing !== "denied";
  const isRead = isWatching && !isEnded;
  useEffect(() => {
    if (!isRead || !("geolocation" in navigator)) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        place.current = {
          lat: coords.latitude,
          lng: coords.longitude,
          accuracy_m: Math.min(coords.accuracy, 100_000),
          measured_at: new Date(timestamp).toISOString(),
        };
        setSharing("on");
      },
      ({ code, PERMISSION_DENIED }) => setSharing(code === PERMISSION_DENIED ? "denied" : "unavailable"),
      { enableHighAccuracy: true, maximumAge: MAX_AGE_MS },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isRead]);
  const share = useCallback(() => setSharing("geolocation" in navigator ? "locating" : "unavailable"), []);
  const hide = useCallback(() => {
    place.current = null;
    setSharing("off");
  }, []);
  return { sharing, isWatching, place, share, hide };
}
