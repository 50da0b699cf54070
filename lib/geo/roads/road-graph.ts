import { kmOfPiece, UNIT, type LineTable } from "./line-table";
import { joinChains } from "./line-chains";
import type { GuideLeg } from "./guide-lines";
import { LineLinks } from "./line-links";
import { endsOf, nodesOf } from "./line-ends";
import { connectLooseEnds } from "./loose-ends";
import { assembleLayers, sourceOfTag, type Layer } from "./network-layers";
import { PieceIndex, type NearestPiece } from "./piece-index";
import { reachableGroups } from "./reachable";
import { splitTouchingLines } from "./touching-lines";
import type { TollPlaza } from "./rules";

/** The network in memory: lines between branches, a graph of their ends and an index of their pieces. */
export type RoadGraph = {
  table: LineTable;
  /** Numbers and names of the roads; a tag contains the index of both. */
  refs: readonly string[];
  names: readonly string[];
  sources: readonly string[];
  /** The nodes at both ends of each line. */
  ends: Int32Array;
  km: Float64Array;
  /** Positions of the nodes on a sphere with a radius of 1; two rows more than nodes, for the ends of a search. */
  sphere: Float64Array;
  nodes: number;
  /** Number of the group of lines that each line belongs to, which lead to each other, and the kilometres of each group. */
  component: Int32Array;
  componentKm: ReadonlyMap<number, number>;
  links: LineLinks;
  index: PieceIndex;
  /** Toll plazas on each line and their places. */
  tolls: ReadonlyMap<number, readonly { place: NearestPiece; plaza: TollPlaza }[]>;
  /** Legs of the guide's routes, which are taken as they are between their stops. */
  guide: readonly GuideLeg[];
};

/** A plaza farther from every road is on a road that the network does not have. */
const TOLL_KM = 0.25;
const CARRIAGEWAY_KM = 0.06;

const RADIANS = Math.PI / 180;

/** Writes the position of a node into its row. */
export function placeOnSphere(sphere: Float64Array, node: number, lng: number, lat: number): void {
  const [x, y] = [lng * UNIT * RADIANS, lat * UNIT * RADIANS];
  sphere[3 * node] = Math.cos(y) * Math.cos(x);
  sphere[3 * node + 1] = Math.cos(y) * Math.sin(x);
  sphere[3 * node + 2] = Math.sin(y);
}

function endNodes(table: LineTable): { ends: Int32Array; sphere: Float64Array; nodes: number } {
  const { ends, vertexAt } = nodesOf(table);
  const sphere = new Float64Array((vertexAt.length + 2) * 3);
  for (const [node, vertex] of vertexAt.entries()) placeOnSphere(sphere, node, table.lng[vertex]!, table.lat[vertex]!);
  return { ends, sphere, nodes: vertexAt.length };
}

function lineLengths(table: LineTable): Float64Array {
  const km = new Float64Array(table.count);
  for (let line = 0; line < table.count; line++) {
    const [first, last] = endsOf(table, line);
    for (let vertex = first; vertex < last; vertex++) km[line]! += kmOfPiece(table, vertex, vertex + 1);
  }
  return km;
}

/** A one-way line from one group to another belongs to neither: no route can both reach and leave it. */
function connectedGroups(links: LineLinks, ends: Int32Array, km: Float64Array, nodes: number) {
  const groups = reachableGroups(links, nodes);
  const component = Int32Array.from(km, (_, line) => {
    const [start, end] = [groups[ends[2 * line]!]!, groups[ends[2 * line + 1]!]!];
    return start === end ? start : nodes + line;
  });
  const componentKm = new Map<number, number>();
  for (const [line, group] of component.entries()) componentKm.set(group, (componentKm.get(group) ?? 0) + km[line]!);
  return { component, componentKm };
}

function tollsOnLines(index: PieceIndex, plazas: readonly TollPlaza[]) {
  const tolls = new Map<number, { place: NearestPiece; plaza: TollPlaza }[]>();
  for (const plaza of plazas) {
    // Both carriageways of a road pass the same plaza; a road farther away than those does not.
    const near = index.within(Math.round(plaza.lng / UNIT), Math.round(plaza.lat / UNIT), TOLL_KM);
    for (const place of near)
      if (place.km <= near[0]!.km + CARRIAGEWAY_KM)
        tolls.set(place.line, [...(tolls.get(place.line) ?? []), { place, plaza }]);
  }
  return tolls;
}

export function buildRoadGraph(
  layers: readonly Layer[],
  plazas: readonly TollPlaza[] = [],
  guide: readonly GuideLeg[] = [],
): RoadGraph {
  const { table: assembled, refs, names, sources, cuts } = assembleLayers(layers);
  if (assembled.count === 0) throw new Error("the road network is empty");
  const layerIn =
    ({ tag, start }: LineTable) =>
    (line: number) =>
      layers[sourceOfTag(tag[start[line]!]!)]!;
  const split = splitTouchingLines(assembled, layerIn(assembled));
  const layerOf = layerIn(split);
  const table = joinChains(connectLooseEnds(split, (line) => layerOf(line).isCoarse, cuts));
  const { ends, sphere, nodes } = endNodes(table);
  const km = lineLengths(table);
  const index = new PieceIndex(table);
  const links = new LineLinks(ends, nodes, table.oneWay);
  return {
    table,
    refs,
    names,
    sources,
    ends,
    km,
    sphere,
    nodes,
    ...connectedGroups(links, ends, km, nodes),
    links,
    index,
    tolls: tollsOnLines(index, plazas),
    guide,
  };
}
