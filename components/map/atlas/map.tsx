"use client";

import { Popup, type MapRef } from "@vis.gl/react-maplibre";
import type { GeoJSONSource, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Section } from "@/lib/regions/way";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import type { AtlasView } from "./address";
import type { AtlasLabels } from "./labels";
import { AtlasMenu, type Spot } from "./menu";
import { ROAD_LAYER } from "./places";
import type { AtlasItem } from "./search";
import { atlasStyle, CLICKABLE, type AtlasScene } from "./style";
import styles from "./atlas.module.css";
import { ROAD_LAYERS } from "../base/style";
import { MapFrame } from "../frame";
import { MARGIN, POPUP_WIDTH, showWholePopup } from "../show-whole-popup";
import { useDarkTheme } from "../use-dark-theme";

export type MapBounds = [west: number, south: number, east: number, north: number];

export type AtlasMapProps = {
  scene: AtlasScene;
  /** The visible routes with names and addresses, in the order of the scene. */
  roadItems: readonly AtlasItem[];
  labels: AtlasLabels;
  locale: Locale;
  start: AtlasView | null;
  bounds: MapBounds;
  /** The search result to show; a new object moves the map to it again. */
  focus: { item: AtlasItem } | null;
  onMove: (view: AtlasView, within: MapBounds) => void;
  onFail: () => void;
};

const FINGER = 10;
const ROAD_FINGER = 6;
const LONG_PRESS_MS = 550;
const FOCUS_ZOOM = 10;

/** The whole guide on one map: clusters, pins, routes, a popup for a clicked item and a menu on right click or long press. */
export function AtlasMap({ scene, roadItems, labels, locale, start, bounds, focus, onMove, onFail }: AtlasMapProps) {
  const isDark = useDarkTheme();
  const selected = focus?.item.href;
  const style = useMemo(() => atlasStyle(isDark, scene, selected), [isDark, scene, selected]);
  return (
    <MapFrame
      labels={labels.map}
      className={styles.full}
      mapStyle={style}
      initialViewState={
        start
          ? { latitude: start.lat, longitude: start.lng, zoom: start.zoom }
          : { bounds, fitBoundsOptions: { padding: roomBesidePanel() } }
      }
      interactiveLayerIds={CLICKABLE}
      onMoveEnd={({ viewState, target }) =>
        onMove(
          { lat: viewState.latitude, lng: viewState.longitude, zoom: viewState.zoom },
          target.getBounds().toArray().flat() as MapBounds,
        )
      }
      onFail={onFail}
    >
      {(map) => (
        <AtlasTouch map={map} scene={scene} roadItems={roadItems} labels={labels} locale={locale} focus={focus} />
      )}
    </MapFrame>
  );
}

/** Padding that keeps the initial view visible beside the panel on wide screens and below it on phones. */
function roomBesidePanel() {
  return window.innerWidth >= 1024
    ? { top: 32, right: 72, bottom: 48, left: 376 }
    : { top: 190, right: 24, bottom: 48, left: 24 };
}

/** Height in pixels of the panel over the upper part of the map on a phone, at most half of the map. */
function topRoom(map: MapRef): number {
  if (window.innerWidth >= 1024) return MARGIN;
  const frame = map.getContainer().getBoundingClientRect();
  const panel = document.querySelector("[data-map-panel]")?.getBoundingClientRect().bottom ?? frame.top;
  return Math.min(panel - frame.top + 8, frame.height / 2);
}

