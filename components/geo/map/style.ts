import type { ExpressionSpecification, GeoJSONSourceSpecification, StyleSpecification } from "maplibre-gl";
import { BASE_SOURCES, groundLayers, nameLayers } from "./base/style";
import type { Section } from "@/lib/geo/geo/lines";
import { locatedWaypoints, type MapRoute } from "./model";

const TOKENS = ["surface", "muted", "primary", "faixa"] as const;
export type MapColors = Record<(typeof TOKENS)[number] | "asphalt", string> & { isDark: boolean; fonts: string[] };

type Line = [lng: number, lat: number][];
/** A line with the properties that a click handler reads. */
type Road = { line: Line; properties?: Record<string, string | number> };

/** Colours of a line on asphalt by the range of the tank; the same in both themes, because the asphalt is dark in both. */
export const RANGE_COLORS = { green: "#3ecf8e", yellow: "#f7b733", red: "#ff6b77", grey: "#c9d1de" } as const;

/** The theme's colours as plain values: WebGL can neither read CSS variables nor mix colours. */
export function readMapColors(isDark: boolean): MapColors {
  const style = getComputedStyle(document.documentElement);
  const entries = TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim() || "gray"]);
  return {
    ...(Object.fromEntries(entries) as Record<(typeof TOKENS)[number], string>),
    asphalt: isDark ? "#4a5a78" : "#454e61",
    isDark,
    fonts: [...(style.getPropertyValue("--font-barlow-display") || "Arial Narrow").split(","), "sans-serif"].map(
      (name) => name.trim(),
    ),
  };
}

/** Map style with the routes of a page. */
export function mapStyle(colors: MapColors, routes: readonly MapRoute[]): StyleSpecification {
  return roadStyle(colors, routes.flatMap(roadsOf));
}

/** A traced section is drawn as a solid line, a coarse one lighter, one that only connects its ends dashed. */
function roadsOf({ waypoints, sections = [] }: MapRoute): Road[] {
  if (sections.length === 0) return [{ line: locatedWaypoints(waypoints).map(({ lng, lat }) => [lng, lat]) }];
  return roadsOfSections(sections);
}

/** Lines of the sections of a route; `properties` are what a click handler reads. */
export function roadsOfSections(sections: readonly Section[], properties: Road["properties"] = {}): Road[] {
  return sections.map(({ style, line }) => ({
    line: line.map(([lat, lng]) => [lng, lat]),
    properties: { ...properties, ...(style === "unknown" ? {} : { recorded: 1, quality: style }) },
  }));
}

/** The base map with routes above its roads and below its names; texts are drawn with the page's font. */
export function roadStyle(colors: MapColors, roads: readonly Road[]): StyleSpecification {
  const road = { "line-cap": "round", "line-join": "round" } as const;
  return {
    version: 8,
    sources: { ...BASE_SOURCES, routes: { type: "geojson", data: lines(roads) } },
    layers: [
      ...groundLayers(colors.isDark),
      {
        id: "casing",
        type: "line",
        source: "routes",
        layout: road,
        paint: { "line-color": colors.surface, "line-width": width(12) },
      },
      {
        id: "asphalt",
        type: "line",
        source: "routes",
        layout: road,
        paint: { "line-color": colors.asphalt, "line-width": width(8) },
      },
      {
        id: "recorded",
        type: "line",
        source: "routes",
        filter: ["has", "recorded"],
        layout: road,
        paint: {
          "line-color": ["coalesce", ["get", "color"], colors.faixa],
          "line-width": width(["case", ["has", "color"], 6, 2.5]),
          "line-opacity": ["match", ["get", "quality"], "simplified", 0.5, 1],
        },
      },
      {
        id: "trace",
        type: "line",
        source: "routes",
        filter: ["!", ["has", "recorded"]],
        paint: {
          "line-color": ["coalesce", ["get", "color"], colors.faixa],
          "line-width": width(2.5),
          "line-dasharray": [3, 3],
        },
      },
      ...nameLayers(colors.isDark, colors.fonts),
    ],
  };
}

/** Line width by zoom: at low zoom levels thick lines would cover the country. */
function width(full: number | ExpressionSpecification): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], 3, ["/", full, 5], 7, full];
}

function lines(roads: readonly Road[]): GeoJSONSourceSpecification["data"] {
  const drawable = roads.filter(({ line }) => line.length > 1);
  return {
    type: "FeatureCollection",
    features: drawable.map(({ line, properties = {} }) => ({
      type: "Feature",
      properties,
      geometry: { type: "LineString", coordinates: line },
    })),
  };
}
