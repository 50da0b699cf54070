import { gzipSync } from "node:zlib";
import { zxyToTileId } from "pmtiles";

export type Tile = { z: number; x: number; y: number; bytes: Uint8Array };
type Entry = { id: number; offset: number; length: number; run: number };

const HEADER_BYTES = 127;
const GZIP = 2;
const VECTOR = 1;

/** Writes a PMTiles archive (version 3) with one root directory and gzipped vector tiles. */
export function writeArchive(tiles: readonly Tile[], metadata: Record<string, unknown>): Uint8Array {
  const { entries, data, contents } = layOut(tiles);
  const directory = gzipSync(encodeDirectory(entries), { level: 9 });
  if (HEADER_BYTES + directory.length > 16_384) throw new Error("the root directory does not fit into its 16 kB");
  const json = gzipSync(JSON.stringify(metadata), { level: 9 });
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  new Uint8Array(header.buffer).set(new TextEncoder().encode("PMTiles"));
  header.setUint8(7, 3);
  let offset = HEADER_BYTES;
  // Root directory, metadata, leaf directories, tile data: offset and length of each.
  [directory.length, json.length, 0, data.length].forEach((length, index) => {
    header.setBigUint64(8 + index * 16, BigInt(offset), true);
    header.setBigUint64(16 + index * 16, BigInt(length), true);
    offset += length;
  });
  [tiles.length, entries.length, contents].forEach((count, index) =>
    header.setBigUint64(72 + index * 8, BigInt(count), true),
  );
  const zooms = tiles.map(({ z }) => z);
  const [minZoom, maxZoom] = [Math.min(...zooms), Math.max(...zooms)];
  header.setUint8(96, 1);
  [GZIP, GZIP, VECTOR, minZoom, maxZoom].forEach((value, index) => header.setUint8(97 + index, value));
  setBounds(
    header,
    tiles.filter(({ z }) => z === minZoom),
  );
  return Buffer.concat([new Uint8Array(header.buffer), directory, json, data]);
}

/** Orders the tiles by id, stores equal ones once and joins runs of them. */
function layOut(tiles: readonly Tile[]): { entries: Entry[]; data: Uint8Array; contents: number } {
  const entries: Entry[] = [];
  const parts: Uint8Array[] = [];
  const known = new Map<string, { offset: number; length: number }>();
  let size = 0;
  const ordered = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .toSorted((a, b) => a.id - b.id);
  for (const { id, bytes } of ordered) {
    const packed = gzipSync(bytes, { level: 9 });
    const key = packed.toString("base64");
    const place = known.get(key) ?? { offset: size, length: packed.length };
    if (!known.has(key)) {
      known.set(key, place);
      parts.push(packed);
      size += packed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, ...place, run: 1 });
  }
  return { entries, data: Buffer.concat(parts), contents: known.size };
}

/** Columns of varints: count, id steps, runs, lengths, offsets (0: directly after the entry before). */
function encodeDirectory(entries: readonly Entry[]): Uint8Array {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, index) => {
      const previous = entries[index - 1];
      return previous && previous.offset + previous.length === offset ? 0 : offset + 1;
    }),
  ];
  return Uint8Array.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** West, south, east, north and the centre, in units of 1e-7 degrees. */
function setBounds(header: DataView, tiles: readonly Tile[]): void {
  const edges = tiles.map(({ z, x, y }) => ({
    west: lngOf(x, z),
    east: lngOf(x + 1, z),
    north: latOf(y, z),
    south: latOf(y + 1, z),
  }));
  const west = Math.min(...edges.map((edge) => edge.west));
  const east = Math.max(...edges.map((edge) => edge.east));
  const south = Math.min(...edges.map((edge) => edge.south));
  const north = Math.max(...edges.map((edge) => edge.north));
  const set = (at: number, degrees: number) => header.setInt32(at, Math.round(degrees * 1e7), true);
  [west, south, east, north].forEach((value, index) => set(102 + index * 4, value));
  header.setUint8(118, header.getUint8(100));
  set(119, (west + east) / 2);
  set(123, (south + north) / 2);
}

const lngOf = (x: number, z: number) => (x / 2 ** z) * 360 - 180;
const latOf = (y: number, z: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
