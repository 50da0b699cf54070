"use client";

import "maplibre-gl/dist/maplibre-gl.css";
import * as maplibre from "maplibre-gl";
import { Map, FullscreenControl, Marker, NavigationControl, ScaleControl, type MapProps, type MapRef } from "@vis.gl/react-maplibre";
import { useMemo, useState } from "react";
import { boundsOf, type MapViewProps } from "./map-model";
import type { MapLabels } from "./map-labels";
import { mapStyle, readMapColors } from "./map-style";
import { MyPositionButton, type Here } from "./my-position-button";
import { StopMarkers } from "./stop-markers";
import { useDarkTheme } from "./use-map-theme";
import styles from "./interactive-map.module.css";

// The bundler does not emit MapLibre's worker; it is served from public/ and renewed with the package.
maplibre.setWorkerUrl(`/map/maplibre-gl-worker.mjs?v=${maplibre.getVersion()}`);

/** A paper map does not tilt or turn, and our shapes have nothing to show from closer by. */
const NORTH_UP: MapProps = {
  minZoom: 2,
  maxZoom: 13,
  dragRotate: false,
  touchPitch: false,
  onLoad: ({ target }) => {
    target.touchZoomRotate.disableRotation();
    target.keyboard.disableRotation();
  },
};
const ROOM = { top: 56, right: 72, bottom: 56, left: 56 };

/** Our own map: bundled shapes, no tiles, no key; works without any network beyond this site. */
export function InteractiveMap({ stateAbbr, routes, labels, onFail }: MapViewProps) {
  const isDark = useDarkTheme();
  const [map, setMap] = useState<MapRef | null>(null);
  const [here, setHere] = useState<Here | null>(null);
  const style = useMemo(() => mapStyle(readMapColors(isDark), stateAbbr, routes), [isDark, stateAbbr, routes]);
  const locale = useMemo(() => controlWords(labels), [labels]);
  const show = (position: Here) => {
    setHere(position);
    map?.flyTo({ center: [position.lng, position.lat], zoom: 9 });
  };
  return (
    <section className={styles.map} aria-label={labels.region}>
      <Map
        ref={setMap}
        mapLib={maplibre}
        mapStyle={style}
        locale={locale}
        initialViewState={{ bounds: boundsOf(routes), fitBoundsOptions: { padding: ROOM, maxZoom: 10 } }}
        {...NORTH_UP}
        cooperativeGestures
        attributionControl={{ compact: false, customAttribution: labels.attribution }}
        onError={({ target }) => {
          // Without a target the map could not even start (no WebGL); later errors leave it usable.
          if (!target) onFail();
        }}
      >
        <NavigationControl position="top-right" showCompass={false} />
        <FullscreenControl position="top-right" />
        <ScaleControl position="bottom-left" />
        {map ? <StopMarkers map={map} routes={routes} labels={labels} /> : null}
        {here ? <HereMarker {...here} label={labels.youAreHere} /> : null}
      </Map>
      <MyPositionButton label={labels.myPosition} onFound={show} />
    </section>
  );
}

function HereMarker({ lat, lng, label }: Here & { label: string }) {
  return (
    <Marker longitude={lng} latitude={lat}>
      <span className={styles.here} role="img" aria-label={label} />
    </Marker>
  );
}

function controlWords(labels: MapLabels): Record<string, string> {
  return {
    "Map.Title": labels.region,
    "NavigationControl.ZoomIn": labels.zoomIn,
    "NavigationControl.ZoomOut": labels.zoomOut,
    "FullscreenControl.Enter": labels.fullscreen,
    "FullscreenControl.Exit": labels.exitFullscreen,
    "AttributionControl.ToggleAttribution": labels.credits,
    "Popup.Close": labels.closePopup,
    "CooperativeGesturesHandler.WindowsHelpText": labels.zoomWithKey,
    "CooperativeGesturesHandler.MacHelpText": labels.zoomWithKey.replace("Ctrl", "⌘"),
    "CooperativeGesturesHandler.MobileHelpText": labels.moveWithFingers,
  };
}
