import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import v8 from "node:v8";
import { LineLinks } from "./line-links";
import { loadNetwork, networkFiles, type NetworkFiles } from "./network-sources";
import { PieceIndex } from "./piece-index";
import { buildRoadGraph, type RoadGraph } from "./road-graph";

type Network = { roads: RoadGraph; credits: ReadonlyMap<string, string> };
/** The file: what takes seconds to calculate, and the hash of what it was calculated from. */
type Prepared = { key: string; roads: Omit<RoadGraph, "links" | "index">; boxes: ArrayBuffer } & Pick<
  Network,
  "credits"
>;

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

/** The same values with arrays of their own: those that V8 reads are views that keep the bytes of the whole file. */
function withOwnArrays<T extends object>(values: T): T {
  const copy = (value: unknown) =>
    value instanceof Int32Array || value instanceof Float64Array || value instanceof Uint8Array ? value.slice() : value;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, copy(value)])) as T;
}

function read(file: string, key: string): Network | null {
  try {
    const stored = v8.deserialize(readFileSync(file)) as Prepared;
    if (stored.key !== key) return null;
    const { boxes, credits } = stored;
    const roads = { ...withOwnArrays(stored.roads), table: withOwnArrays(stored.roads.table) };
    const index = new PieceIndex(roads.table, boxes);
    return { roads: { ...roads, index, links: new LineLinks(roads.ends, roads.nodes) }, credits };
  } catch {
    return null;
  }
}

/** Written under another name first, because several processes may prepare the network at the same time. */
function write(file: string, key: string, { roads, credits }: Network): void {
  const temporary = `${file}.${process.pid}`;
  const { table, refs, sources, ends, km, sphere, nodes, component, componentKm, tolls } = roads;
  const stored = { table, refs, sources, ends, km, sphere, nodes, component, componentKm, tolls };
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      temporary,
      v8.serialize({ key, roads: stored, boxes: roads.index.bytes, credits } satisfies Prepared),
    );
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
  const { layers, credits, plazas } = loadNetwork(files);
  const network = { roads: buildRoadGraph(layers, plazas), credits };
  write(file, key, network);
  return network;
}
