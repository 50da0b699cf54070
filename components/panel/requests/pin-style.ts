import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { FIXED_LAYERS, type AtlasData, type AtlasPoint, type FixedLayer } from "@/components/geo/map/atlas/data";
import { nameImage, pinImage } from "@/components/geo/map/atlas/images";
import { readMapColors, roadsOfSections, roadStyle } from "@/components/geo/map/style";
import type { Town } from "@/lib/panel/requests/queries";
import type { StateAbbr } from "@/lib/geo/states/rules";

/** Pin of places, the same for all their categories. */
const PLACE = { color: "#566179", icon: "map-pin" };
const isFixed = (layer: string): layer is FixedLayer => layer in FIXED_LAYERS;

/** Towns in the guide show their names at lower zoom levels than other towns and places, because every name is drawn when first shown. */
const TOWNS_FROM_ZOOM = 8;
const PLACES_FROM_ZOOM = 8;
const PLACE_NAMES_FROM_ZOOM = 9;

type Named = { name: string; lat: number; lng: number };

const collection = <T extends Named>(places: readonly T[], properties: (place: T) => Record<string, string>) => ({
  type: "FeatureCollection" as const,
  features: places.map((place) => ({
    type: "Feature" as const,
    properties: properties(place),
    geometry: { type: "Point" as const, coordinates: [place.lng, place.lat] },
  })),
});

const names = (id: string, source: string, minzoom: number, offset: number): LayerSpecification => ({
  id,
  type: "symbol",
  source,
  minzoom,
  layout: { "icon-image": ["get", "name"], "icon-anchor": "top", "icon-offset": [0, offset], "icon-padding": 1 },
});

/** Map style for choosing a position: the state, its routes, its towns with names and the places already in the guide. */
export function pinStyle(
  isDark: boolean,
  state: StateAbbr,
  towns: readonly Town[],
  atlas: AtlasData | null,
): StyleSpecification {
  const theme = isDark ? "dark" : "light";
  const colors = readMapColors(isDark);
  const base = roadStyle(
    colors,
    (atlas?.routes ?? []).flatMap(({ sections }) => roadsOfSections(sections)),
  );
  const withPortugueseName = (point: AtlasPoint) => ({ ...point, name: point.names.pt });
  const guide = (atlas?.points ?? []).filter(({ layer }) => layer === "cidades").map(withPortugueseName);
  const inGuide = new Set(guide.map(({ name }) => name));
  // Clubs have no address; their position is that of their town. Events are no places.
  const places = (atlas?.points ?? [])
    .filter(({ layer }) => !["cidades", "clubes", "eventos"].includes(layer))
    .map(withPortugueseName);
  const named = ({ name }: Named) => ({ name: nameImage(theme, name) });
  const signed = (point: (typeof places)[number]) => {
    const { color, icon } = isFixed(point.layer) ? FIXED_LAYERS[point.layer] : PLACE;
    return { ...named(point), icon: pinImage(theme, color, icon, point.precision !== "exact") };
  };
  const dots = (id: string, source: string, radius: number): LayerSpecification => ({
    id,
    type: "circle",
    source,
    paint: { "circle-radius": radius, "circle-color": colors.muted },
  });
  return {
    ...base,
    sources: {
      ...base.sources,
      towns: {
        type: "geojson",
        data: collection(
          towns.filter(({ name }) => !inGuide.has(name)),
          named,
        ),
      },
      guide: { type: "geojson", data: collection(guide, named) },
      places: { type: "geojson", data: collection(places, signed) },
    },
    // MapLibre places the labels of later layers first.
    layers: [
      ...base.layers,
      dots("towns", "towns", 3),
      dots("guide", "guide", 4),
      names("place-names", "places", PLACE_NAMES_FROM_ZOOM, 15),
      names("town-names", "towns", TOWNS_FROM_ZOOM, 4),
      {
        id: "places",
        type: "symbol",
        source: "places",
        minzoom: PLACES_FROM_ZOOM,
        layout: { "icon-image": ["get", "icon"], "icon-padding": 0 },
      },
      names("guide-names", "guide", 0, 4),
    ],
  };
}
