import { readdirSync } from "node:fs";
import path from "node:path";
import { decodeLine } from "@/lib/geo/geo/lines";
import { readExtract, type ExtractCatalog, type ExtractNetwork, type ExtractStateRoads } from "./extracts";
import additions from "./catalog-additions.json";
import { markTileJoins } from "./tile-joins";
import { CLASSES, FLAGS, type NetworkLine } from "./network-file";

const CLASS = Object.fromEntries(CLASSES.map((name, index) => [name, index])) as Record<string, number>;

/** Lines of one source; `scale` is the number of units of a degree. */
export type Network = { scale: number; lines: NetworkLine[] };

/** The OpenStreetMap lines of all extracts: their flag names the source. */
export function readOsmNetwork(folder: string): Network {
  const north = ["network-20uf-main.json", "network-20uf-tertiary.json"].flatMap((name) =>
    linesOf(readExtract<ExtractNetwork>(folder, name), () => FLAGS.osm),
  );
  const south = linesOf(readExtract<ExtractNetwork>(folder, "network-s-se-osm.json"), (flag) =>
    flag === 2 ? FLAGS.vic : FLAGS.omt,
  );
  const copied = readExtract<ExtractCatalog>(folder, "roads-osm-catalog-part.json").lines;
  const catalog = [...copied, ...additions.lines, ...additions.gaps, ...readCatalog()].map(({ ref, line }) =>
    lineOf(line, 1e4, { roadClass: catalogClass(ref), ref, flag: FLAGS["osm-catalog"] }),
  );
  const lines = [...markTileJoins(north, 1e4), ...south, ...catalog];
  return { scale: 1e4, lines: lines.filter(isLong) };
}

const CATALOG = path.join(import.meta.dirname, "catalog");

/** The roads of the folder `catalog`: one file a road, as its source has it, with source and licence. */
function readCatalog(): { ref: string; line: string }[] {
  const files = readdirSync(CATALOG).sort();
  return files.flatMap((name) => {
    const { ref, lines } = readExtract<{ ref: string; lines: string[] }>(CATALOG, name);
    return lines.map((line) => ({ ref, line }));
  });
}

/** Straights over gaps of the catalogue have no number. */
const catalogClass = (ref: string | null) =>
  ref === null ? CLASS.join! : ref.startsWith("BR-") ? CLASS.trunk! : CLASS.secondary!;

/** The lines of one source of `network-gov.json`: 4 is DNIT, 16 is DER-SP. */
export function readGovernmentNetwork(folder: string, flag: number): Network {
  const lines = linesOf(readExtract<ExtractNetwork>(folder, "network-gov.json"), (value) => value);
  return { scale: 1e4, lines: lines.filter((line) => line.flag === flag && isLong(line)) };
}

/** Situations of SIE-SC without asphalt: earth, works on it, implanted. */
const UNPAVED = ["LEN", "EOP", "IMP"];

/** State roads of Santa Catarina, at their full precision. */
export function readStateRoads(folder: string): Network {
  const { lines } = readExtract<ExtractStateRoads>(folder, "network-sc-sie.json");
  const roadClass = CLASS.secondary!;
  return {
    scale: 1e5,
    lines: lines
      .map(({ road, sit, line }) => {
        const surface = UNPAVED.includes(sit) ? ("unpaved" as const) : ("paved" as const);
        return lineOf(line, 1e5, { roadClass, ref: road, flag: FLAGS["sie-sc"], surface });
      })
      .filter(isLong),
  };
}

/** Networks of different scales as one. */
export function mergeNetworks(networks: readonly Network[]): Network {
  const scale = Math.max(...networks.map((network) => network.scale));
  const lines = networks.flatMap((network) => {
    const factor = scale / network.scale;
    if (factor === 1) return network.lines;
    return network.lines.map((line) => ({
      ...line,
      points: line.points.map(([lat, lng]): [number, number] => [lat * factor, lng * factor]),
    }));
  });
  return { scale, lines };
}

function linesOf({ refs, cls, ref, flag, line }: ExtractNetwork, flagOf: (flag: number) => number): NetworkLine[] {
  return line.map((encoded, index) =>
    // The decoder divides by 1e5; multiplied again, these lines keep their own units of 1e-4 degrees.
    lineOf(encoded, 1e5, { roadClass: cls[index]!, ref: refs[ref[index]!] ?? null, flag: flagOf(flag[index]!) }),
  );
}

function lineOf(encoded: string, scale: number, facts: Omit<NetworkLine, "points">): NetworkLine {
  const points = decodeLine(encoded).map(([lat, lng]): [number, number] => [
    Math.round(lat * scale),
    Math.round(lng * scale),
  ]);
  return { ...facts, points };
}

/** Lines that end where they start without a point between are ways shorter than the precision. */
function isLong({ points }: NetworkLine): boolean {
  return points.some(([lat, lng]) => lat !== points[0]![0] || lng !== points[0]![1]);
}
