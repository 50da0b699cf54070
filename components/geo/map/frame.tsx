import "maplibre-gl/dist/maplibre-gl.css";
import type { StyleSpecification } from "maplibre-gl";
import {
  Map,
  FullscreenControl,
  Marker,
  NavigationControl,
  ScaleControl,
  type MapProps,
  type MapRef,
} from "@vis.gl/react-maplibre";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { drawOnDemand } from "./atlas/draw-on-demand";
import { MIN_ZOOM } from "./base/archives";
import { CREDITS } from "./base/credits";
import { maplibre } from "./base/setup";
import { keepCountry } from "./base/tiles";
import { useMapStyle } from "./base/use-map-style";
import type { MapLabels } from "./labels";
import { MyPositionButton, type Here } from "./my-position-button";
import styles from "./frame.module.css";
import { useMapTexts } from "./map-texts";

/** Longitudes and latitudes that the country's tiles cover: nothing is drawn beyond them. */
const COVERED: MapProps["maxBounds"] = [-90, -40.9, 0, 40.9];

/** The map is not tilted or rotated, and the tiles have no more detail at closer zoom levels. */
const NORTH_UP: MapProps = {
  minZoom: MIN_ZOOM,
  maxBounds: COVERED,
  maxZoom: 13,
  dragRotate: false,
  touchPitch: false,
  onLoad: ({ target }) => {
    target.touchZoomRotate.disableRotation();
    target.keyboard.disableRotation();
  },
};

type Props = Omit<MapProps, "children" | "mapLib" | "locale" | "mapStyle"> & {
  mapStyle: StyleSpecification;
  /** Replaces the class of a map inside a page. */
  className?: string;
  onFail: () => void;
  /** Children rendered once the map is loaded. */
  children?: (map: MapRef) => ReactNode;
};

/** Our own map: tiles of this site, no API key; needs no requests to other sites. */
export function MapFrame({ className = styles.boxed, mapStyle, onFail, children, ...map }: Props) {
  const labels = useMapTexts();
  const [ready, setReady] = useState<MapRef | null>(null);
  const [here, setHere] = useState<Here | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const style = useMapStyle(mapStyle);
  useEffect(() => (ready ? drawOnDemand(ready) : undefined), [ready]);
  useEffect(() => {
    if (isDrawn) keepCountry();
  }, [isDrawn]);
  const locale = useMemo(() => controlWords(labels), [labels]);
  const show = (position: Here) => {
    setHere(position);
    ready?.flyTo({ center: [position.lng, position.lat], zoom: 9 });
  };
  return (
    <section className={`${styles.map} ${className}`} aria-label={labels.region} aria-busy={!isDrawn}>
      <Map
        {...NORTH_UP}
        {...map}
        mapStyle={style ?? undefined}
        ref={setReady}
        mapLib={maplibre}
        locale={locale}
        attributionControl={{ compact: false, customAttribution: CREDITS }}
        onIdle={() => setDrawn(true)}
        onError={({ target }) => {
          // An error without a target means that the map could not start (no WebGL); later errors leave it usable.
          if (!target) onFail();
        }}
      >
        <NavigationControl position="top-right" showCompass={false} />
        <FullscreenControl position="top-right" />
        <ScaleControl position="bottom-left" />
        {ready ? children?.(ready) : null}
        {here ? <HereMarker {...here} label={labels.youAreHere} /> : null}
      </Map>
      <MyPositionButton label={labels.myPosition} onPosition={show} />
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
