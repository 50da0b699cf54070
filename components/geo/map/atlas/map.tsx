"use client";

import { Popup, type MapRef } from "@vis.gl/react-maplibre";
import type { MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Section } from "@/lib/geo/geo/lines";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import type { AtlasView } from "./address";
import { ROUTES_LAYER } from "./data";
import { AtlasMenu, type Spot } from "./menu";
import { roomBesidePanel, type MapBounds } from "./room";
import type { AtlasItem } from "./search";
import { atlasStyle, CLICKABLE, type AtlasScene } from "./style";
import { touched } from "./touched";
import styles from "./atlas.module.css";
import { MapFrame } from "../frame";
import { MARGIN, POPUP_WIDTH, showWholePopup } from "../show-whole-popup";
import { useDarkTheme } from "../use-dark-theme";
import { useAtlasTexts } from "./atlas-texts";

/** An item with the position of its popup and, where several routes run together, all of them. */
export type Focus = { item: AtlasItem; at?: Spot; items?: readonly AtlasItem[] };

export type AtlasMapProps = {
  scene: AtlasScene;
  /** The visible routes with names and addresses, in the order of the scene. */
  roadItems: readonly AtlasItem[];
  locale: Locale;
  start: AtlasView | null;
  bounds: MapBounds;
  /** The item to show, from the search, a list or a touched route; a new object moves the map to it again. */
  focus: Focus | null;
  /** A route was touched, or null for a touch beside all routes. */
  onFocus: (focus: Focus | null) => void;
  onMove: (view: AtlasView, within: MapBounds) => void;
  onFail: () => void;
};

const LONG_PRESS_MS = 550;
const FOCUS_ZOOM = 10;

/** The whole guide on one map: clusters, pins, routes, a popup for a clicked item and a menu on right click or long press. */
export function AtlasMap({ scene, roadItems, locale, start, bounds, focus, onFocus, onMove, onFail }: AtlasMapProps) {
  const isDark = useDarkTheme();
  const selected = focus?.item.href;
  const style = useMemo(() => atlasStyle(isDark, scene, selected), [isDark, scene, selected]);
  return (
    <MapFrame
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
        <AtlasTouch map={map} scene={scene} roadItems={roadItems} locale={locale} focus={focus} onFocus={onFocus} />
      )}
    </MapFrame>
  );
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

type TouchProps = Pick<AtlasMapProps, "scene" | "roadItems" | "locale" | "focus" | "onFocus"> & {
  map: MapRef;
};
type Card = Spot & { items: readonly AtlasItem[] };

function AtlasTouch({ map, scene, roadItems, locale, focus, onFocus }: TouchProps) {
  const labels = useAtlasTexts();
  const [card, setCard] = useState<Card | null>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [answered, setAnswered] = useState<Focus | null>(null);
  if (focus !== answered) {
    setAnswered(focus);
    setSpot(null);
    if (focus) setCard({ ...(focus.at ?? focus.item), items: focus.items ?? [focus.item] });
  }
  const latest = useRef({ scene, roadItems, onFocus });
  useEffect(() => {
    latest.current = { scene, roadItems, onFocus };
  }, [scene, roadItems, onFocus]);

  useEffect(() => {
    const open = (event: MapMouseEvent) => {
      setSpot(null);
      void touched(map, event, latest.current, labels).then((items) => {
        const { lng, lat } = event.lngLat;
        const [route] = items ?? [];
        if (items && route && items.every(({ layer }) => layer === ROUTES_LAYER))
          return latest.current.onFocus({ item: route, items, at: { lng, lat } });
        latest.current.onFocus(null);
        setCard(items && items.length > 0 ? { lng, lat, items } : null);
      });
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
          <ItemList items={card.items} scene={scene} locale={locale} />
        </Popup>
      )}
      {spot && (
        <AtlasMenu
          key={`${spot.lng},${spot.lat}`}
          spot={spot}
          stateAbbr={scene.stateAbbr}
          locale={locale}
          onOpen={(popup) => showWholePopup(map, popup, () => topRoom(map))}
          onClose={() => setSpot(null)}
        />
      )}
    </>
  );
}

function ItemList({ items, scene, locale }: { items: readonly AtlasItem[]; scene: AtlasScene; locale: Locale }) {
  const labels = useAtlasTexts();
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

const ENDS_OF_PRESS = ["touchmove", "touchend", "touchcancel", "movestart"] as const;

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
  for (const event of ENDS_OF_PRESS) map.on(event, stop);
  return () => {
    stop();
    map.off("contextmenu", menu);
    map.off("touchstart", down);
    for (const event of ENDS_OF_PRESS) map.off(event, stop);
  };
}
