import { Marker, Popup, type MapRef } from "@vis.gl/react-maplibre";
import type { MapMouseEvent } from "maplibre-gl";
import { useEffect, useMemo, useRef, useState } from "react";
import { MapTexts } from "../../geo/map/map-texts";
import { Button } from "@/components/ui/button";
import { decodedSections, middleOfLeg } from "@/lib/travel/trips/rules";
import type { GeoPoint } from "@/lib/geo/geo/rules";
import type { MapBounds } from "../../geo/map/atlas/room";
import { MapFrame } from "../../geo/map/frame";
import frame from "../../geo/map/frame.module.css";
import { POPUP_WIDTH, showWholePopup } from "../../geo/map/show-whole-popup";
import type { ConditionFacts } from "@/lib/travel/conditions/rules";
import { readMapColors, roadsOfSections, roadStyle } from "../../geo/map/style";
import { useDarkTheme } from "../../geo/map/use-dark-theme";
import { fill } from "../../ui/fill";
import { RangeLegend } from "../conditions/range-legend";
import { rangeRoads } from "../conditions/range-roads";
import type { PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";
import { insertStops, MAX_STOPS, moveTo, type NewStop } from "./planner-edits";
import { nearestTown } from "./planner-places";

export type PlannerMapProps = {
  state: PlanState;
  isStale: boolean;
  bounds: MapBounds;
  /** Colours the line by the range of the tank; null for the plain line. */
  range: ConditionFacts | null;
  onRangeClose: () => void;
  onFail: () => void;
};

const ROOM = { top: 72, right: 64, bottom: 56, left: 40 };
/** Pixels by which an arrow key moves a marker. */
const STEP = 12;
const ARROWS: Partial<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
};

