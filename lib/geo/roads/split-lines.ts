import { endsOf } from "./line-ends";
import { copyVertices, type LineTable, type LineTableBuilder } from "./line-table";
import type { NearestPiece } from "./piece-index";

/** A place where a line is cut in two: behind `vertex`, at a position of its own. */
export type Cut = Pick<NearestPiece, "line" | "vertex" | "share" | "lng" | "lat">;

/** Copies a line and cuts it at the points where joins reach it. */
function splitLine(table: LineTable, line: number, points: readonly Cut[], target: LineTableBuilder): void {
  const [first, last] = endsOf(table, line);
  let from = first;
  const start = () => target.startLine(table.roadClass[line]!, table.oneWay[line]!);
  start();
  for (const { vertex, lng, lat } of points) {
    // A second point on the same piece follows the first one without a vertex between them.
    if (vertex >= from) copyVertices(table, from, vertex, target);
    target.addVertex(lng, lat, table.tag[vertex]!);
    start();
    target.addVertex(lng, lat, table.tag[vertex]!);
    from = vertex + 1;
  }
  copyVertices(table, from, last, target);
}

/** Copies all lines and cuts them at the given places. */
export function splitLines(table: LineTable, cuts: readonly Cut[], target: LineTableBuilder): void {
  const byLine = new Map<number, Cut[]>();
  for (const cut of cuts) {
    const own = byLine.get(cut.line);
    if (own) own.push(cut);
    else byLine.set(cut.line, [cut]);
  }
  for (let line = 0; line < table.count; line++) {
    const own = (byLine.get(line) ?? []).sort((a, b) => a.vertex - b.vertex || a.share - b.share);
    splitLine(table, line, own, target);
  }
}
