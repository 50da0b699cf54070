"use client";

import "maplibre-gl/dist/maplibre-gl.css";
import { Plus } from "lucide";
import { Map, Marker, NavigationControl, type MapRef } from "@vis.gl/react-maplibre";
import { useEffect, useEffectEvent, useId, useMemo, useState } from "react";
import { MapBoundary } from "@/components/geo/map/boundary";
import type { MapLabels } from "@/components/geo/map/labels";
import { atlasDataPath, type AtlasData } from "@/components/geo/map/atlas/data";
import { drawOnDemand } from "@/components/geo/map/atlas/draw-on-demand";
import { CREDITS } from "@/components/geo/map/base/credits";
import { maplibre } from "@/components/geo/map/base/setup";
import { useMapStyle } from "@/components/geo/map/base/use-map-style";
import { readMapColors } from "@/components/geo/map/style";
import styles from "@/components/geo/map/frame.module.css";
import { useDarkTheme } from "@/components/geo/map/use-dark-theme";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Town } from "@/lib/panel/requests/queries";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { pinStyle } from "./pin-style";

type Point = { lat: number; lng: number };

export type PinMapProps = {
  state: StateAbbr;
  labels: MapLabels;
  towns: readonly Town[];
  /** The town entered in the form: the map's initial view. */
  town: Town | null;
  pin: Point | null;
  onPick: (point: Point) => void;
  onFail: () => void;
};

/** Also shows the neighbouring towns. */
const TOWN_ZOOM = 8.5;

/** Towns, routes and places of the state on our own map; a tap, a drag or a button for the map's centre sets the pin. */
export function PinMap(props: PinMapProps) {
  return (
    <MapBoundary onFail={props.onFail}>
      <Drawing {...props} />
    </MapBoundary>
  );
}

function Drawing({ state, labels, towns, town, pin, onPick, onFail }: PinMapProps) {
  const isDark = useDarkTheme();
  const keysId = useId();
  const atlas = useAtlas(state);
  const style = useMapStyle(useMemo(() => pinStyle(isDark, state, towns, atlas), [isDark, state, towns, atlas]));
  const { primary } = useMemo(() => readMapColors(isDark), [isDark]);
  const [map, setMap] = useState<MapRef | null>(null);
  const centre = pin ?? town;
  const shown = centre ? `${centre.lat.toFixed(2)},${centre.lng.toFixed(2)}` : "";
  const guide = useMemo(() => atlas?.points.filter(({ layer }) => layer === "cidades") ?? [], [atlas]);
  const known = towns.length > 0 ? towns : guide;
  useEffect(() => (map ? drawOnDemand(map) : undefined), [map]);
  useEffect(() => {
    if (map && centre)
      map.flyTo({ center: [centre.lng, centre.lat], zoom: Math.max(map.getZoom(), TOWN_ZOOM), duration: 400 });
    else if (map && known.length > 0) map.fitBounds(boundsOf(known), { padding: 24, duration: 0 });
    // oxlint-disable-next-line react/exhaustive-deps -- moves when the place does, not with every new object
  }, [map, shown, known]);
  const markCentre = useEffectEvent(() => {
    if (map) onPick(centreOf(map));
  });
  useEffect(() => {
    const canvas = map?.getCanvas();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Enter") markCentre();
    };
    canvas?.addEventListener("keydown", onKey);
    return () => canvas?.removeEventListener("keydown", onKey);
  }, [map]);
  return (
    <div className="grid gap-2">
      <section
        aria-label={labels.region}
        aria-describedby={keysId}
        className={`${styles.map} h-80 rounded-xl border-2 border-line`}
      >
        <Map
          ref={setMap}
          mapLib={maplibre}
          mapStyle={style ?? undefined}
          minZoom={3}
          maxZoom={14}
          dragRotate={false}
          touchPitch={false}
          cooperativeGestures
          locale={{
            "Map.Title": labels.region,
            "NavigationControl.ZoomIn": labels.zoomIn,
            "NavigationControl.ZoomOut": labels.zoomOut,
            "CooperativeGesturesHandler.WindowsHelpText": labels.zoomWithKey,
            "CooperativeGesturesHandler.MobileHelpText": labels.moveWithFingers,
          }}
          initialViewState={{
            longitude: centre?.lng ?? -52,
            latitude: centre?.lat ?? -15,
            zoom: centre ? TOWN_ZOOM : 3.2,
          }}
          attributionControl={{ compact: true, customAttribution: CREDITS }}
          cursor="crosshair"
          onClick={({ lngLat }) => onPick(lngLat)}
          onError={({ target }) => {
            // An error without a target means that the map could not start (no WebGL); later errors leave it usable.
            if (!target) onFail();
          }}
        >
          <NavigationControl position="top-right" showCompass={false} />
          {town && (
            <Marker longitude={town.lng} latitude={town.lat} anchor="top">
              <span className="rounded bg-raised px-1.5 font-display text-base text-text">{town.name}</span>
            </Marker>
          )}
          {pin && (
            <Marker
              longitude={pin.lng}
              latitude={pin.lat}
              color={primary}
              draggable
              onDragEnd={({ lngLat }) => onPick(lngLat)}
            />
          )}
        </Map>
        <Icon of={Plus} className="pointer-events-none absolute inset-0 m-auto size-6 text-text" />
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="outline" onClick={() => map && onPick(centreOf(map))}>
          <Icon of={Plus} /> {labels.markCentre}
        </Button>
        <p id={keysId} className="text-sm text-muted">
          {labels.markKeys}
        </p>
      </div>
    </div>
  );
}

function centreOf(map: MapRef): Point {
  const { lat, lng } = map.getCenter();
  return { lat, lng };
}

/** The guide's map data of a state; null offline, where the map shows only the state and its towns. */
function useAtlas(state: StateAbbr): AtlasData | null {
  const [atlas, setAtlas] = useState<AtlasData | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    fetch(atlasDataPath(state.toLowerCase()), { signal: stop.signal })
      .then(async (answer) => setAtlas(answer.ok ? ((await answer.json()) as AtlasData) : null))
      .catch(() => undefined);
    return () => stop.abort();
  }, [state]);
  return atlas;
}

function boundsOf(towns: readonly Point[]): [number, number, number, number] {
  const lngs = towns.map(({ lng }) => lng);
  const lats = towns.map(({ lat }) => lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
