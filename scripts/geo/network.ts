import path from "node:path";
import { readNetworkFile, type NetworkLine } from "@/lib/geo/roads/network-file";
import type { StateAbbr } from "@/lib/geo/states/rules";
import { FLAGS } from "../roads/network-file";
import { writeLines } from "./output";
import { borderBetween } from "./road-lines";
import type { Refreshed } from "./refreshed";
import type { StateGrid } from "./state-grid";

const FILE = "public/dados-abertos/osm/network";
const UNIT = 1e-5;

type Header = { sources: Record<string, string>; extracts?: Partial<Record<StateAbbr, string>> };

/** The parts of a line outside of some states, cut at their borders; cut parts have no altitudes. */
export function partsOutside(line: NetworkLine, isInside: (lng: number, lat: number) => boolean): NetworkLine[] {
  const parts: number[][] = [];
  let part: number[] | null = null;
  let last: [number, number, boolean] | null = null;
  let isWhole = true;
  const border = (from: readonly [number, number], to: readonly [number, number], inside: boolean) =>
    borderBetween(from, to, (lng, lat) => isInside(lng * UNIT, lat * UNIT) === inside).map(Math.round);
  for (let at = 0; at < line.points.length; at += 2) {
    const [lng, lat] = [line.points[at]!, line.points[at + 1]!];
    const inside = isInside(lng * UNIT, lat * UNIT);
    isWhole &&= !inside;
    const cut = last && last[2] !== inside ? border([last[0], last[1]], [lng, lat], last[2]) : [];
    if (inside) part?.push(...cut);
    if (inside) part = null;
    else if (part) part.push(lng, lat);
    else parts.push((part = [...cut, lng, lat]));
    last = [lng, lat, inside];
  }
  if (isWhole) return [line];
  const { heights: _heights, ...facts } = line;
  return parts.filter(({ length }) => length > 2).map((points) => ({ ...facts, points }));
}

/**
 * The lines of a network file outside of some states. Those of extracts end at borders, with the same coordinates on
 * both sides: each is kept or left out as a whole, by its middle.
 */
export function linesOutside(
  lines: readonly NetworkLine[],
  isInside: (lng: number, lat: number) => boolean,
): NetworkLine[] {
  return lines.flatMap((line) => {
    if (line.flag !== FLAGS["osm-extract"]) return partsOutside(line, isInside);
    const { points } = line;
    const middle = (points.length / 2 - 1) / 2;
    const [before, after] = [2 * Math.floor(middle), 2 * Math.ceil(middle)];
    const between = (axis: 0 | 1) => ((points[before + axis]! + points[after + axis]!) / 2) * UNIT;
    return isInside(between(0), between(1)) ? [] : [line];
  });
}

/** Replaces the lines of the refreshed states in the network file by those of the extracts. */
export function writeNetwork(
  root: string,
  { lines, dates }: Refreshed,
  grid: StateGrid,
): { kept: number; added: number } {
  const file = path.join(root, FILE);
  const { header, lines: known } = readNetworkFile(`${file}.bin`);
  const isRefreshed = (lng: number, lat: number) => {
    const state = grid.stateAt(lng, lat);
    return state !== null && state in dates;
  };
  const kept = linesOutside(known, isRefreshed);
  const added = lines.map(({ state: _state, ...line }): NetworkLine => ({ ...line, flag: FLAGS["osm-extract"] }));
  const { refs: _refs, names: _names, ...facts } = header as typeof header & Header;
  writeLines(file, [...kept, ...added], {
    ...facts,
    sources: { ...facts.sources, [FLAGS["osm-extract"]]: "osm-extract: extracts of OpenStreetMap, dates by state" },
    extracts: { ...facts.extracts, ...dates },
  });
  return { kept: kept.length, added: added.length };
}
