import { STATES, type StateAbbr } from "@/lib/geo/states/rules";
import type { NetworkLine } from "@/lib/geo/roads/network-file";
import type { HeightTiles } from "./heights";
import { NodePositions, NODE_SCALE } from "./node-positions";
import { Numbers } from "./numbers";
import { readElements, type OsmWay, type Progress } from "./pbf-file";
import { linesOfRoad } from "./road-lines";
import type { StateGrid } from "./state-grid";
import { placeKindOf, roadOf, type Road } from "./tags";

/** `state` is the state that a line or place is in; null abroad and at sea. */
export type ExtractLine = NetworkLine & { state: StateAbbr | null };
export type ExtractPlace = { kind: string; lng: number; lat: number; name: string; state: StateAbbr };
export type Extract = { lines: ExtractLine[]; places: ExtractPlace[] };

export type ReadOptions = {
  grid: StateGrid;
  withStreets?: boolean;
  heights?: HeightTiles | null;
  progress?: (step: "ways" | "nodes" | "lines", share: number) => void;
};

/** Ways with the facts that they have in common with others, so that millions of them fit into memory. */
class Ways {
  readonly refs = new Numbers();
  private readonly starts: number[] = [];
  private readonly facts: number[] = [];
  private readonly roads: Road[] = [];
  private readonly numbers = new Map<string, number>();

  get count(): number {
    return this.starts.length;
  }

  add(road: Road, refs: readonly number[]): void {
    const key = JSON.stringify(road);
    const known = this.numbers.get(key) ?? this.roads.push(road) - 1;
    this.numbers.set(key, known);
    this.starts.push(this.refs.length);
    this.facts.push(known);
    for (const ref of refs) this.refs.push(ref);
  }

  road(way: number): Road {
    return this.roads[this.facts[way]!]!;
  }

  nodes(way: number): number[] {
    const [start, end] = [this.starts[way]!, this.starts[way + 1] ?? this.refs.length];
    return Array.from({ length: end - start }, (_, index) => this.refs.at(start + index));
  }
}

type Area = { kind: string; name: string; refs: number[] };

/** Reads roads and places of a PBF file: first the ways, then the positions of their nodes. */
export async function readExtract(file: string, options: ReadOptions): Promise<Extract> {
  const { progress = () => undefined } = options;
  const [ways, areas] = [new Ways(), [] as Area[]];
  const addWay = ({ tags, refs }: OsmWay) => {
    const road = tags && roadOf(tags, options);
    if (road && refs.length > 1) ways.add(road, refs);
    const kind = tags && placeKindOf(tags);
    if (kind) areas.push({ kind, name: tags.name ?? "", refs });
  };
  const report = (step: "ways" | "nodes"): Progress => {
    return (share) => progress(step, share);
  };
  await readElements(file, "way", (items) => items.forEach(addWay), report("ways"));
  const nodes = nodesOf(ways, areas);
  const places: ExtractPlace[] = [];
  const addPlace = (kind: string, name: string, lng: number, lat: number) => {
    const state = options.grid.stateAt(lng, lat);
    if (state) places.push({ kind, name, lng, lat, state });
  };
  const readNodes = readElements(
    file,
    "node",
    (items) => {
      for (const { id, lat, lon, tags } of items) {
        nodes.place(id, lat, lon);
        const kind = tags && placeKindOf(tags);
        if (kind) addPlace(kind, tags.name ?? "", lon, lat);
      }
    },
    report("nodes"),
  );
  await readNodes;
  for (const area of areas) {
    const middle = middleOf(area.refs, nodes);
    if (middle) addPlace(area.kind, area.name, ...middle);
  }
  return { lines: linesOf(ways, nodes, options), places };
}

function nodesOf(ways: Ways, areas: readonly Area[]): NodePositions {
  const ids = new Numbers();
  for (let index = 0; index < ways.refs.length; index++) ids.push(ways.refs.at(index));
  for (const { refs } of areas) for (const ref of refs) ids.push(ref);
  const nodes = new NodePositions(ids.sortedUnique());
  for (let index = 0; index < ways.refs.length; index++) nodes.use(ways.refs.at(index));
  return nodes;
}

/** The middle of the bounds of a building or an area in degrees; null when the file lacks its nodes. */
function middleOf(refs: readonly number[], nodes: NodePositions): [lng: number, lat: number] | null {
  const known = refs.flatMap((ref) => nodes.indexOf(ref) ?? []);
  if (known.length === 0) return null;
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2 / NODE_SCALE;
  return [middle(known.map((index) => nodes.lng[index]!)), middle(known.map((index) => nodes.lat[index]!))];
}

const REPORT_EVERY = 10_000;

function linesOf(ways: Ways, nodes: NodePositions, options: ReadOptions): ExtractLine[] {
  const lines: ExtractLine[] = [];
  for (let way = 0; way < ways.count; way++) {
    for (const line of linesOfRoad(ways.road(way), ways.nodes(way), nodes, options)) lines.push(line);
    if (way % REPORT_EVERY === 0) options.progress?.("lines", way / ways.count);
  }
  return lines;
}

/** Numbers of the states in a stored extract; 0 is none. */
export const STATE_NUMBERS: readonly (StateAbbr | null)[] = [null, ...STATES.map(({ abbr }) => abbr)];