/** The bounds of the lines of a route; null for an item without one. */
function lineBounds(sections: readonly Section[] = []): MapBounds | null {
  const line = sections.flatMap((section) => section.line);
  if (line.length === 0) return null;
  const [lats, lngs] = [line.map(([lat]) => lat), line.map(([, lng]) => lng)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

type TouchProps = Pick<AtlasMapProps, "scene" | "roadItems" | "labels" | "locale" | "focus"> & { map: MapRef };
type Card = { lng: number; lat: number; items: readonly AtlasItem[] };

function AtlasTouch({ map, scene, roadItems, labels, locale, focus }: TouchProps) {
  const [card, setCard] = useState<Card | null>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [answered, setAnswered] = useState<TouchProps["focus"]>(null);
  if (focus !== answered) {
    setAnswered(focus);
    setSpot(null);
    if (focus) setCard({ lng: focus.item.lng, lat: focus.item.lat, items: [focus.item] });
  }
  const latest = useRef({ scene, roadItems });
  useEffect(() => {
    latest.current = { scene, roadItems };
  }, [scene, roadItems]);

  useEffect(() => {
    const open = (event: MapMouseEvent) => {
      setSpot(null);
      void touched(map, event, latest.current, labels).then((items) =>
        setCard(items && items.length > 0 ? { lng: event.lngLat.lng, lat: event.lngLat.lat, items } : null),
      );
    };
    map.on("click", open);
    return () => void map.off("click", open);
  }, [map, labels]);
  useEffect(
    () =>
      watchPress(map, (at) => {
        setCard(null);
        setSpot(at);
      }),
    [map],
  );
  useEffect(() => {
    if (!focus) return;
    const road = latest.current.scene.roads.find(({ href }) => href === focus.item.href);
    const bounds = focus.item.bounds ?? lineBounds(road?.sections);
    if (bounds) map.fitBounds(bounds, { padding: roomBesidePanel() });
    else map.flyTo({ center: [focus.item.lng, focus.item.lat], zoom: Math.max(map.getZoom(), FOCUS_ZOOM) });
  }, [map, focus]);

  return (
    <>
      {card && (
        <Popup
          key={`${card.lng},${card.lat}`}
          longitude={card.lng}
          latitude={card.lat}
          offset={16}
          maxWidth={POPUP_WIDTH}
          closeOnClick={false}
          onOpen={({ target }) => showWholePopup(map, target, () => topRoom(map))}
          onClose={() => setCard(null)}
        >
          <ItemList items={card.items} scene={scene} labels={labels} locale={locale} />
        </Popup>
      )}
      {spot && (
        <AtlasMenu
          key={`${spot.lng},${spot.lat}`}
          spot={spot}
          stateAbbr={scene.stateAbbr}
          labels={labels}
          locale={locale}
          onOpen={(popup) => showWholePopup(map, popup, () => topRoom(map))}
          onClose={() => setSpot(null)}
        />
      )}
    </>
  );
}

function ItemList({
  items,
  scene,
  labels,
  locale,
}: {
  items: readonly AtlasItem[];
  scene: AtlasScene;
  labels: AtlasLabels;
  locale: Locale;
}) {
  return (
    <ul className={styles.card}>
      {items.map(({ layer, name, href, picture, detail, lat, lng, approximate }) => (
        <li key={href ?? `${name} ${lat} ${lng}`}>
          {picture && <img src={picture} alt="" width={240} height={160} />}
          {href ? <a href={localePath(locale, href)}>{name}</a> : <strong>{name}</strong>}
          <small>
            {[scene.layers.find(({ key }) => key === layer)?.label, detail].filter(Boolean).join(" · ")}
            {approximate && <em>{` · ${labels.map.approximate}`}</em>}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** The items at a clicked point; a cluster is zoomed into instead and returns null. */
async function touched(
  map: MapRef,
  { point: { x, y } }: MapMouseEvent,
  { scene, roadItems }: { scene: AtlasScene; roadItems: readonly AtlasItem[] },
  labels: AtlasLabels,
): Promise<AtlasItem[] | null> {
  const found = map.queryRenderedFeatures(
    [
      [x - FINGER, y - FINGER],
      [x + FINGER, y + FINGER],
    ],
    { layers: CLICKABLE.filter((id) => map.getLayer(id)) },
  );
  const cluster = found.find(({ layer }) => layer.id === "clusters");
  const hits = found.flatMap(
    ({ layer, properties }) =>
      (layer.id === "pins"
        ? scene.pins[Number(properties.pin)]
        : layer.id === "asphalt"
          ? roadItems[Number(properties.road)]
          : []) ?? [],
  );
  const unique = [...new Map(hits.map((item) => [item.href ?? `${item.lat} ${item.lng}`, item])).values()];
  if (!cluster && unique.length === 0) return roadsAt(map, x, y, labels);
  if (!cluster || cluster.geometry.type !== "Point") return unique;
  const zoom = await map
    .getSource<GeoJSONSource>("pins")
    ?.getClusterExpansionZoom(Number(cluster.properties.cluster_id));
  const [lng = 0, lat = 0] = cluster.geometry.coordinates;
  map.easeTo({ center: [lng, lat], zoom: (zoom ?? map.getZoom()) + 0.2 });
  return null;
}

/** The roads of the base map at a point: their numbers, or their class where they have none. */
function roadsAt(map: MapRef, x: number, y: number, labels: AtlasLabels): AtlasItem[] {
  const layers = ROAD_LAYERS.filter((id) => map.getLayer(id));
  const box: [[number, number], [number, number]] = [
    [x - ROAD_FINGER, y - ROAD_FINGER],
    [x + ROAD_FINGER, y + ROAD_FINGER],
  ];
  const { lng, lat } = map.unproject([x, y]);
  const found = map.queryRenderedFeatures(box, { layers }).map(({ properties }) => {
    const kind = labels.road[properties.kind as keyof AtlasLabels["road"]] ?? "";
    const ref = typeof properties.ref === "string" ? properties.ref : "";
    return { layer: ROAD_LAYER, name: ref || kind, detail: ref ? kind : "", lat, lng, approximate: false };
  });
  const numbered = found.filter(({ detail }) => detail);
  const told = numbered.length > 0 ? numbered : found.slice(0, 1);
  return [...new Map(told.map((item) => [item.name, item])).values()];
}

/** Right click, context-menu key or long press: `tell` receives the position. */
function watchPress(map: MapRef, tell: (spot: Spot) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const menu = ({ lngLat }: MapMouseEvent) => tell({ lng: lngLat.lng, lat: lngLat.lat });
  const down = ({ lngLat, points }: MapTouchEvent) => {
    stop();
    if (points.length === 1) timer = setTimeout(() => tell({ lng: lngLat.lng, lat: lngLat.lat }), LONG_PRESS_MS);
  };
  map.on("contextmenu", menu);
  map.on("touchstart", down);
  for (const event of ["touchmove", "touchend", "touchcancel", "movestart"] as const) map.on(event, stop);
  return () => {
    stop();
    map.off("contextmenu", menu);
    map.off("touchstart", down);
    for (const event of ["touchmove", "touchend", "touchcancel", "movestart"] as const) map.off(event, stop);
  };
}
