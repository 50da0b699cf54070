import type { AtlasLayer } from "@/components/geo/map/atlas/data";
import type { AtlasItem } from "@/components/geo/map/atlas/search";
import { KIND_SEGMENT, type MapPlaceKind, type MapPlaceRow } from "@/lib/guide/map-places/rules";
import { KIND_LOOK } from "./kind-look";
import { MAP_PLACE_KINDS } from "@/lib/platform/supabase/database-constants/guide";

type PlaceLayer = (typeof KIND_SEGMENT)[MapPlaceKind];

type Texts = { label: (key: PlaceLayer) => string; note: string };

/** The entries of the legend for the places of public sources; `file` holds those of a state. */
export function placeLayers({ label, note }: Texts, file: string): AtlasLayer[] {
  return MAP_PLACE_KINDS.map((kind) => {
    const key = KIND_SEGMENT[kind];
    return { key, label: label(key), note, file, ...KIND_LOOK[kind], count: null };
  });
}

const files = new Map<string, Promise<MapPlaceRow[]>>();

function loadFile(path: string): Promise<MapPlaceRow[]> {
  const known = files.get(path);
  if (known) return known;
  const file = fetch(path).then((response) =>
    response.ok ? (response.json() as Promise<MapPlaceRow[]>) : Promise.reject(new Error(String(response.status))),
  );
  files.set(path, file);
  file.catch(() => files.delete(path));
  return file;
}

/** The places of a layer as points of the map. */
export async function loadPlaceLayer({ key, file, note }: AtlasLayer): Promise<AtlasItem[]> {
  if (!file) return [];
  const kind = MAP_PLACE_KINDS.find((one) => KIND_SEGMENT[one] === key);
  return (await loadFile(file)).filter((row) => row[0] === kind).map((row) => placeItem(key, note, row));
}

function placeItem(layer: string, note: string | undefined, row: MapPlaceRow): AtlasItem {
  const [, , name, lat, lng, , date, town, isAtSeat, phone] = row;
  return {
    layer,
    name,
    detail: [town, phone, date, note].filter(Boolean).join(" · "),
    lat,
    lng,
    approximate: isAtSeat,
  };
}
