import { useEffect, useMemo, useState } from "react";
import type { AtlasLayer } from "./data";
import { EXTRA_LAYERS, loadExtraLayer } from "./extra-layers";
import type { AtlasItem } from "./search";

/** The points of the layers of open data that are switched on; each file is loaded once. */
export function useExtraLayers(layers: readonly AtlasLayer[], shown: ReadonlySet<string>, isStarted: boolean) {
  const [points, setPoints] = useState<Partial<Record<string, readonly AtlasItem[]>>>({});
  const [hasFailed, setFailed] = useState(false);
  const wanted = EXTRA_LAYERS.filter((key) => isStarted && shown.has(key)).join(" ");
  useEffect(() => {
    const missing = layers.filter(({ key }) => wanted.split(" ").includes(key));
    let isCurrent = true;
    Promise.all(missing.map(async (layer) => [layer.key, await loadExtraLayer(layer)] as const)).then(
      (loaded) => {
        if (!isCurrent) return;
        setFailed(false);
        if (loaded.length > 0) setPoints((known) => ({ ...known, ...Object.fromEntries(loaded) }));
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [layers, wanted]);
  const items = useMemo(() => wanted.split(" ").flatMap((key) => points[key] ?? []), [points, wanted]);
  return { items, hasFailed };
}
