import type { Graph, Link, Node } from "ngraph.graph";

type LineNode = Node<undefined>;
type Neighbour = { node: number; data: number };

/**
 * The graph of a search: nodes are ends of lines, the data of a link is its line. It has the two methods of ngraph.graph
 * that ngraph.path calls; that package takes seconds and hundreds of megabytes for the objects of this network.
 */
export class LineLinks {
  /** Entries of node `n` are `other[first[n]]` and `data[first[n]]` up to before `first[n + 1]`. */
  private readonly first: Int32Array;
  private readonly other: Int32Array;
  private readonly data: Int32Array;
  /** Links of the search that runs. */
  private readonly added = new Map<number, Neighbour[]>();

  /** `ends` are the nodes at both ends of each line. A line that ends where it begins is no link. */
  constructor(ends: Int32Array, nodes: number) {
    this.first = new Int32Array(nodes + 1);
    const isLink = (line: number) => ends[2 * line] !== ends[2 * line + 1];
    for (const [at, node] of ends.entries()) if (isLink(at >> 1)) this.first[node + 1]!++;
    for (let node = 0; node < nodes; node++) this.first[node + 1]! += this.first[node]!;
    this.other = new Int32Array(this.first[nodes]!);
    this.data = new Int32Array(this.first[nodes]!);
    const next = this.first.slice();
    for (const [at, node] of ends.entries()) {
      if (!isLink(at >> 1)) continue;
      const entry = next[node]!++;
      this.other[entry] = ends[at ^ 1]!;
      this.data[entry] = at >> 1;
    }
  }

  /** Adds a link until the next `removeAdded`; its nodes need not exist before. */
  add(from: number, to: number, data: number): void {
    for (const [node, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const links = this.added.get(node);
      if (links) links.push({ node: other, data });
      else this.added.set(node, [{ node: other, data }]);
    }
  }

  removeAdded(): void {
    this.added.clear();
  }

  /** The data of the links between two nodes. */
  between(from: number, to: number): number[] {
    return this.linksOf(from).flatMap(({ node, data }) => (node === to ? [data] : []));
  }

  /** The links of a node. */
  linksOf(node: number): Neighbour[] {
    const found: Neighbour[] = [];
    this.forEach(node, (other, data) => void found.push({ node: other, data }));
    return found;
  }

  /** What ngraph.path searches; the third argument of its option `distance` is the data of the link. */
  searchable(): Graph<undefined, number> {
    const getNode = (id: number): LineNode => ({ id, links: null, data: undefined });
    const forEachLinkedNode = (id: number, visit: (node: LineNode, link: Link<number>) => unknown) =>
      this.forEach(id, (node, data) => visit(getNode(node), data as unknown as Link<number>));
    return { getNode, forEachLinkedNode } as unknown as Graph<undefined, number>;
  }

  private forEach(node: number, visit: (other: number, data: number) => unknown): void {
    for (let entry = this.first[node] ?? 0; entry < (this.first[node + 1] ?? 0); entry++)
      visit(this.other[entry]!, this.data[entry]!);
    for (const link of this.added.get(node) ?? []) visit(link.node, link.data);
  }
}
