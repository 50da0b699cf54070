import type { ExpressionSpecification, GeoJSONSourceSpecification, StyleSpecification } from "maplibre-gl";
import type { StateAbbr } from "@/lib/states/rules";
import { locatedWaypoints, type MapRoute } from "./model";

const TOKENS = ["background", "surface", "line", "muted", "primary", "faixa"] as const;
export type MapColors = Record<(typeof TOKENS)[number] | "asphalt", string>;

type Line = [lng: number, lat: number][];
/** A line with the properties that a click handler reads. */
type Road = { line: Line; properties?: Record<string, string | number> };

/** The theme's colours as plain values: WebGL can neither read CSS variables nor mix colours. */
export function readMapColors(isDark: boolean): MapColors {
  const style = getComputedStyle(document.documentElement);
  const entries = TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim() || "gray"]);
  return {
    ...(Object.fromEntries(entries) as Record<(typeof TOKENS)[number], string>),
    asphalt: isDark ? "#566075" : "#454e61",
  };
}

/** Map style with the routes of a page. */
export function mapStyle(
  colors: MapColors,
  stateAbbr: StateAbbr | null,
  routes: readonly MapRoute[],
): StyleSpecification {
  return roadStyle(colors, stateAbbr, routes.flatMap(roadsOf));
}

/** A traced section is drawn as a solid line, a coarse one lighter, one that only connects its ends dashed. */
function roadsOf({ waypoints, sections = [] }: MapRoute): Road[] {
  if (sections.length === 0) return [{ line: locatedWaypoints(waypoints).map(({ lng, lat }) => [lng, lat]) }];
  return sections.map(({ style, line }) => ({
    line: line.map(([lat, lng]) => [lng, lat]),
    properties: (style === "unknown" ? {} : { recorded: 1, quality: style }) as NonNullable<Road["properties"]>,
  }));
}

/** A style without tiles and glyphs: bundled shapes and routes, no external resources. */
export function roadStyle(colors: MapColors, stateAbbr: StateAbbr | null, roads: readonly Road[]): StyleSpecification {
  const own = ["==", ["get", "abbr"], stateAbbr ?? ""] as ["==", ["get", string], string];
  const road = { "line-cap": "round", "line-join": "round" } as const;
  return {
    version: 8,
    sources: {
      states: { type: "geojson", data: "/map/states.json" },
      grid: { type: "geojson", data: lines(GRATICULE) },
      routes: { type: "geojson", data: lines(roads) },
    },
    layers: [
      { id: "paper", type: "background", paint: { "background-color": colors.background } },
      { id: "water", type: "background", paint: { "background-color": colors.primary, "background-opacity": 0.12 } },
      { id: "land", type: "fill", source: "states", paint: { "fill-color": colors.surface, "fill-opacity": 0.8 } },
      { id: "own-land", type: "fill", source: "states", filter: own, paint: { "fill-color": colors.surface } },
      {
        id: "grid",
        type: "line",
        source: "grid",
        minzoom: 6,
        paint: { "line-color": colors.line, "line-width": 1, "line-dasharray": [1, 4] },
      },
      {
        id: "borders",
        type: "line",
        source: "states",
        layout: road,
        paint: { "line-color": colors.line, "line-width": 1.2 },
      },
      {
        id: "own-border",
        type: "line",
        source: "states",
        filter: own,
        layout: road,
        paint: { "line-color": colors.muted, "line-width": 2 },
      },
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
          "line-color": colors.faixa,
          "line-width": width(2.5),
          "line-opacity": ["match", ["get", "quality"], "simplified", 0.5, 1],
        },
      },
      {
        id: "trace",
        type: "line",
        source: "routes",
        filter: ["!", ["has", "recorded"]],
        paint: { "line-color": colors.faixa, "line-width": width(2.5), "line-dasharray": [3, 3] },
      },
    ],
  };
}

/** Line width by zoom: at low zoom levels thick lines would cover the country. */
function width(full: number): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], 3, full / 5, 7, full];
}

/** Grid lines every quarter of a degree (about 27 km). */
function graticule(): Road[] {
  const steps = (from: number, to: number) =>
    Array.from({ length: (to - from) * 4 + 1 }, (_, index) => from + index / 4);
  const meridians = steps(-75, -34).map((lng): Line => [
    [lng, -34],
    [lng, 6],
  ]);
  const parallels = steps(-34, 6).map((lat): Line => [
    [-75, lat],
    [-34, lat],
  ]);
  return [...meridians, ...parallels].map((line) => ({ line }));
}

const GRATICULE = graticule();

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
