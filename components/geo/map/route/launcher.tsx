"use client";

import { useState, type ComponentType, type ReactNode } from "react";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { MapBoundary } from "../boundary";
import type { MapRoute, MapViewProps } from "../model";
import styles from "./launcher.module.css";
import { useMapTexts } from "../map-texts";

type MapView = ComponentType<MapViewProps>;
type Phase = "preview" | "loading" | "failed" | { View: MapView };

/** Shows the static preview (children) until the visitor opens the interactive map; its code is loaded then. */
export function MapLauncher({
  stateAbbr,
  routes,
  googleMapsKey,
  children,
}: {
  stateAbbr: StateAbbr | null;
  routes: readonly MapRoute[];
  googleMapsKey?: string;
  children: ReactNode;
}) {
  const labels = useMapTexts();
  const [phase, setPhase] = useState<Phase>("preview");
  const open = (load: () => Promise<MapView>) => {
    setPhase("loading");
    load().then(
      (View) => setPhase({ View }),
      () => setPhase("failed"),
    );
  };
  const isOpen = typeof phase === "object";
  return (
    <div className={styles.launcher}>
      {isOpen ? (
        <OpenMap
          View={phase.View}
          stateAbbr={stateAbbr}
          routes={routes}
          onFail={() => open(() => viewAfter(phase.View))}
        />
      ) : (
        children
      )}
      <div className={styles.bar} data-print="hide">
        <p role="status">{phase === "loading" ? labels.loading : phase === "failed" ? labels.failed : ""}</p>
        <button
          type="button"
          disabled={phase === "loading"}
          onClick={() => (isOpen ? setPhase("preview") : open(() => bestView(googleMapsKey)))}
        >
          {isOpen ? labels.close : phase === "failed" ? labels.retry : labels.open}
        </button>
      </div>
    </div>
  );
}

function OpenMap({ View, ...props }: MapViewProps & { View: MapView }) {
  return (
    <MapBoundary onFail={props.onFail}>
      <View {...props} />
    </MapBoundary>
  );
}

async function ownView(): Promise<MapView> {
  return (await import("./interactive-map")).InteractiveMap;
}

/** A failed Google map is replaced by our own map; when that fails too, the preview is shown again. */
async function viewAfter(failed: MapView): Promise<MapView> {
  const own = await ownView();
  if (own === failed) throw new Error("no map can be drawn here");
  return own;
}

async function bestView(googleMapsKey: string | undefined): Promise<MapView> {
  if (!googleMapsKey) return ownView();
  const { loadGoogleMaps } = await import("../google/loader");
  const status = await loadGoogleMaps(googleMapsKey);
  return status === "loaded" ? (await import("../google/route-map")).GoogleRouteMap : ownView();
}
