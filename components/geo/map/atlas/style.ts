import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { StateAbbr } from "@/lib/geo/states/rules";
import type { AtlasLayer, AtlasRoute } from "./data";
import { clusterPrefix, nameImage, pinImage } from "./images";
import type { AtlasItem } from "./search";
import { readMapColors, roadsOfSections, roadStyle, type MapColors } from "../style";

export const CLICKABLE = ["clusters", "pins", "asphalt"];
/** Lower than the maximum zoom, so that points at the same town centre become separate pins. */
const CLUSTER_MAX_ZOOM = 11;
const NAMES_FROM_ZOOM = 7.5;

const SINGLE: ExpressionSpecification = ["!", ["has", "point_count"]];

export type AtlasScene = {
  stateAbbr: StateAbbr | null;
  layers: readonly AtlasLayer[];
  roads: readonly AtlasRoute[];
  /** Items shown as pins; a click finds them by their index in this list. */
  pins: readonly AtlasItem[];
};

/** Map style with the routes below clusters, pins and their names; the selected route has a bright edge. */
export function atlasStyle(
  isDark: boolean,
  { layers, roads, pins }: AtlasScene,
  selected: string | undefined,
): StyleSpecification {
  const theme = isDark ? "dark" : "light";
  const colors = readMapColors(isDark);
  const base = roadStyle(
    colors,
    roads.flatMap(({ sections }, index) => roadsOfSections(sections, { road: index })),
  );
  const signOf = new Map(layers.map((layer) => [layer.key, layer]));
  const features = pins.map(({ layer, name, lng, lat, approximate }, index) => {
    const sign = signOf.get(layer);
    const properties = {
      pin: index,
      icon: pinImage(theme, sign?.color ?? "#566179", sign?.icon ?? "map-pin", approximate),
      name: nameImage(theme, name),
    };
    return { type: "Feature" as const, properties, geometry: { type: "Point" as const, coordinates: [lng, lat] } };
  });
  return {
    ...base,
    sources: {
      ...base.sources,
      pins: {
        type: "geojson",
        data: { type: "FeatureCollection", features },
        cluster: true,
        clusterRadius: 44,
        clusterMaxZoom: CLUSTER_MAX_ZOOM,
      },
    },
    layers: [
      ...base.layers.flatMap((layer): LayerSpecification[] =>
        layer.id === "casing"
          ? [
              selectedRoute(
                colors,
                roads.findIndex(({ href }) => href === selected),
              ),
              layer,
            ]
          : [layer],
      ),
      {
        id: "names",
        type: "symbol",
        source: "pins",
        minzoom: NAMES_FROM_ZOOM,
        filter: SINGLE,
        layout: { "icon-image": ["get", "name"], "icon-anchor": "top", "icon-offset": [0, 15], "icon-padding": 1 },
      },
      {
        id: "pins",
        type: "symbol",
        source: "pins",
        filter: SINGLE,
        layout: { "icon-image": ["get", "icon"], "icon-allow-overlap": true, "icon-padding": 0 },
      },
      {
        id: "clusters",
        type: "symbol",
        source: "pins",
        filter: ["has", "point_count"],
        layout: {
          "icon-image": ["concat", clusterPrefix(theme), ["get", "point_count_abbreviated"]],
          "icon-allow-overlap": true,
        },
      },
    ],
  };
}

function selectedRoute({ faixa }: MapColors, index: number): LayerSpecification {
  return {
    id: "selected",
    type: "line",
    source: "routes",
    filter: ["==", ["get", "road"], index],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": faixa, "line-width": ["interpolate", ["linear"], ["zoom"], 3, 6, 7, 18] },
  };
}
