import { municipios } from "municipios-brasil/dados";
import { greatCircleKm } from "@/lib/geo/geo/rules";
import type { StateAbbr } from "@/lib/geo/states/rules";
import type { ExtractLine } from "./read-extract";

/** A state is covered by an extract in which nearly all of its towns have a road. */
const COVERED = 0.95;
/** The first road of a cell stands for the others of it, so this is more than the side of a cell. */
const NEAR_KM = 6;
/** Side of a cell in units of 1e-5 degrees, about 3 km. */
const CELL = 3000;
const COLUMNS = 2 ** 16;

const cellOf = (lng: number, lat: number) => Math.floor(lat / CELL) * COLUMNS + Math.floor(lng / CELL);

/** Share of the towns of each state that have a road of the extract, for states with at least one such town. */
export function coverageOf(lines: readonly ExtractLine[]): Map<StateAbbr, number> {
  const cells = new Map<number, number[]>();
  for (const { points } of lines)
    for (let at = 0; at < points.length; at += 2) {
      const cell = cellOf(points[at]!, points[at + 1]!);
      if (!cells.has(cell)) cells.set(cell, [points[at]!, points[at + 1]!]);
    }
  const hasRoad = (lat: number, lng: number) => {
    const middle = cellOf(lng * 1e5, lat * 1e5);
    return [-COLUMNS, 0, COLUMNS].some((row) =>
      [-1, 0, 1].some((column) => {
        const [x, y] = cells.get(middle + row + column) ?? [];
        return x !== undefined && greatCircleKm({ lat, lng }, { lat: y! / 1e5, lng: x / 1e5 }) <= NEAR_KM;
      }),
    );
  };
  const counts = new Map<StateAbbr, { towns: number; reached: number }>();
  for (const { uf, latitude, longitude } of municipios) {
    const count = counts.get(uf as StateAbbr) ?? { towns: 0, reached: 0 };
    count.towns++;
    if (hasRoad(latitude, longitude)) count.reached++;
    counts.set(uf as StateAbbr, count);
  }
  const shares = [...counts].map(([abbr, { towns, reached }]) => [abbr, reached / towns] as const);
  return new Map(shares.filter(([, share]) => share > 0));
}

/** The states that an extract covers as a whole. */
export const coveredStates = (coverage: ReadonlyMap<StateAbbr, number>): StateAbbr[] =>
  [...coverage].filter(([, share]) => share >= COVERED).map(([abbr]) => abbr);
