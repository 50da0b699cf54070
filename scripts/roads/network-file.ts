/** Codes of the surface of a line; 0 where it is not known. */
const SURFACE = { unknown: 0, paved: 1, unpaved: 2 } as const;
/** The third number of a line is its source plus this many times its surface. */
const SOURCES_PER_FLAG = 32;

/** A line of a network file; points are [latitude, longitude] in integers of the file's scale. */
export type NetworkLine = {
  roadClass: number;
  ref: string | null;
  flag: number;
  surface?: keyof typeof SURFACE;
  points: [lat: number, lng: number][];
};

/** Class codes of the network files. */
export const CLASSES = [
  "",
  "motorway",
  "trunk",
  "primary",
  "secondary",
  "tertiary",
  "minor",
  "track",
  "ferry",
  "join",
] as const;

/** Value of a line's flag: the source of the line. */
export const FLAGS = { osm: 0, omt: 1, vic: 2, "osm-catalog": 3, dnit: 4, "sie-sc": 8, "der-sp": 16 } as const;

/**
 * Numbers of variable length, seven bits a byte: class, index of the road number + 1, source and surface, count of points, then for
 * each point the zigzag differences of longitude and latitude. The first point counts from the first point of the line
 * before it.
 */
export function packLines(lines: readonly NetworkLine[]): { bytes: Uint8Array; refs: string[] } {
  const bytes: number[] = [];
  const refs: string[] = [];
  const refNumbers = new Map<string, number>();
  const numberOf = (ref: string) => {
    if (!refNumbers.has(ref)) refNumbers.set(ref, refs.push(ref));
    return refNumbers.get(ref)!;
  };
  let start: [number, number] = [0, 0];
  for (const { roadClass, ref, flag, surface = "unknown", points } of lines) {
    const [first] = points;
    if (!first) continue;
    for (const value of [roadClass, ref ? numberOf(ref) : 0, flag + SURFACE[surface] * SOURCES_PER_FLAG, points.length])
      pushNumber(bytes, value);
    let [lat, lng] = start;
    for (const point of points) {
      pushNumber(bytes, zigzag(point[1] - lng));
      pushNumber(bytes, zigzag(point[0] - lat));
      [lat, lng] = point;
    }
    start = first;
  }
  return { bytes: Uint8Array.from(bytes), refs };
}

const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
