declare module "vt-pbf" {
  import type { LegacyTile } from "geojson-vt";

  /** Encodes tiles of geojson-vt, one per layer name, as one Mapbox vector tile. */
  export function fromGeojsonVt(
    layers: Record<string, LegacyTile>,
    options: { version: number; extent: number },
  ): Uint8Array;
}
