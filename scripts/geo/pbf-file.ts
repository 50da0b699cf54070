import { createReadStream, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { inflateSync } from "node:zlib";
import { OSMTransform, parse } from "osm-pbf-parser-node";
import { PbfReader } from "pbf";

export type Tags = Readonly<Record<string, string>>;
type OsmNode = { type: "node"; id: number; lat: number; lon: number; tags?: Tags };
export type OsmWay = { type: "way"; id: number; refs: number[]; tags?: Tags };
type Items = { node: OsmNode; way: OsmWay };

/** `share` of the bytes that were read, 0 to 1. */
export type Progress = (share: number) => void;

const READ_BYTES = 2 ** 20;

/** Kind of the elements of a group by the number of the first field (osmformat.proto, PrimitiveGroup). */
const KINDS: Readonly<Record<number, string>> = { 1: "node", 2: "node", 3: "way", 4: "relation" };

/** The kinds of elements in a block; most programs write blocks of one kind, so others need not be decoded. */
function kindsOf(block: Uint8Array): (string | undefined)[] {
  const groups = new PbfReader(block).readFields<number[]>((tag, found, pbf) => {
    if (tag !== 2) return;
    const end = pbf.readVarint() + pbf.pos;
    found.push(pbf.readVarint() >> 3);
    pbf.pos = end;
  }, []);
  return groups.map((field) => KINDS[field]);
}

/** Reads the elements of one kind of an OpenStreetMap PBF file, block by block. */
export async function readElements<Kind extends keyof Items>(
  file: string,
  kind: Kind,
  visit: (items: Items[Kind][]) => void,
  progress: Progress = () => undefined,
): Promise<void> {
  const size = statSync(file).size;
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  await withFile(file, async () =>
    pipeline(source, new OSMTransform({ writeRaw: true }), async (blocks: AsyncIterable<unknown>) => {
      for await (const block of blocks) {
        if (!Buffer.isBuffer(block)) continue;
        const bytes = inflateSync(block);
        if (kindsOf(bytes).includes(kind))
          visit((parse(bytes, { withTags: true }) as Items[Kind][]).filter(({ type }) => type === kind));
        progress(source.bytesRead / size);
      }
    }),
  );
}

/** `2026-11-20`: the day of the data by the header of the file, else the day of the file itself. */
export async function dateOf(file: string): Promise<string> {
  let seconds = 0;
  await withFile(file, async () => {
    const blocks = createReadStream(file).pipe(new OSMTransform({ writeRaw: true }));
    for await (const block of blocks) {
      const [header] = block as { osmosis_replication_timestamp?: number }[];
      seconds = header?.osmosis_replication_timestamp ?? 0;
      break;
    }
  });
  // Some programs write milliseconds.
  const time = seconds * 1000 > Date.now() ? seconds : seconds * 1000;
  const date = time > 0 ? new Date(time) : statSync(file).mtime;
  return date.toISOString().slice(0, 10);
}

async function withFile(file: string, read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (cause) {
    throw new Error(`${file} is not a complete OpenStreetMap PBF file`, { cause });
  }
}
