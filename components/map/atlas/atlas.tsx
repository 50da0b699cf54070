"use client";

import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from "react";
import type { Locale } from "@/lib/platform/i18n/routing";
import type { StateAbbr } from "@/lib/states/rules";
import { readAtlasHash, writeAtlasHash, type AtlasView } from "./address";
import { ROUTES_LAYER, type AtlasData, type AtlasLayer } from "./data";
import type { AtlasLabels } from "./labels";
import type { AtlasMapProps } from "./map";
import { AtlasPanel } from "./panel";
import { atlasItems, type AtlasItem } from "./search";
import { MapBoundary } from "../boundary";

type Props = {
  stateAbbr: StateAbbr | null;
  dataPath: string;
  layers: readonly AtlasLayer[];
  bounds: AtlasMapProps["bounds"];
  labels: AtlasLabels;
  locale: Locale;
  listId: string;
  /** The heading shown on the panel. */
  header: ReactNode;
  /** The static preview shown until the map is loaded, and kept if loading fails. */
  children: ReactNode;
};

type Loaded = { View: ComponentType<AtlasMapProps>; data: AtlasData };
const NOTHING: AtlasData = { routes: [], points: [] };

async function loadAtlas(dataPath: string): Promise<Loaded> {
  const data = fetch(dataPath).then((answer) =>
    answer.ok ? (answer.json() as Promise<AtlasData>) : Promise.reject(new Error(String(answer.status))),
  );
  const [{ AtlasMap }, loaded] = await Promise.all([import("./map"), data]);
  return { View: AtlasMap, data: loaded };
}

/** Runs a task after the first paint, when the browser is idle. */
function whenIdle(task: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(task, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 2000 });
  return () => cancelIdleCallback(handle);
}

/** The full-page map: it loads after the first paint; its view and layers are kept in the address. */
export function Atlas({ stateAbbr, dataPath, layers, bounds, labels, locale, listId, header, children }: Props) {
  const keys = useMemo(() => layers.map(({ key }) => key), [layers]);
  const [phase, setPhase] = useState<"loading" | "failed" | Loaded>("loading");
  const [start, setStart] = useState<AtlasView | null>(null);
  const [shown, setShown] = useState<readonly string[]>(keys);
  const [focus, setFocus] = useState<{ item: AtlasItem } | null>(null);
  const view = useRef<AtlasView | null>(null);

  const open = useCallback(() => {
    setPhase("loading");
    loadAtlas(dataPath).then(setPhase, () => setPhase("failed"));
  }, [dataPath]);
  useEffect(
    () =>
      whenIdle(() => {
        const address = readAtlasHash(location.hash, keys);
        setStart(address.view);
        if (address.layers) setShown(address.layers);
        open();
      }),
    [keys, open],
  );

  const remember = (at: AtlasView | null, visible: readonly string[]) => {
    view.current = at;
    if (at) history.replaceState(null, "", location.pathname + location.search + writeAtlasHash(at, visible));
  };
  const show = (visible: readonly string[]) => {
    setShown(visible);
    remember(view.current ?? start, visible);
  };
  const loaded = typeof phase === "object" ? phase : null;
  const visible = useMemo(() => new Set(shown), [shown]);
  const items = useMemo(() => atlasItems(loaded?.data ?? NOTHING, locale), [loaded, locale]);
  const scene = useMemo(() => {
    const pins = items.filter(({ layer }) => layer !== ROUTES_LAYER && visible.has(layer));
    const roads = visible.has(ROUTES_LAYER) ? (loaded?.data.routes ?? []).filter(({ line }) => line.length > 0) : [];
    return { stateAbbr, layers, roads, pins };
  }, [items, visible, loaded, stateAbbr, layers]);
  const roadItems = useMemo(() => items.filter(({ layer }) => layer === ROUTES_LAYER), [items]);

  return (
    <div className="relative h-[calc(100dvh-4rem)] min-h-[32rem] overflow-hidden border-b border-line print:h-auto">
      {loaded ? (
        <MapBoundary onFail={() => setPhase("failed")}>
          <loaded.View
            scene={scene}
            roadItems={roadItems}
            labels={labels}
            locale={locale}
            start={start}
            bounds={bounds}
            focus={focus}
            onMove={(at) => remember(at, shown)}
            onFail={() => setPhase("failed")}
          />
        </MapBoundary>
      ) : (
        children
      )}
      <AtlasPanel
        header={header}
        layers={layers}
        shown={visible}
        items={items}
        labels={labels}
        listId={listId}
        onShow={show}
        onFind={(item) => {
          if (!visible.has(item.layer)) show([...shown, item.layer]);
          setFocus({ item });
        }}
      />
      <div
        className="absolute inset-x-3 bottom-3 z-10 mx-auto grid w-fit max-w-full justify-items-center gap-2 noscript:hidden"
        data-print="hide"
      >
        <p role="status" className="rounded-lg bg-surface px-4 py-2 shadow-lg empty:hidden">
          {phase === "loading" ? labels.loading : phase === "failed" ? labels.failed : ""}
        </p>
        {phase === "failed" && (
          <button
            type="button"
            onClick={open}
            className="min-h-11 rounded-lg bg-primary px-4 font-semibold text-primary-ink"
          >
            {labels.retry}
          </button>
        )}
      </div>
    </div>
  );
}
