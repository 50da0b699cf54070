import type { LineTable } from "./line-table";
import { Positions } from "./positions";

/** Groups of lines that are connected with each other (union-find). */
export class Components {
  private readonly parents: Int32Array;

  constructor(size: number) {
    this.parents = Int32Array.from({ length: size }, (_, index) => index);
  }

  of(item: number): number {
    let root = item;
    while (this.parents[root] !== root) root = this.parents[root]!;
    while (this.parents[item] !== root) [this.parents[item], item] = [root, this.parents[item]!];
    return root;
  }

  join(a: number, b: number): void {
    const [first, second] = [this.of(a), this.of(b)];
    this.parents[Math.max(first, second)] = Math.min(first, second);
  }
}

/** First and last vertex of a line. */
export const endsOf = ({ start }: LineTable, line: number): [first: number, last: number] => [
  start[line]!,
  start[line + 1]! - 1,
];

/** Numbers of the positions where lines end: two lines are connected where they have the same node. */
export type Nodes = {
  positions: Positions;
  /** The nodes at both ends of each line. */
  ends: Int32Array;
  /** A vertex at each node. */
  vertexAt: Int32Array;
};

export function nodesOf(table: LineTable): Nodes {
  const positions = new Positions(table.count * 2);
  const ends = new Int32Array(table.count * 2);
  const vertexAt = new Int32Array(table.count * 2);
  for (let line = 0; line < table.count; line++)
    for (const [side, vertex] of endsOf(table, line).entries()) {
      const node = positions.add(table.lng[vertex]!, table.lat[vertex]!);
      ends[2 * line + side] = node;
      vertexAt[node] = vertex;
    }
  return { positions, ends, vertexAt: vertexAt.slice(0, positions.count) };
}
