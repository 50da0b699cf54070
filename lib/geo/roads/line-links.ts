import type { Graph, Link, Node } from "ngraph.graph";

type LineNode = Node<undefined>;
type Neighbour = { node: number; data: number; isOneWay: boolean; isStart: boolean };

/** What ngraph.path reads of a link: it leaves `fromId` and reaches `toId`. */
type SearchLink = { fromId: number; toId: number; data: number };

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

  /** `ends` are the nodes at both ends of each line, `oneWay` 1 for lines of one direction. A line that ends where it begins is no link. */
  constructor(
    private readonly ends: Int32Array,
    nodes: number,
    private readonly oneWay: Int32Array,
  ) {
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

  /** Adds a link until the next `removeAdded`; its nodes need not exist before. A one-way link leads `from` → `to` only. */
  add(from: number, to: number, data: number, isOneWay: boolean): void {
    for (const [node, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const link = { node: other, data, isOneWay, isStart: node === from };
      const links = this.added.get(node);
      if (links) links.push(link);
      else this.added.set(node, [link]);
    }
  }

  removeAdded(): void {
    this.added.clear();
  }

  /** The data of the links that lead from one node to another. */
  between(from: number, to: number): number[] {
    const found: number[] = [];
    this.forEach(from, (node, data, leads) => void (node === to && leads && found.push(data)));
    return found;
  }

  /** The links of a node in either direction. */
  linksOf(node: number): { node: number; data: number }[] {
    const found: { node: number; data: number }[] = [];
    this.forEach(node, (other, data) => void found.push({ node: other, data }));
    return found;
  }

  /** Calls `visit` for each node that a link from `node` leads to. */
  forEachNext(node: number, visit: (other: number) => void): void {
    this.forEach(node, (other, _data, leads) => void (leads && visit(other)));
  }

  /**
   * What ngraph.path searches with its option `oriented`: the search from the start takes the links that leave a node,
   * the one from the end those that reach it. A link in both directions does both.
   */
  searchable(): Graph<undefined, SearchLink> {
    const getNode = (id: number): LineNode => ({ id, links: null, data: undefined });
    const link = { fromId: 0, toId: 0, data: 0 };
    const forEachLinkedNode = (id: number, visit: (node: LineNode, link: Link<SearchLink>) => unknown) =>
      this.forEach(id, (node, data, leads, returns) => {
        link.fromId = leads ? id : node;
        link.toId = returns ? id : node;
        link.data = data;
        visit(getNode(node), link as unknown as Link<SearchLink>);
      });
    return { getNode, forEachLinkedNode } as unknown as Graph<undefined, SearchLink>;
  }

  /** `leads`: the link may be driven from the node to the other one; `returns`: from the other one to the node. */
  private forEach(
    node: number,
    visit: (other: number, data: number, leads: boolean, returns: boolean) => unknown,
  ): void {
    for (let entry = this.first[node] ?? 0; entry < (this.first[node + 1] ?? 0); entry++) {
      const line = this.data[entry]!;
      const isOneWay = this.oneWay[line] === 1;
      const isStart = this.ends[2 * line] === node;
      visit(this.other[entry]!, line, !isOneWay || isStart, !isOneWay || !isStart);
    }
    for (const { node: other, data, isOneWay, isStart } of this.added.get(node) ?? [])
      visit(other, data, !isOneWay || isStart, !isOneWay || !isStart);
  }
}
