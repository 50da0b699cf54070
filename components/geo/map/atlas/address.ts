export type AtlasView = { lat: number; lng: number; zoom: number };
export type AtlasAddress = { view: AtlasView | null; layers: readonly string[] | null };

const BOUNDS = { lat: 60, lng: 120, zoom: 20 };

function viewOf([lat = "", lng = "", zoom = ""]: readonly string[]): AtlasView | null {
  const numbers = [lat, lng, zoom].map(Number);
  const [a = NaN, b = NaN, z = NaN] = numbers;
  const isPlausible =
    [lat, lng, zoom].every((part) => part.trim() !== "") &&
    Math.abs(a) <= BOUNDS.lat &&
    Math.abs(b) <= BOUNDS.lng &&
    z >= 0 &&
    z <= BOUNDS.zoom;
  return isPlausible ? { lat: a, lng: b, zoom: z } : null;
}

/** Reads `#lat,lng,zoom,layers` (layers joined by `+`, `-` for none); `#fotos` alone names layers without a view. */
export function readAtlasHash(hash: string, layerKeys: readonly string[]): AtlasAddress {
  const parts = decodeHash(hash).split(",");
  const view = viewOf(parts);
  const listed = view ? parts[3] : parts.length === 1 ? parts[0] : undefined;
  if (!listed) return { view, layers: null };
  if (listed === "-") return { view, layers: [] };
  const wanted = new Set(listed.split("+"));
  const layers = layerKeys.filter((key) => wanted.has(key));
  return { view, layers: layers.length > 0 ? layers : null };
}

/** The hash that `readAtlasHash` reads back; positions to about ten metres. */
export function writeAtlasHash({ lat, lng, zoom }: AtlasView, layers: readonly string[]): string {
  return `#${lat.toFixed(4)},${lng.toFixed(4)},${zoom.toFixed(1)},${layers.join("+") || "-"}`;
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return "";
  }
}
