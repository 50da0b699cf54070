import type { StyleSpecification } from "maplibre-gl";
import { useEffect, useMemo, useState } from "react";
import { onExternalBase } from "./external";

type External = StyleSpecification | "loading" | "own";

const loaded = new Map<string, Promise<StyleSpecification>>();

function loadExternal(url: string): Promise<StyleSpecification> {
  const known = loaded.get(url);
  if (known) return known;
  const style = fetch(url).then((response) =>
    response.ok ? (response.json() as Promise<StyleSpecification>) : Promise.reject(new Error(String(response.status))),
  );
  loaded.set(url, style);
  style.catch(() => loaded.delete(url));
  return style;
}

/** The style on the base of `MAP_STYLE_URL` (an attribute of the page); null while that is loading, ours when it fails. */
export function useMapStyle(style: StyleSpecification): StyleSpecification | null {
  const url = document.documentElement.dataset.mapStyle;
  const [external, setExternal] = useState<External>(url ? "loading" : "own");
  useEffect(() => {
    if (url) loadExternal(url).then(setExternal, () => setExternal("own"));
  }, [url]);
  return useMemo(() => {
    if (external === "loading") return null;
    return external === "own" ? style : onExternalBase(style, external);
  }, [style, external]);
}
