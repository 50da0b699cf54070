import type { Position } from "@/lib/geo/geo/rules";
import { mergeLines } from "./merge-lines";

/** The rings of the municipalities of a state. */
export type StateRings = readonly (readonly Position[])[];

/** To about one metre, so that neighbouring states have the same corners. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** The borders between states: the edges that are on the outline of two states. */
export function stateBorders(states: readonly StateRings[]): Position[][] {
  const seen = new Set<string>();
  const borders: Position[][] = [];
  for (const rings of states)
    for (const [key, edge] of outlineOf(rings)) {
      if (seen.has(key)) borders.push(edge);
      seen.add(key);
    }
  return mergeLines(borders);
}

/** The edges of a state that belong to only one of its municipalities. */
function outlineOf(rings: StateRings): Map<string, Position[]> {
  const outline = new Map<string, Position[]>();
  const inside = new Set<string>();
  for (const ring of rings)
    for (let index = 1; index < ring.length; index++) {
      const edge = [ring[index - 1], ring[index]].map(([lng, lat] = [0, 0]): Position => [round(lng), round(lat)]);
      const [start = "", end = ""] = edge.map(String);
      const key = [start, end].toSorted().join(" ");
      if (start === end || inside.has(key)) continue;
      if (outline.delete(key)) inside.add(key);
      else outline.set(key, edge);
    }
  return outline;
}
