import { endsOf, nodesOf, type Nodes } from "./line-ends";
import { LineLinks } from "./line-links";
import { kmOfPiece, type LineTable } from "./line-table";

type Position = readonly [lng: number, lat: number];

/** Whether two ends of lines are connected by a short way in either direction: a search that ends at a limit. */
export class Detours {
  private readonly nodes: Nodes;
  private readonly links: LineLinks;

  constructor(private readonly table: LineTable) {
    this.nodes = nodesOf(table);
    this.links = new LineLinks(this.nodes.ends, this.nodes.positions.count, table.oneWay);
  }

  /** Whether no way of at most `km` leads from one end to the other. */
  isLongerThan(km: number, from: Position, to: Position): boolean {
    if (km < 0) return true;
    const [start, end] = [this.nodes.positions.find(...from), this.nodes.positions.find(...to)];
    const reached = new Map([[start, 0]]);
    const open = new Set([start]);
    while (open.size > 0) {
      const node = [...open].reduce((best, other) => (reached.get(other)! < reached.get(best)! ? other : best));
      if (node === end) return false;
      open.delete(node);
      for (const { node: other, data } of this.links.linksOf(node)) {
        const total = reached.get(node)! + this.kmOf(data);
        if (total > km || total >= (reached.get(other) ?? Infinity)) continue;
        reached.set(other, total);
        open.add(other);
      }
    }
    return true;
  }

  private kmOf(line: number): number {
    const [first, last] = endsOf(this.table, line);
    let km = 0;
    for (let vertex = first; vertex < last; vertex++) km += kmOfPiece(this.table, vertex, vertex + 1);
    return km;
  }
}
