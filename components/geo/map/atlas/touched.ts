import type { MapRef } from "@vis.gl/react-maplibre";
import type { GeoJSONSource, MapMouseEvent } from "maplibre-gl";
import type { AtlasLabels } from "./labels";
import { ROAD_LAYER } from "./places";
import type { AtlasItem } from "./search";
import { CLICKABLE, type AtlasScene } from "./style";
import { ROAD_LAYERS } from "../base/style";

const FINGER = 10;
const ROAD_FINGER = 6;

/** The items at a clicked point; a cluster is zoomed into instead and returns null. */
export async function touched(
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
  const named = numbered.length > 0 ? numbered : found.slice(0, 1);
  return [...new Map(named.map((item) => [item.name, item])).values()];
}
