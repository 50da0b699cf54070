"use client";

import { APIProvider, InfoWindow, Map, Marker, Polyline } from "@vis.gl/react-google-maps";
import { useEffect, useState } from "react";
import type { Section } from "@/lib/geo/geo/lines";
import { confirmGoogleMaps, mapsStatus, subscribeToMaps } from "./loader";
import { boundsOf, locatedWaypoints, type LocatedWaypoint, type MapRoute, type MapViewProps } from "../model";
import { readMapColors } from "../style";
import { useDarkTheme } from "../use-dark-theme";
import styles from "../frame.module.css";
import { useMapTexts } from "../map-texts";

type Open = { stop: LocatedWaypoint; route: MapRoute };

/** The same routes on Google's map; its script must be loaded before this renders (see google/loader). */
export function GoogleRouteMap({ routes, onFail }: MapViewProps) {
  const labels = useMapTexts();
  const isDark = useDarkTheme();
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(
    () =>
      subscribeToMaps(() => {
        if (mapsStatus() === "failed") onFail();
      }),
    [onFail],
  );
  const [west, south, east, north] = boundsOf(routes);
  return (
    <section className={styles.map} aria-label={labels.region}>
      {/* The loader has already loaded the script; an empty key keeps the provider from loading it again. */}
      <APIProvider apiKey="">
        <Map
          key={isDark ? "dark" : "light"}
          colorScheme={isDark ? "DARK" : "LIGHT"}
          defaultBounds={{ west, south, east, north, padding: 48 }}
          gestureHandling="cooperative"
          onTilesLoaded={confirmGoogleMaps}
        >
          {routes.map((route) => (
            <GoogleRoute key={route.id} route={route} onOpen={setOpen} />
          ))}
          {open ? <StopWindow {...open} onClose={() => setOpen(null)} /> : null}
        </Map>
      </APIProvider>
    </section>
  );
}

function GoogleRoute({ route, onOpen }: { route: MapRoute; onOpen: (open: Open) => void }) {
  const stops = locatedWaypoints(route.waypoints);
  const color = readMapColors(true).faixa;
  // Google Maps has no dashed lines: an invisible line with a repeated stroke symbol replaces them.
  const dash = {
    icon: { path: "M 0,-1 0,1", strokeOpacity: 1, strokeColor: color, scale: 3 },
    offset: "0",
    repeat: "16px",
  };
  return (
    <>
      {linesOf(route, stops).map(({ style, line }, index) => {
        const path = line.map(([lat, lng]) => ({ lat, lng }));
        return style === "unknown" ? (
          <Polyline key={index} path={path} strokeOpacity={0} icons={[dash]} />
        ) : (
          <Polyline
            key={index}
            path={path}
            strokeColor={color}
            strokeOpacity={style === "simplified" ? 0.5 : 1}
            strokeWeight={4}
          />
        );
      })}
      {stops.map((stop) => (
        <Marker
          key={stop.position}
          position={{ lat: stop.lat, lng: stop.lng }}
          label={String(stop.position)}
          title={`${stop.position}. ${stop.name}`}
          onClick={() => onOpen({ stop, route })}
        />
      ))}
    </>
  );
}

function linesOf({ sections = [] }: MapRoute, stops: readonly LocatedWaypoint[]): readonly Section[] {
  return sections.length > 0
    ? sections
    : [{ style: "unknown", line: stops.map(({ lat, lng }) => [lat, lng] as const) }];
}

function StopWindow({ stop, route, onClose }: Open & { onClose: () => void }) {
  const labels = useMapTexts();
  return (
    <InfoWindow
      position={{ lat: stop.lat, lng: stop.lng }}
      headerContent={`${stop.position}. ${stop.name}`}
      onCloseClick={onClose}
    >
      {stop.isApproximate ? <p>{labels.approximate}</p> : null}
      {route.href ? <a href={route.href}>{labels.openRoute}</a> : null}
    </InfoWindow>
  );
}
