import { PbfReader, PbfWriter } from "pbf";
import type { Position } from "@/lib/geo/geo/rules";

export type TileFeature = {
  type: "Point" | "LineString" | "Polygon";
  properties: Record<string, string | number | boolean>;
  /** Rings, lines or single points, in degrees. */
  parts: Position[][];
};

type Layer = { name: string; extent: number; keys: string[]; values: (string | number | boolean)[]; features: Raw[] };
type Raw = { type: number; tags: number[]; geometry: number[] };
type At = { z: number; x: number; y: number };

const TYPES = { 1: "Point", 2: "LineString", 3: "Polygon" } as const;

/** Reads a Mapbox vector tile (version 2) with positions in degrees. */
export function readVectorTile(bytes: Uint8Array, at: At): Record<string, TileFeature[]> {
  const layers = new PbfReader(bytes).readFields<Layer[]>((tag, found, pbf) => {
    if (tag === 3)
      found.push(pbf.readMessage(readLayer, { name: "", extent: 4096, keys: [], values: [], features: [] }));
  }, []);
  return Object.fromEntries(
    layers.map((layer) => [layer.name, layer.features.flatMap((raw) => toFeature(raw, layer, at))]),
  );
}

/** The bytes of a tile without one of its layers. */
export function withoutLayer(bytes: Uint8Array, name: string): Uint8Array {
  const kept = new PbfReader(bytes).readFields<Uint8Array[]>((tag, found, pbf) => {
    if (tag !== 3) return;
    const end = pbf.readVarint() + pbf.pos;
    const start = pbf.pos;
    const layer: Layer = { name: "", extent: 4096, keys: [], values: [], features: [] };
    if (pbf.readFields(readLayer, layer, end).name !== name) found.push(bytes.subarray(start, end));
    pbf.pos = end;
  }, []);
  const pbf = new PbfWriter();
  for (const layer of kept) pbf.writeBytesField(3, layer);
  return pbf.finish();
}

function readLayer(tag: number, layer: Layer, pbf: PbfReader): void {
  if (tag === 1) layer.name = pbf.readString();
  else if (tag === 2) layer.features.push(pbf.readMessage(readRaw, { type: 0, tags: [], geometry: [] }));
  else if (tag === 3) layer.keys.push(pbf.readString());
  else if (tag === 4) layer.values.push(pbf.readMessage(readValue, { value: "" as string | number | boolean }).value);
  else if (tag === 5) layer.extent = pbf.readVarint();
}

function readRaw(tag: number, raw: Raw, pbf: PbfReader): void {
  if (tag === 2) pbf.readPackedVarint(raw.tags);
  else if (tag === 3) raw.type = pbf.readVarint();
  else if (tag === 4) pbf.readPackedVarint(raw.geometry);
}

function readValue(tag: number, into: { value: string | number | boolean }, pbf: PbfReader): void {
  if (tag === 1) into.value = pbf.readString();
  else if (tag === 2) into.value = pbf.readFloat();
  else if (tag === 3) into.value = pbf.readDouble();
  else if (tag === 4 || tag === 5) into.value = pbf.readVarint(tag === 4);
  else if (tag === 6) into.value = pbf.readSVarint();
  else if (tag === 7) into.value = pbf.readBoolean();
}

function toFeature({ type, tags, geometry }: Raw, { keys, values, extent }: Layer, at: At): TileFeature[] {
  const kind = TYPES[type as keyof typeof TYPES];
  if (!kind) return [];
  const properties: TileFeature["properties"] = {};
  for (let index = 0; index < tags.length; index += 2)
    properties[keys[tags[index] as number] as string] = values[tags[index + 1] as number] as string;
  return [{ type: kind, properties, parts: readParts(geometry, extent, at) }];
}

/** Commands 1 (move), 2 (line) and 7 (close) with zigzag-encoded steps. */
function readParts(geometry: readonly number[], extent: number, { z, x, y }: At): Position[][] {
  const parts: Position[][] = [];
  const tiles = 2 ** z;
  let [px, py, index] = [0, 0, 0];
  const unzip = (value: number) => (value >> 1) ^ -(value & 1);
  while (index < geometry.length) {
    const command = geometry[index++] as number;
    const part = parts.at(-1);
    if ((command & 7) === 7) {
      if (part?.[0]) part.push(part[0]);
      continue;
    }
    for (let left = command >> 3; left > 0; left--) {
      px += unzip(geometry[index++] as number);
      py += unzip(geometry[index++] as number);
      const position = toDegrees((x + px / extent) / tiles, (y + py / extent) / tiles);
      if ((command & 7) === 1) parts.push([position]);
      else parts.at(-1)?.push(position);
    }
  }
  return parts;
}

function toDegrees(x: number, y: number): Position {
  return [x * 360 - 180, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI];
}
