import { createHash } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import v8 from "node:v8";
import { LineLinks } from "./line-links";
import { loadNetwork, networkFiles, type NetworkFiles } from "./network-sources";
import { PieceIndex } from "./piece-index";
import { buildRoadGraph, type RoadGraph } from "./road-graph";

type Network = { roads: RoadGraph; credits: ReadonlyMap<string, string> };
type Values = Int32Array | Int16Array | Float64Array | Uint8Array;
const TYPES = { Int32Array, Int16Array, Float64Array, Uint8Array };

/** What takes seconds to calculate. Its arrays follow the head of the file, so that each is read into its own memory. */
function arraysOf({ table, ends, km, sphere, component, index }: RoadGraph): Values[] {
  const { start, roadClass, oneWay, lng, lat, tag, height } = table;
  const bytes = new Uint8Array(index.bytes);
  return [start, roadClass, oneWay, lng, lat, tag, ends, km, sphere, component, bytes, height];
}
/** The head: the hash of what the network was calculated from, type and length of each array, and the other values. */
type Head = { key: string; arrays: [type: keyof typeof TYPES, length: number][]; count: number } & Pick<
  RoadGraph,
  "refs" | "names" | "sources" | "nodes" | "componentKm" | "tolls" | "guide"
> &
  Pick<Network, "credits">;
/** The file begins with the length of its head in bytes. */
const LENGTH_BYTES = 4;

/** Beside the build; a missing or outdated file is calculated and written again. */
const FOLDER = ".next/cache/roads";

const fileOf = ({ root, switched }: NetworkFiles) =>
  path.join(root, FOLDER, `${["network", ...switched].join("+")}.bin`);

/** Hash of the network's files and of the code that prepares them. */
function keyOf(files: NetworkFiles): string {
  const code = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort()
    .map((name) => path.join(import.meta.dirname, name));
  const inputs = networkFiles(files).map((name) => path.join(files.root, name));
  const hash = createHash("sha256").update(process.version);
  for (const file of [...code, ...inputs]) hash.update(`${path.basename(file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

const typeOf = (values: Values) => values.constructor.name as keyof typeof TYPES;

/** The next bytes of an open file, in the memory of `into`. */
function fill<T extends Values>(file: number, into: T): T {
  const bytes = new Uint8Array(into.buffer);
  if (readSync(file, bytes) !== bytes.length) throw new Error("the file ends too early");
  return into;
}

function readOpen(file: number, key: string): Network | null {
  const length = Buffer.from(fill(file, new Uint8Array(LENGTH_BYTES))).readUInt32LE();
  const head = v8.deserialize(fill(file, new Uint8Array(length))) as Head;
  if (head.key !== key) return null;
  const arrays = head.arrays.map(([type, size]) => fill(file, new TYPES[type](size)));
  const [start, roadClass, oneWay, lng, lat, tag, ends] = arrays as Int32Array[];
  const [km, sphere] = arrays.slice(7) as Float64Array[];
  const [component, boxes, height] = arrays.slice(9) as [Int32Array, Uint8Array, Int16Array];
  const table = { count: head.count, start, roadClass, oneWay, lng, lat, tag, height } as RoadGraph["table"];
  const { refs, names, sources, nodes, componentKm, tolls, guide, credits } = head;
  const index = new PieceIndex(table, boxes.buffer as ArrayBuffer);
  const links = new LineLinks(ends!, nodes, oneWay!);
  const labels = { refs, names, sources };
  const graph = { ends: ends!, km: km!, sphere: sphere!, nodes, component, componentKm, links };
  return { roads: { table, ...labels, ...graph, tolls, guide, index }, credits };
}

function read(path: string, key: string): Network | null {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    return readOpen(file, key);
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Written under another name first, because several processes may prepare the network at the same time. */
function write(file: string, key: string, { roads, credits }: Network): void {
  const temporary = `${file}.${process.pid}`;
  const { table, refs, names, sources, nodes, componentKm, tolls, guide } = roads;
  const arrays = arraysOf(roads);
  const described = arrays.map((values): Head["arrays"][number] => [typeOf(values), values.length]);
  const rest = { refs, names, sources, nodes, componentKm, tolls, guide, credits, count: table.count };
  const head = v8.serialize({ key, arrays: described, ...rest } satisfies Head);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(head.length);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const bytes = arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
    writeFileSync(temporary, Buffer.concat([length, head, ...bytes]));
    renameSync(temporary, file);
  } catch {
    // The folder of the build may be read-only; the next start calculates the network again.
  }
}

/** The network that routes are searched on: from the prepared file when it is current. */
export function openNetwork(files: NetworkFiles): Network {
  const [file, key] = [fileOf(files), keyOf(files)];
  const stored = read(file, key);
  if (stored) return stored;
  const { layers, credits, plazas, guide } = loadNetwork(files);
  const network = { roads: buildRoadGraph(layers, plazas, guide), credits };
  write(file, key, network);
  return network;
}
