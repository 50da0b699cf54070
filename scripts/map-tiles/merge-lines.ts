import type { Position } from "@/lib/geo/geo/rules";

const keyOf = ([lng, lat]: Position) => `${lng},${lat}`;

/** Joins lines that share an end where exactly two of them meet, so that a road is few long features. */
export function mergeLines(lines: readonly (readonly Position[])[]): Position[][] {
  const ends = endsOf(lines);
  const used = new Set<number>();
  const merged: Position[][] = [];
  lines.forEach((line, start) => {
    if (used.has(start)) return;
    used.add(start);
    const forward = follow([...line], lines, ends, used);
    merged.push(follow(forward.toReversed(), lines, ends, used));
  });
  return merged;
}

/** The indexes of the lines that begin or end at a position. */
function endsOf(lines: readonly (readonly Position[])[]): Map<string, number[]> {
  const ends = new Map<string, number[]>();
  lines.forEach((line, index) => {
    for (const end of [line[0], line.at(-1)]) {
      if (!end) continue;
      const at = ends.get(keyOf(end));
      if (at) at.push(index);
      else ends.set(keyOf(end), [index]);
    }
  });
  return ends;
}

/** Appends the only other line at the last position until there is none, or more than one. */
function follow(
  path: Position[],
  lines: readonly (readonly Position[])[],
  ends: ReadonlyMap<string, readonly number[]>,
  used: Set<number>,
): Position[] {
  for (;;) {
    const last = path.at(-1) as Position;
    const at = ends.get(keyOf(last)) ?? [];
    const next = at.length === 2 ? at.find((index) => !used.has(index)) : undefined;
    if (next === undefined) return path;
    used.add(next);
    const line = lines[next] ?? [];
    const isForward = keyOf(line[0] as Position) === keyOf(last);
    path.push(...(isForward ? line : line.toReversed()).slice(1));
  }
}
