import { writeFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { PbfWriter } from "pbf";

/** Elements of an OpenStreetMap file; nodes are numbered by their position in the list, from 1. */
export type OsmData = {
  nodes: { lat: number; lon: number; tags?: Record<string, string> }[];
  ways: { refs: number[]; tags: Record<string, string> }[];
  /** Seconds since 1970. */
  timestamp?: number;
};

const GRANULARITY = 1e7;

/** The texts of a block; the first one is empty, because 0 ends the tags of a node. */
class Strings {
  readonly texts = [""];

  of(text: string): number {
    const known = this.texts.indexOf(text);
    return known > 0 ? known : this.texts.push(text) - 1;
  }
}

const steps = (values: readonly number[]) => values.map((value, index) => value - (values[index - 1] ?? 0));
const bytesOf = (write: (pbf: PbfWriter) => void): Uint8Array => {
  const pbf = new PbfWriter();
  write(pbf);
  return pbf.finish();
};

/** One block of a file: length of its head, head, content (fileformat.proto). */
function blob(type: "OSMHeader" | "OSMData", content: Uint8Array): Uint8Array {
  const data = bytesOf((pbf) => {
    pbf.writeVarintField(2, content.length);
    pbf.writeBytesField(3, deflateSync(content));
  });
  const head = bytesOf((pbf) => {
    pbf.writeStringField(1, type);
    pbf.writeVarintField(3, data.length);
  });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, data]);
}

/** A block with one group of nodes or ways (osmformat.proto). */
function block(write: (pbf: PbfWriter, strings: Strings) => void): Uint8Array {
  const strings = new Strings();
  const group = bytesOf((pbf) => write(pbf, strings));
  const table = bytesOf((pbf) => strings.texts.forEach((text) => pbf.writeBytesField(1, Buffer.from(text))));
  return bytesOf((pbf) => {
    pbf.writeBytesField(1, table);
    pbf.writeBytesField(2, group);
  });
}

function writeNodes(pbf: PbfWriter, nodes: OsmData["nodes"], strings: Strings): void {
  const tags = nodes.flatMap(({ tags: own = {} }) => [
    ...Object.entries(own).flatMap(([key, value]) => [strings.of(key), strings.of(value)]),
    0,
  ]);
  const dense = bytesOf((inner) => {
    inner.writePackedSVarint(1, steps(nodes.map((_, index) => index + 1)));
    inner.writePackedSVarint(8, steps(nodes.map(({ lat }) => Math.round(lat * GRANULARITY))));
    inner.writePackedSVarint(9, steps(nodes.map(({ lon }) => Math.round(lon * GRANULARITY))));
    inner.writePackedVarint(10, tags);
  });
  pbf.writeBytesField(2, dense);
}

function writeWays(pbf: PbfWriter, ways: OsmData["ways"], strings: Strings): void {
  for (const [index, { refs, tags }] of ways.entries())
    pbf.writeBytesField(
      3,
      bytesOf((inner) => {
        inner.writeVarintField(1, index + 1);
        inner.writePackedVarint(
          2,
          Object.keys(tags).map((key) => strings.of(key)),
        );
        inner.writePackedVarint(
          3,
          Object.values(tags).map((value) => strings.of(value)),
        );
        inner.writePackedSVarint(8, steps(refs));
      }),
    );
}

/** Writes an OpenStreetMap PBF file with a block of nodes and one of ways. */
export function writeOsmPbf(file: string, { nodes, ways, timestamp = 0 }: OsmData): void {
  const header = bytesOf((pbf) => {
    pbf.writeStringField(4, "OsmSchema-V0.6");
    pbf.writeStringField(4, "DenseNodes");
    if (timestamp) pbf.writeVarintField(32, timestamp);
  });
  const data = [
    block((pbf, strings) => writeNodes(pbf, nodes, strings)),
    block((pbf, strings) => writeWays(pbf, ways, strings)),
  ];
  writeFileSync(file, Buffer.concat([blob("OSMHeader", header), ...data.map((content) => blob("OSMData", content))]));
}
