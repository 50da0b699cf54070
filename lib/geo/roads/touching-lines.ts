import { Detours } from "./detours";
import { endsOf, nodesOf } from "./line-ends";
import { kmOfPiece, LineTableBuilder, type LineTable } from "./line-table";
import type { Layer } from "./network-layers";
import { PieceIndex, type NearestPiece } from "./piece-index";
import { splitLines, type Cut } from "./split-lines";

/** A vertex this near to a line lies on it: two units of the coordinates of the largest network. */
const TOUCH_KM = 0.02;
/** A line is cut there only where no way of this length leads from the one to the other. */
const DETOUR_KM = 2;

type LayerOf = (line: number) => Pick<Layer, "isCoarse" | "isExact">;

/**
 * Vertices at which lines may meet: ends that are not passed by one road only, and all vertices of rings. Ends of coarse
 * lines are joined over a larger distance elsewhere, those of exact ones have their common vertices.
 */
function* meetingVertices(table: LineTable, layerOf: LayerOf): Generator<number> {
  const { ends, vertexAt } = nodesOf(table);
  const degree = new Int32Array(vertexAt.length);
  const isJoined = new Uint8Array(vertexAt.length);
  for (const [at, node] of ends.entries()) {
    degree[node]!++;
    const { isCoarse, isExact } = layerOf(at >> 1);
    if (isCoarse || isExact) isJoined[node] = 1;
  }
  for (const [node, vertex] of vertexAt.entries()) if (degree[node] !== 2 && !isJoined[node]) yield vertex;
  for (let line = 0; line < table.count; line++) {
    if (ends[2 * line] !== ends[2 * line + 1] || layerOf(line).isExact) continue;
    const [first, last] = endsOf(table, line);
    for (let vertex = first; vertex < last; vertex++) yield vertex;
  }
}

function kmBetweenVertices(table: LineTable, from: number, to: number): number {
  let km = 0;
  for (let vertex = from; vertex < to; vertex++) km += kmOfPiece(table, vertex, vertex + 1);
  return km;
}

/**
 * Cuts lines where another line meets them without a common vertex, at the vertex of the other line. Where a way leads
 * from one to the other, as at the ramps of a bridge, they stay apart.
 */
export function splitTouchingLines(table: LineTable, layerOf: LayerOf): LineTable {
  const index = new PieceIndex(table);
  const detours = new Detours(table);
  const at = (vertex: number) => [table.lng[vertex]!, table.lat[vertex]!] as const;
  const isApart = (vertex: number, { line, vertex: piece }: NearestPiece) => {
    const [first, last] = endsOf(table, line);
    const toFirst = DETOUR_KM - kmBetweenVertices(table, first, piece);
    const toLast = DETOUR_KM - kmBetweenVertices(table, piece + 1, last);
    return detours.isLongerThan(toFirst, at(vertex), at(first)) && detours.isLongerThan(toLast, at(vertex), at(last));
  };
  const cuts: Cut[] = [];
  for (const vertex of meetingVertices(table, layerOf)) {
    const [lng, lat] = at(vertex);
    const touched = index
      .within(lng, lat, TOUCH_KM)
      .filter(({ line }) => endsOf(table, line).every((end) => table.lng[end] !== lng || table.lat[end] !== lat));
    for (const found of touched) if (isApart(vertex, found)) cuts.push({ ...found, lng, lat });
  }
  const builder = new LineTableBuilder();
  splitLines(table, cuts, builder);
  return builder.finish();
}
