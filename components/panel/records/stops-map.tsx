"use client";

import { Marker } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import { useTranslations } from "next-intl";
import { MapTexts } from "@/components/geo/map/map-texts";
import { MapBoundary } from "@/components/geo/map/boundary";
import { MapFrame } from "@/components/geo/map/frame";
import { mapLabels } from "@/components/geo/map/labels";
import { boundsOf, type MapRoute } from "@/components/geo/map/model";
import { mapStyle, readMapColors } from "@/components/geo/map/style";
import { useDarkTheme } from "@/components/geo/map/use-dark-theme";

type StopsMapProps = {
  route: MapRoute;
  onMove: (position: number, point: { lat: number; lng: number }) => void;
  onFail: () => void;
};

const ROOM = { top: 56, right: 72, bottom: 56, left: 56 };

/** The stops of a route on our own map; all can be moved except towns, which have the position of their municipality. */
export function StopsMap(props: StopsMapProps) {
  return (
    <MapBoundary onFail={props.onFail}>
      <Drawing {...props} />
    </MapBoundary>
  );
}

function Drawing({ route, onMove, onFail }: StopsMapProps) {
  const map = useTranslations("geo/map");
  const isDark = useDarkTheme();
  const style = useMemo(() => mapStyle(readMapColors(isDark), [route]), [isDark, route]);
  // Computed only once per route: the map would otherwise move while a stop is dragged.
  const bounds = useMemo(() => boundsOf([route]), [route.id]); // oxlint-disable-line react/exhaustive-deps
  return (
    <MapTexts value={mapLabels((key) => map(key as "open"))}>
      {" "}
      <MapFrame
        mapStyle={style}
        initialViewState={{ bounds, fitBoundsOptions: { padding: ROOM, maxZoom: 10 } }}
        cooperativeGestures
        onFail={onFail}
      >
        {() =>
          route.waypoints.map(({ position, name, kind, lat, lng }) =>
            lat === null || lng === null ? null : (
              <Marker
                key={position}
                longitude={lng}
                latitude={lat}
                draggable={kind !== "town"}
                onDragEnd={({ lngLat }) =>
                  onMove(position, { lat: Number(lngLat.lat.toFixed(5)), lng: Number(lngLat.lng.toFixed(5)) })
                }
              >
                <span
                  title={name}
                  data-stop={position}
                  className={`grid size-7 place-items-center rounded-full border-2 border-raised font-bold tabular ${kind === "town" ? "bg-rota text-rota-ink" : "cursor-grab bg-placa text-placa-ink"}`}
                >
                  {position}
                </span>
              </Marker>
            ),
          )
        }
      </MapFrame>
    </MapTexts>
  );
}
