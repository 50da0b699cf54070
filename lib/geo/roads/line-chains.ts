import { endsOf, nodesOf } from "./line-ends";
import { surfaceOfTag } from "./network-layers";
import { copyVertices, LineTableBuilder, type LineTable } from "./line-table";

/** The nodes at both ends of each line, how many lines end at each node, and two of those lines. */
type Topology = { ends: Int32Array; degree: Int32Array; firstAt: Int32Array; lastAt: Int32Array };

function topologyOf(table: LineTable): Topology {
  const { ends, vertexAt } = nodesOf(table);
  const [degree, firstAt, lastAt] = [0, 1, 2].map(() => new Int32Array(vertexAt.length)) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  for (const [at, node] of ends.entries()) {
    if (degree[node]!++ === 0) firstAt[node] = at >> 1;
    lastAt[node] = at >> 1;
  }
  return { ends, degree, firstAt, lastAt };
}

/**
 * Whether the two lines at a node can become one: nothing branches off there, class, surface and one-way stay the same,
 * and of two one-way lines one ends where the other begins.
 */
function isPassage({ ends, degree, firstAt, lastAt }: Topology, table: LineTable, node: number): boolean {
  const [a, b] = [firstAt[node]!, lastAt[node]!];
  const surfaceAt = (line: number) => surfaceOfTag(table.tag[table.start[line]!]!);
  const { roadClass, oneWay } = table;
  if (degree[node] !== 2 || a === b || roadClass[a] !== roadClass[b] || oneWay[a] !== oneWay[b]) return false;
  if (surfaceAt(a) !== surfaceAt(b)) return false;
  return oneWay[a] === 0 || (ends[2 * a] === node) !== (ends[2 * b] === node);
}

type Step = { line: number; isReversed: boolean };

/** The lines from a branching node to the next one, in order; `from` is the node before the first line. */
function follow(table: LineTable, topology: Topology, first: number, from: number, visited: Uint8Array): Step[] {
  const steps: Step[] = [];
  let [line, node] = [first, from];
  while (!visited[line]) {
    visited[line] = 1;
    const isReversed = topology.ends[2 * line] !== node;
    steps.push({ line, isReversed });
    node = topology.ends[2 * line + (isReversed ? 0 : 1)]!;
    if (!isPassage(topology, table, node)) break;
    line = topology.firstAt[node] === line ? topology.lastAt[node]! : topology.firstAt[node]!;
  }
  return steps;
}

const isPoint = (table: LineTable, line: number) => {
  const [first, last] = endsOf(table, line);
  for (let vertex = first; vertex < last; vertex++)
    if (table.lng[vertex] !== table.lng[last] || table.lat[vertex] !== table.lat[last]) return false;
  return true;
};

/**
 * Joins lines that follow each other without a branch into one, which halves the nodes a search visits. Lines that are
 * only a point disappear.
 */
export function joinChains(table: LineTable): LineTable {
  const topology = topologyOf(table);
  const visited = new Uint8Array(table.count);
  const builder = new LineTableBuilder();
  const write = (steps: readonly Step[]) => {
    if (steps.every(({ line }) => isPoint(table, line))) return;
    const [first] = steps as [Step, ...Step[]];
    builder.startLine(table.roadClass[first.line]!, table.oneWay[first.line]);
    // A one-way chain that was followed backwards is turned, so that its vertices are in the order of travel.
    const isTurned = first.isReversed && table.oneWay[first.line] === 1;
    const ordered = isTurned ? steps.map((step) => ({ ...step, isReversed: false })).toReversed() : steps;
    for (const { line, isReversed } of ordered) {
      const [start, end] = endsOf(table, line);
      copyVertices(table, isReversed ? end : start, isReversed ? start : end, builder);
    }
  };
  for (let line = 0; line < table.count; line++)
    for (const side of [0, 1]) {
      const node = topology.ends[2 * line + side]!;
      if (!visited[line] && !isPassage(topology, table, node)) write(follow(table, topology, line, node, visited));
    }
  // What remains are rings without a branch.
  for (let line = 0; line < table.count; line++)
    if (!visited[line]) write(follow(table, topology, line, topology.ends[2 * line]!, visited));
  return builder.finish();
}
