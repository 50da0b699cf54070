"use client";

import { useMemo } from "react";
import { MapFrame } from "../frame";
import { boundsOf, type MapViewProps } from "../model";
import { mapStyle, readMapColors } from "../style";
import { StopMarkers } from "./stop-markers";
import { useDarkTheme } from "../use-dark-theme";

const ROOM = { top: 56, right: 72, bottom: 56, left: 56 };

/** Routes with their numbered stops on our own map. */
export function InteractiveMap({ routes, onFail }: MapViewProps) {
  const isDark = useDarkTheme();
  const style = useMemo(() => mapStyle(readMapColors(isDark), routes), [isDark, routes]);
  return (
    <MapFrame
      mapStyle={style}
      initialViewState={{ bounds: boundsOf(routes), fitBoundsOptions: { padding: ROOM, maxZoom: 10 } }}
      cooperativeGestures
      onFail={onFail}
    >
      {(map) => <StopMarkers map={map} routes={routes} />}
    </MapFrame>
  );
}
