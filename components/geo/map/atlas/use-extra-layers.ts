import { useEffect, useMemo, useState } from "react";
import type { AtlasLayer } from "./data";
import { isExtraLayer, loadOpenData, type LoadFileLayer } from "./extra-layers";
import type { AtlasItem } from "./search";

/** The points of the layers of open data, and of those with a file, that are switched on; each file is loaded once. */
export function useExtraLayers(
  layers: readonly AtlasLayer[],
  visibleLayers: ReadonlySet<string>,
  isStarted: boolean,
  loadFileLayer: LoadFileLayer,
) {
  const [points, setPoints] = useState<Partial<Record<string, readonly AtlasItem[]>>>({});
  const [hasFailed, setFailed] = useState(false);
  const wanted = layers
    .filter((layer) => isStarted && isExtraLayer(layer) && visibleLayers.has(layer.key))
    .map(({ key }) => key)
    .join(" ");
  useEffect(() => {
    const missing = layers.filter(({ key }) => wanted.split(" ").includes(key));
    let isCurrent = true;
    const load = (layer: AtlasLayer) => (layer.file ? loadFileLayer(layer) : loadOpenData(layer));
    Promise.all(missing.map(async (layer) => [layer.key, await load(layer)] as const)).then(
      (loaded) => {
        if (!isCurrent) return;
        setFailed(false);
        if (loaded.length > 0) setPoints((before) => ({ ...before, ...Object.fromEntries(loaded) }));
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [layers, wanted, loadFileLayer]);
  const items = useMemo(() => wanted.split(" ").flatMap((key) => points[key] ?? []), [points, wanted]);
  return { items, hasFailed };
}
