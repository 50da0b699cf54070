import type GeoJSONVT from "geojson-vt";

/** A GeoJSON feature as geojson-vt takes it. */
export type Feature = Extract<ConstructorParameters<typeof GeoJSONVT>[0], { type: "Feature" }>;
/** A position that GeoJSON types accept: longitude, latitude. */
export type Coordinates = number[];
