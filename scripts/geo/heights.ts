import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { LRUCache } from "lru-cache";

const NAME = /^([NS])(\d{2})([EW])(\d{3})[^/]*\.hgt$/i;
/** A tile of one second has 26 MB. */
const TILES_IN_MEMORY = 8;
/** Samples without a measurement. */
const VOID = -32_768;

type Tile = { side: number; samples: DataView };

const keyOf = (lng: number, lat: number) => `${Math.floor(lat)},${Math.floor(lng)}`;

/**
 * Altitudes of SRTM tiles (`S28W050.hgt`): one degree each, from the north-west corner in rows, two bytes a sample, most
 * significant first, 1201 (three seconds) or 3601 (one second) samples a side; borders are in both tiles.
 */
export class HeightTiles {
  private readonly files = new Map<string, string>();
  private readonly tiles = new LRUCache<string, Tile>({ max: TILES_IN_MEMORY });

  constructor(folder: string) {
    for (const name of readdirSync(folder).toSorted()) {
      const [, ns, lat, ew, lng] = NAME.exec(name) ?? [];
      if (!ns || !ew) continue;
      const south = Number(lat) * (ns.toUpperCase() === "S" ? -1 : 1);
      const west = Number(lng) * (ew.toUpperCase() === "W" ? -1 : 1);
      this.files.set(keyOf(west, south), path.join(folder, name));
    }
  }

  /** Paths of the tiles in use. */
  get paths(): string[] {
    return [...this.files.values()];
  }

  /** Metres above sea level, between the four samples around a position; null where one of them is missing. */
  heightAt(lng: number, lat: number): number | null {
    const tile = this.tileAt(keyOf(lng, lat));
    if (!tile) return null;
    const steps = tile.side - 1;
    const [x, y] = [(lng - Math.floor(lng)) * steps, (Math.floor(lat) + 1 - lat) * steps];
    const [column, row] = [Math.min(steps - 1, Math.floor(x)), Math.min(steps - 1, Math.floor(y))];
    const at = (dx: number, dy: number) => tile.samples.getInt16(2 * ((row + dy) * tile.side + column + dx));
    const corners = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)] as const;
    if (corners.includes(VOID)) return null;
    const [shareX, shareY] = [x - column, y - row];
    const [north, south] = [
      corners[0] + (corners[1] - corners[0]) * shareX,
      corners[2] + (corners[3] - corners[2]) * shareX,
    ];
    return north + (south - north) * shareY;
  }

  private tileAt(key: string): Tile | null {
    const known = this.tiles.get(key);
    const file = this.files.get(key);
    if (known || !file) return known ?? null;
    const bytes = readFileSync(file);
    const side = Math.sqrt(bytes.length / 2);
    if (!Number.isInteger(side) || side < 3) throw new Error(`${file} is no SRTM tile: ${bytes.length} bytes`);
    const tile = { side, samples: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
    this.tiles.set(key, tile);
    return tile;
  }
}
