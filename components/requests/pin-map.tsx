"use client";

import "maplibre-gl/dist/maplibre-gl.css";
import * as maplibre from "maplibre-gl";
import { Layer, Map, Marker, NavigationControl, Source, type MapRef } from "@vis.gl/react-maplibre";
import { useEffect, useMemo, useState } from "react";
import { MapBoundary } from "@/components/map/map-boundary";
import type { MapLabels } from "@/components/map/map-labels";
import { mapStyle, readMapColors } from "@/components/map/map-style";
import { useDarkTheme } from "@/components/map/use-map-theme";
import type { Town } from "@/lib/requests/queries";
import type { StateAbbr } from "@/lib/states/rules";

maplibre.setWorkerUrl(`/map/maplibre-gl-worker.mjs?v=${maplibre.getVersion()}`);

type Point = { lat: number; lng: number };

export type PinMapProps = {
  state: StateAbbr;
  labels: MapLabels;
  towns: readonly Town[];
  /** The town that was written down: where to look first. */
  town: Town | null;
  pin: Point | null;
  onPick: (point: Point) => void;
  onFail: () => void;
};

const TOWN_ZOOM = 11;

/** The towns of the state as dots on our own map; a tap or a drag sets the pin. */
export function PinMap(props: PinMapProps) {
  return (
    <MapBoundary onFail={props.onFail}>
      <Drawing {...props} />
    </MapBoundary>
  );
}

function Drawing({ state, labels, towns, town, pin, onPick, onFail }: PinMapProps) {
  const isDark = useDarkTheme();
  const colors = useMemo(() => readMapColors(isDark), [isDark]);
  const style = useMemo(() => mapStyle(colors, state, []), [colors, state]);
  const [map, setMap] = useState<MapRef | null>(null);
  const centre = pin ?? town;
  const shown = centre ? `${centre.lat.toFixed(2)},${centre.lng.toFixed(2)}` : "";
  useEffect(() => {
    if (map && centre) map.flyTo({ center: [centre.lng, centre.lat], zoom: Math.max(map.getZoom(), TOWN_ZOOM), duration: 400 });
    else if (map && towns.length > 0) map.fitBounds(boundsOf(towns), { padding: 24, duration: 0 });
    // oxlint-disable-next-line react/exhaustive-deps -- moves when the place does, not with every new object
  }, [map, shown, towns]);
  return (
    <section aria-label={labels.region} className="h-80 overflow-hidden rounded-xl border-2 border-line">
      <Map
        ref={setMap}
        mapLib={maplibre}
        mapStyle={style}
        minZoom={3}
        maxZoom={14}
        dragRotate={false}
        touchPitch={false}
        cooperativeGestures
        locale={{ "Map.Title": labels.region, "NavigationControl.ZoomIn": labels.zoomIn, "NavigationControl.ZoomOut": labels.zoomOut, "CooperativeGesturesHandler.WindowsHelpText": labels.zoomWithKey, "CooperativeGesturesHandler.MobileHelpText": labels.moveWithFingers }}
        initialViewState={{ longitude: centre?.lng ?? -52, latitude: centre?.lat ?? -15, zoom: centre ? TOWN_ZOOM : 3.2 }}
        attributionControl={{ compact: true, customAttribution: labels.attribution }}
        cursor="crosshair"
        onClick={({ lngLat }) => onPick(lngLat)}
        onError={({ target }) => {
          // Without a target the map could not even start (no WebGL); later errors leave it usable.
          if (!target) onFail();
        }}
      >
        <NavigationControl position="top-right" showCompass={false} />
        <Source id="towns" type="geojson" data={dotsOf(towns)}>
          <Layer id="towns" type="circle" paint={{ "circle-radius": 3, "circle-color": colors.muted }} />
        </Source>
        {town && (
          <Marker longitude={town.lng} latitude={town.lat} anchor="top">
            <span className="rounded bg-raised px-1.5 font-display text-base text-text">{town.name}</span>
          </Marker>
        )}
        {pin && <Marker longitude={pin.lng} latitude={pin.lat} color={colors.primary} draggable onDragEnd={({ lngLat }) => onPick(lngLat)} />}
      </Map>
    </section>
  );
}

function dotsOf(towns: readonly Town[]) {
  const features = towns.map(({ name, lat, lng }) => ({ type: "Feature" as const, properties: { name }, geometry: { type: "Point" as const, coordinates: [lng, lat] } }));
  return { type: "FeatureCollection" as const, features };
}

function boundsOf(towns: readonly Town[]): [number, number, number, number] {
  const lngs = towns.map(({ lng }) => lng);
  const lats = towns.map(({ lat }) => lat);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
