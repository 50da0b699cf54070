import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import { MAX_ZOOM, MIN_ZOOM } from "./archives";
import { shieldPrefix } from "../atlas/images";

const PALETTE = {
  dark: {
    land: "#18243a",
    water: "#0a1424",
    shore: "#35527d",
    river: "#2a466e",
    state: "#52688e",
    country: "#8296b8",
    edge: "#0e1829",
    motorway: "#8b9bb8",
    trunk: "#70819f",
    primary: "#5f7190",
    secondary: "#465877",
    tertiary: "#36475f",
    text: "#d5deee",
    stateText: "#8fa3c4",
    halo: "#131d30",
  },
  light: {
    land: "#fbf7ec",
    water: "#c5dbea",
    shore: "#8fb4cf",
    river: "#9cc2dc",
    state: "#b0a68c",
    country: "#857b63",
    edge: "#b9ae93",
    motorway: "#f2c572",
    trunk: "#f5d797",
    primary: "#f8e6bf",
    secondary: "#ffffff",
    tertiary: "#ffffff",
    text: "#2b3750",
    stateText: "#8a7f66",
    halo: "#fdfaf2",
  },
} as const;
type Palette = { [Key in keyof (typeof PALETTE)["dark"]]: string };

const SOURCE = { source: "base", type: "line" } as const;
const ROUND = { "line-cap": "round", "line-join": "round" } as const;
const KINDS = ["motorway", "trunk", "primary", "secondary", "tertiary"] as const;
/** The layers that a tap on a road asks for. */
export const ROAD_LAYERS = KINDS.map((kind) => `base-${kind}`);

/** Width in pixels of a class of road, at zoom 5, 9 and 13. */
const WIDTHS: Record<(typeof KINDS)[number], [number, number, number]> = {
  motorway: [1.1, 2.6, 7],
  trunk: [0.9, 2.2, 6],
  primary: [0.5, 1.7, 5],
  secondary: [0.3, 1.1, 4],
  tertiary: [0.2, 0.7, 3],
};

function width([far, middle, near]: [number, number, number], more = 0): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], 5, far + more / 2, 9, middle + more, 13, near + more];
}

/** Source of the portal's own tiles; `loadTile` answers its addresses. */
export const BASE_SOURCES: StyleSpecification["sources"] = {
  base: { type: "vector", tiles: ["base://{z}/{x}/{y}"], minzoom: MIN_ZOOM, maxzoom: MAX_ZOOM },
};

/** Land, water, borders and roads: everything below the routes. */
export function groundLayers(isDark: boolean): LayerSpecification[] {
  const color = isDark ? PALETTE.dark : PALETTE.light;
  return [
    { id: "base-land", type: "background", paint: { "background-color": color.land } },
    {
      id: "base-rivers",
      ...SOURCE,
      "source-layer": "rivers",
      layout: ROUND,
      paint: { "line-color": color.river, "line-width": ["interpolate", ["linear"], ["zoom"], 4, 0.5, 9, 1.8] },
    },
    {
      id: "base-water",
      type: "fill",
      source: "base",
      "source-layer": "water",
      paint: { "fill-color": color.water, "fill-outline-color": color.water },
    },
    ...borderLayers(color),
    ...KINDS.toReversed().map((kind) => roadLayer(kind, color, true)),
    {
      id: "base-ferry",
      ...SOURCE,
      "source-layer": "roads",
      filter: ["==", ["get", "kind"], "ferry"],
      paint: { "line-color": color.shore, "line-width": 1.4, "line-dasharray": [3, 3] },
    },
    ...KINDS.toReversed().map((kind) => roadLayer(kind, color, false)),
  ];
}

function borderLayers(color: Palette): LayerSpecification[] {
  const border = (kind: "state" | "country", paint: object): LayerSpecification => ({
    id: `base-${kind}`,
    ...SOURCE,
    "source-layer": "borders",
    filter: ["==", ["get", "kind"], kind],
    layout: ROUND,
    paint,
  });
  return [
    border("state", { "line-color": color.state, "line-width": 1.1, "line-dasharray": [4, 2, 1, 2] }),
    border("country", {
      "line-color": color.country,
      "line-width": ["interpolate", ["linear"], ["zoom"], 3, 1, 8, 2.4],
    }),
  ];
}

function roadLayer(kind: (typeof KINDS)[number], color: Palette, isEdge: boolean): LayerSpecification {
  return {
    id: `base-${kind}${isEdge ? "-edge" : ""}`,
    ...SOURCE,
    "source-layer": "roads",
    ...(isEdge ? { minzoom: 6 } : {}),
    filter: ["==", ["get", "kind"], kind],
    layout: ROUND,
    paint: isEdge
      ? { "line-color": color.edge, "line-width": width(WIDTHS[kind], 1.4) }
      : { "line-color": color[kind], "line-width": width(WIDTHS[kind]) },
  };
}

/** Shields of the roads and names of towns and states: everything above the routes. */
export function nameLayers(isDark: boolean, fonts: string[]): LayerSpecification[] {
  const theme = isDark ? "dark" : "light";
  const color = PALETTE[theme];
  const text = (size: ExpressionSpecification | number) => ({
    "text-field": ["get", "name"] as ExpressionSpecification,
    "text-font": fonts,
    "text-size": size,
    "text-max-width": 8,
  });
  const halo = { "text-halo-color": color.halo, "text-halo-width": 1.6 };
  return [
    {
      id: "base-shields",
      type: "symbol",
      source: "base",
      "source-layer": "roads",
      minzoom: 6,
      filter: ["has", "ref"],
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 320,
        "icon-image": ["concat", shieldPrefix(theme), ["get", "ref"]],
        "icon-rotation-alignment": "viewport",
        "icon-padding": 18,
      },
    },
    {
      id: "base-states",
      type: "symbol",
      source: "base",
      "source-layer": "places",
      maxzoom: 6.5,
      filter: ["==", ["get", "rank"], 0],
      layout: {
        ...text(["interpolate", ["linear"], ["zoom"], 3, 10, 6, 18]),
        "text-transform": "uppercase",
        "text-letter-spacing": 0.14,
      },
      paint: { ...halo, "text-color": color.stateText },
    },
    {
      id: "base-towns",
      type: "symbol",
      source: "base",
      "source-layer": "places",
      filter: [">", ["get", "rank"], 0],
      layout: {
        ...text([
          "interpolate",
          ["linear"],
          ["zoom"],
          4,
          ["match", ["get", "rank"], 1, 13, 11],
          9,
          ["match", ["get", "rank"], 1, 22, 2, 19, 3, 16, 4, 14, 12.5],
        ]),
        "symbol-sort-key": ["get", "rank"],
        "text-padding": 4,
      },
      paint: { ...halo, "text-color": color.text },
    },
  ];
}