function boundsOfPlan({ plan: { stops } }: PlanState, fallback: MapBounds): MapBounds {
  if (stops.length < 2) return fallback;
  const [lngs, lats] = [stops.map(({ lng }) => lng), stops.map(({ lat }) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

/** The plan on the map: a tap adds a stop, markers are dragged, and the handle on a leg bends its line. */
export function PlannerMap({ state, isStale, bounds, range, onRangeClose, onFail }: PlannerMapProps) {
  const { map: labels } = usePlanner();
  const isDark = useDarkTheme();
  const route = state.route?.route ?? null;
  const { car } = state.plan;
  const style = useMemo(() => {
    const colored = range && route && !isStale ? rangeRoads(car, route, range) : null;
    if (colored) return roadStyle(readMapColors(isDark), colored);
    const sections = route
      ? decodedSections(route).map((one) => (isStale ? { ...one, style: "unknown" as const } : one))
      : [];
    return roadStyle(readMapColors(isDark), roadsOfSections(sections));
  }, [isDark, route, isStale, range, car]);
  return (
    <>
      <MapTexts value={labels}>
        {" "}
        <MapFrame
          className="h-full"
          mapStyle={style}
          initialViewState={{ bounds: boundsOfPlan(state, bounds), fitBoundsOptions: { padding: ROOM, maxZoom: 11 } }}
          onFail={onFail}
        >
          {(map) => <PlanMarkers map={map} state={state} isStale={isStale} />}
        </MapFrame>
      </MapTexts>
      {range && route && <RangeLegend route={route} car={car} facts={range} onClose={onRangeClose} />}
    </>
  );
}

type MarkersProps = { map: MapRef; state: PlanState; isStale: boolean };

function PlanMarkers({ map, state, isStale }: MarkersProps) {
  const { store, texts } = usePlanner();
  const { plan, route } = state;
  const [spot, setSpot] = useState<GeoPoint | null>(null);
  useEffect(() => {
    const open = ({ lngLat: { lng, lat } }: MapMouseEvent) => setSpot({ lng, lat });
    map.on("click", open);
    return () => void map.off("click", open);
  }, [map]);
  useFollowStops(map, state);

  const fits = route !== null && !isStale && route.route.legs.length === plan.stops.length - 1;
  const bends =
    fits && plan.stops.length < MAX_STOPS ? plan.stops.slice(1).map((_, index) => middleOfLeg(route.route, index)) : [];
  const bend = (index: number, point: GeoPoint) =>
    store.edit((current) => insertStops(current, index + 1, [{ ...point, name: "", kind: "shape" }]));
  return (
    <>
      {bends.map((point, index) =>
        point ? (
          <DragMarker
            key={`${plan.stops[index]!.id} ${plan.stops[index + 1]!.id}`}
            map={map}
            point={point}
            label={fill(texts.map.bend, { place: index + 1 })}
            className="size-5 border-2 border-faixa bg-surface opacity-90"
            onMove={(to) => bend(index, to)}
          />
        ) : null,
      )}
      {plan.stops.map((stop, index) => (
        <DragMarker
          key={stop.id}
          map={map}
          point={stop}
          label={fill(texts.map.stop, { place: index + 1, name: stop.name || texts.stops.unnamed })}
          className={
            stop.kind === "shape"
              ? "size-5 border-2 border-surface bg-faixa"
              : "size-8 border-2 border-surface bg-rota font-display text-lg text-rota-ink"
          }
          onMove={(to) => store.edit((current) => moveTo(current, stop.id, to), `key ${stop.id}`)}
        >
          {stop.kind === "shape" ? null : index + 1}
        </DragMarker>
      ))}
      {spot && <SpotPopup map={map} spot={spot} count={plan.stops.length} onClose={() => setSpot(null)} />}
    </>
  );
}

/** Moves the view when a stop was added outside of it. */
function useFollowStops(map: MapRef, { plan }: PlanState) {
  const last = plan.stops.map(({ id }) => id).join();
  const seen = useRef(last);
  useEffect(() => {
    if (last === seen.current) return;
    seen.current = last;
    const view = map.getBounds();
    const outside = plan.stops.filter(({ lng, lat }) => !view.contains([lng, lat]));
    if (outside.length === 0) return;
    const all = boundsOfPlan({ plan } as PlanState, [
      plan.stops[0]!.lng - 1,
      plan.stops[0]!.lat - 1,
      plan.stops[0]!.lng + 1,
      plan.stops[0]!.lat + 1,
    ]);
    map.fitBounds(all, { padding: ROOM, maxZoom: 11 });
  }, [map, plan, last]);
}

type DragProps = {
  map: MapRef;
  point: GeoPoint;
  label: string;
  className: string;
  onMove: (to: GeoPoint) => void;
  children?: React.ReactNode;
};

/** A point that is dragged, or moved with the arrow keys while it has the focus. */
function DragMarker({ map, point, label, className, onMove, children }: DragProps) {
  return (
    <Marker
      longitude={point.lng}
      latitude={point.lat}
      draggable
      onDragEnd={({ lngLat }) => onMove({ lng: lngLat.lng, lat: lngLat.lat })}
    >
      <button
        type="button"
        aria-label={label}
        title={label}
        // A click that reaches the map would open the menu of a point.
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          const by = ARROWS[event.key];
          if (!by) return;
          event.preventDefault();
          event.stopPropagation();
          const { x, y } = map.project([point.lng, point.lat]);
          const { lng, lat } = map.unproject([x + by[0], y + by[1]]);
          onMove({ lng, lat });
        }}
        className={`relative grid cursor-grab place-items-center rounded-full after:absolute after:-inset-3 after:rounded-full ${className}`}
      >
        {children}
      </button>
    </Marker>
  );
}

type SpotProps = { map: MapRef; spot: GeoPoint; count: number; onClose: () => void };

/** What a tapped point can become. */
function SpotPopup({ map, spot, count, onClose }: SpotProps) {
  const { store, texts, announce } = usePlanner();
  const add = async (at: number) => {
    onClose();
    const town = await nearestTown(spot);
    const name = town ? fill(texts.map.near, { town }) : texts.map.point;
    const stop: NewStop = { ...spot, name };
    store.edit((plan) => insertStops(plan, Math.min(at, plan.stops.length), [stop]));
    announce(fill(texts.add.added, { name }));
  };
  const isFull = count >= MAX_STOPS;
  return (
    <Popup
      key={`${spot.lng},${spot.lat}`}
      longitude={spot.lng}
      latitude={spot.lat}
      maxWidth={POPUP_WIDTH}
      closeOnClick={false}
      onOpen={({ target }) => showWholePopup(map, target)}
      onClose={onClose}
    >
      <div className={frame.card}>
        {isFull && <p>{fill(texts.add.noRoom, { max: MAX_STOPS })}</p>}
        {!isFull && (
          <Button onClick={() => void add(count)}>{count === 0 ? texts.map.startHere : texts.map.stopHere}</Button>
        )}
        {!isFull && count > 0 && (
          <Button variant="outline" onClick={() => void add(0)}>
            {texts.map.startHere}
          </Button>
        )}
      </div>
    </Popup>
  );
}
