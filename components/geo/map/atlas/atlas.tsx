"use client";

import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import { readAtlasHash, writeAtlasHash, type AtlasView } from "./address";
import { ROUTES_LAYER, type AtlasData, type AtlasLayer } from "./data";
import { isExtraLayer, type LoadFileLayer } from "./extra-layers";
import type { FirstFiles } from "./first-files";
import { loadAtlas, loadCodeEarly, type Loaded } from "./load";
import type { AtlasMapProps, Focus } from "./map";
import { AtlasPanel } from "./panel";
import type { MapBounds } from "./room";
import { atlasItems } from "./search";
import { useExtraLayers } from "./use-extra-layers";
import { MapBoundary } from "../boundary";
import { useAtlasTexts } from "./atlas-texts";

type Props = {
  stateAbbr: AtlasMapProps["scene"]["stateAbbr"];
  dataPath: string;
  layers: readonly AtlasLayer[];
  bounds: MapBounds;
  files: FirstFiles;
  locale: Locale;
  listId: string;
  loadFileLayer: LoadFileLayer;
  /** The heading shown on the panel. */
  header: ReactNode;
  /** The static map shown until the visitor opens the interactive one, and kept if loading fails. */
  children: ReactNode;
};

type Phase = "idle" | "loading" | "failed" | Loaded;
const NOTHING: AtlasData = { routes: [], points: [] };

/** The full-page map: a static one until the visitor touches it; its view and layers are kept in the address. */
export function Atlas({ stateAbbr, dataPath, layers, bounds, files, locale, ...parts }: Props) {
  const { listId, loadFileLayer, header, children } = parts;
  const keys = useMemo(() => layers.map(({ key }) => key), [layers]);
  const [phase, setPhase] = useState<Phase>("idle");
  const [start, setStart] = useState<AtlasView | null>(null);
  const [shown, setShown] = useState<readonly string[]>(() =>
    layers.filter((layer) => !isExtraLayer(layer)).map(({ key }) => key),
  );
  const [focus, setFocus] = useState<Focus | null>(null);
  const [area, setArea] = useState<MapBounds | null>(null);
  const view = useRef<AtlasView | null>(null);

  const open = useCallback(
    (hasView = false) => {
      setPhase("loading");
      loadAtlas(dataPath, files, hasView ? null : bounds).then(setPhase, () => setPhase("failed"));
    },
    [dataPath, files, bounds],
  );
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const address = readAtlasHash(location.hash, keys);
      if (address.view) setStart(address.view);
      if (address.layers) setShown(address.layers);
      // An address with a view or layers is a link to the interactive map.
      if (address.view || address.layers) open(address.view !== null);
    });
    return () => cancelAnimationFrame(frame);
  }, [keys, open]);

  useEffect(loadCodeEarly, []);

  const wake = () => {
    if (phase === "idle") open();
  };
  const remember = (at: AtlasView | null, visible: readonly string[]) => {
    view.current = at;
    if (at) history.replaceState(null, "", location.pathname + location.search + writeAtlasHash(at, visible));
  };
  const show = (visible: readonly string[]) => {
    wake();
    setShown(visible);
    remember(view.current ?? start, visible);
  };
  const loaded = typeof phase === "object" ? phase : null;
  const visible = useMemo(() => new Set(shown), [shown]);
  const items = useMemo(() => atlasItems(loaded?.data ?? NOTHING, locale), [loaded, locale]);
  const extra = useExtraLayers(layers, visible, loaded !== null, loadFileLayer);
  const scene = useMemo(() => {
    const pins = [...items.filter(({ layer }) => layer !== ROUTES_LAYER && visible.has(layer)), ...extra.items];
    const roads = visible.has(ROUTES_LAYER)
      ? (loaded?.data.routes ?? []).filter(({ sections }) => sections.length > 0)
      : [];
    return { stateAbbr, layers, roads, pins };
  }, [items, extra.items, visible, loaded, stateAbbr, layers]);
  const roadItems = useMemo(() => items.filter(({ layer }) => layer === ROUTES_LAYER), [items]);
  const shownItems = useMemo(() => items.filter(({ layer }) => visible.has(layer)), [items, visible]);

  return (
    <div className="relative h-[calc(100dvh-4rem)] min-h-[32rem] overflow-hidden border-b border-line print:h-auto">
      {loaded ? (
        <MapBoundary onFail={() => setPhase("failed")}>
          <loaded.View
            scene={scene}
            roadItems={roadItems}
            locale={locale}
            start={start}
            bounds={bounds}
            focus={focus}
            onFocus={setFocus}
            onMove={(at, within) => {
              remember(at, shown);
              setArea(within);
            }}
            onFail={() => setPhase("failed")}
          />
        </MapBoundary>
      ) : (
        <Preview onTouch={wake}>{children}</Preview>
      )}
      <AtlasPanel
        header={header}
        layers={layers}
        visibleLayers={visible}
        items={items}
        nearby={loaded ? { area, items: shownItems } : null}
        listId={listId}
        onShow={show}
        onWake={wake}
        onFind={(item) => {
          wake();
          if (keys.includes(item.layer) && !visible.has(item.layer)) show([...shown, item.layer]);
          setFocus({ item });
        }}
      />
      <AtlasStatus phase={phase} hasFailedLayer={extra.hasFailed} onOpen={() => open()} />
    </div>
  );
}

/** Starts the map at the first touch outside the drawing's links. */
function Preview({ onTouch, children }: { onTouch: () => void; children: ReactNode }) {
  return (
    // The button below does the same for keyboards.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="absolute inset-0"
      onClick={({ target }) => {
        if (!(target as Element).closest("a")) onTouch();
      }}
    >
      {children}
    </div>
  );
}

type StatusProps = { phase: Phase; hasFailedLayer: boolean; onOpen: () => void };

function AtlasStatus({ phase, hasFailedLayer, onOpen }: StatusProps) {
  const labels = useAtlasTexts();
  const message = phase === "loading" ? labels.loading : phase === "failed" ? labels.failed : "";
  return (
    <div
      className="pointer-events-none absolute inset-x-3 bottom-12 z-10 mx-auto grid w-fit max-w-full justify-items-center gap-2 *:pointer-events-auto noscript:hidden"
      data-print="hide"
    >
      <p role="status" className="rounded-lg bg-surface px-4 py-2 shadow-lg empty:hidden">
        {message || (hasFailedLayer ? labels.layerFailed : "")}
      </p>
      {(phase === "idle" || phase === "failed") && (
        <button
          type="button"
          onClick={onOpen}
          className="min-h-12 rounded-lg bg-primary px-6 text-lg font-semibold text-primary-ink shadow-lg"
        >
          {phase === "idle" ? labels.open : labels.retry}
        </button>
      )}
    </div>
  );
}
