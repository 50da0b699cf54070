import { Marker, Popup, type MapRef } from "@vis.gl/react-maplibre";
import { useEffect, useState } from "react";
import type { Point } from "@/lib/geo/geo/rules";
import { placeLabels, spreadMarkers, type LabelAnchor } from "../label-placement";
import { locatedWaypoints, signOf, type LocatedWaypoint, type MapRoute } from "../model";
import { POPUP_WIDTH, showWholePopup } from "../show-whole-popup";
import styles from "../frame.module.css";
import signs from "../signs.module.css";
import { useMapTexts } from "../map-texts";

type Stop = LocatedWaypoint & { id: string; route: MapRoute };
/** Offset of a stop to avoid its neighbours, and the side where its name fits, if any. */
type Place = { offset: [number, number]; side: LabelAnchor | null; dy: number };

const RADIUS = 14;
const LETTERS = 16;

/** Numbered stops as DOM buttons (the style has no glyphs), names where they fit, a popup on click. */
export function StopMarkers({ map, routes }: { map: MapRef; routes: readonly MapRoute[] }) {
  const stops = stopsOf(routes);
  const places = usePlaces(map, stops);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = stops.find(({ id }) => id === openId);
  return (
    <>
      {stops.map((stop, index) => (
        <Marker key={stop.id} longitude={stop.lng} latitude={stop.lat} offset={places[index]?.offset}>
          <button
            type="button"
            className={`${styles.stop} ${signs[signOf(stop.kind)]}`}
            data-approximate={stop.isApproximate || undefined}
            aria-label={`${stop.position}. ${stop.name}`}
            aria-expanded={stop.id === openId}
            // A click that reaches the map would close the popup.
            onClick={(event) => {
              event.stopPropagation();
              setOpenId(stop.id === openId ? null : stop.id);
            }}
          >
            {stop.position}
            <StopName name={stop.name} place={places[index]} />
          </button>
        </Marker>
      ))}
      {open ? (
        <Popup
          longitude={open.lng}
          latitude={open.lat}
          offset={RADIUS + 4}
          maxWidth={POPUP_WIDTH}
          onOpen={({ target }) => showWholePopup(map, target)}
          onClose={() => setOpenId(null)}
        >
          <StopCard stop={open} />
        </Popup>
      ) : null}
    </>
  );
}

function StopName({ name, place }: { name: string; place: Place | undefined }) {
  if (!place?.side) return null;
  return (
    <span className={styles.name} data-side={place.side} style={{ translate: `0 ${place.dy}px` }}>
      {name}
    </span>
  );
}

function StopCard({ stop }: { stop: Stop }) {
  const labels = useMapTexts();
  return (
    <div className={styles.card}>
      <strong>{`${stop.position}. ${stop.name}`}</strong>
      {stop.route.href ? <span>{stop.route.name}</span> : null}
      {stop.isApproximate ? <em>{labels.approximate}</em> : null}
      {stop.route.href ? <a href={stop.route.href}>{labels.openRoute}</a> : null}
    </div>
  );
}

function stopsOf(routes: readonly MapRoute[]): Stop[] {
  return routes.flatMap((route) =>
    locatedWaypoints(route.waypoints).map((stop) => ({ ...stop, route, id: `${route.id}:${stop.position}` })),
  );
}

/** Calculated again after every map movement because the available space changes with the zoom. */
function usePlaces(map: MapRef, stops: readonly Stop[]): Place[] {
  const [places, setPlaces] = useState<Place[]>([]);
  const key = stops.map(({ id }) => id).join();
  useEffect(() => {
    const lay = () => setPlaces(placeStops(map, stops));
    lay();
    map.on("moveend", lay);
    map.on("resize", lay);
    return () => {
      map.off("moveend", lay);
      map.off("resize", lay);
    };
    // The stops are new objects on every render; their ids show whether they differ.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [map, key]);
  return places;
}

function placeStops(map: MapRef, stops: readonly Stop[]): Place[] {
  const { clientWidth, clientHeight } = map.getContainer();
  const exact = stops.map(({ lng, lat }): Point => {
    const { x, y } = map.project([lng, lat]);
    return { x, y };
  });
  const spread = spreadMarkers(exact, RADIUS * 2);
  const labels = placeLabels(
    stops.map(({ name }, index) => ({ ...(spread[index] as Point), text: name })),
    {
      frame: { left: 4, top: 4, right: clientWidth - 4, bottom: clientHeight - 28 },
      radius: RADIUS,
      sizes: [LETTERS],
      // The control buttons in the top right corner.
      taken: [{ left: clientWidth - 56, top: 0, right: clientWidth, bottom: 210 }],
      roads: [exact],
    },
  );
  return stops.map((_, index) => {
    const [from, to, label] = [exact[index] as Point, spread[index] as Point, labels[index]];
    return { offset: [to.x - from.x, to.y - from.y], side: label?.anchor ?? null, dy: label ? label.y - to.y : 0 };
  });
}
