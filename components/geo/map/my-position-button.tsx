import { LocateFixed } from "lucide";
import { useSyncExternalStore } from "react";
import { gpsState, requestPosition, serverGpsState, subscribeToGps } from "./geolocation";
import styles from "./frame.module.css";
import { Icon } from "@/components/ui/icon";

export type Here = { lat: number; lng: number };

/** Requests the position with the portal's own notices; the map library's control shows none. */
export function MyPositionButton({ label, onPosition }: { label: string; onPosition: (here: Here) => void }) {
  const { isRequesting } = useSyncExternalStore(subscribeToGps, gpsState, serverGpsState);
  return (
    <button
      type="button"
      className={styles.locate}
      aria-label={label}
      title={label}
      aria-busy={isRequesting}
      disabled={isRequesting}
      onClick={() =>
        requestPosition({ mapsLoaded: true }, ({ coords }) =>
          onPosition({ lat: coords.latitude, lng: coords.longitude }),
        )
      }
    >
      <Icon of={LocateFixed} className="size-5" />
    </button>
  );
}
