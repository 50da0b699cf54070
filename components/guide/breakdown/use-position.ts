import { useState } from "react";
import type { Located } from "@/lib/guide/breakdown/rules";
import { GPS_ERROR, requestPosition, NOTICE_SHOWN } from "../../geo/map/geolocation";

export type PositionPhase = "idle" | "locating" | "denied" | "unsupported" | "failed";

const PHASE_OF: Record<number, PositionPhase> = {
  [GPS_ERROR.permissionDenied]: "denied",
  [GPS_ERROR.unsupported]: "unsupported",
};

/** Asks for the position when `ask` is called. Unlike `useLocate` it loads no further code, so it works without a connection. */
export function usePosition() {
  const [phase, setPhase] = useState<PositionPhase>("idle");
  const [found, setFound] = useState<(Located & { at: string }) | null>(null);
  const ask = () => {
    setPhase("locating");
    requestPosition(
      { mapsLoaded: true },
      ({ coords, timestamp }) => {
        const { latitude: lat, longitude: lng, accuracy: accuracyM } = coords;
        setFound({ lat, lng, accuracyM, at: new Date(timestamp).toISOString() });
        setPhase("idle");
        return NOTICE_SHOWN;
      },
      ({ code }) => setPhase(PHASE_OF[code] ?? "failed"),
    );
  };
  return { phase, found, ask };
}
