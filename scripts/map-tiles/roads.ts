import { groupBy } from "./group-by";
import type { Position } from "@/lib/geo/geo/rules";
import { mergeLines } from "./merge-lines";
import { NearLines } from "./near-lines";
import type { RoadLine, Sources } from "./sources";

export type Road = { kind: string; ref: string; line: Position[] };

/** Source flags of `network-gov.json` and `network-s-se-osm.json`. */
const DNIT = 4;
const FEDERAL_OSM = 2;
/** Cells of the grids in degrees: about 170 m between two drawings of one road, 550 m to the federal register. */
const SAME_ROAD = 0.0015;
const SAME_CORRIDOR = 0.005;
/** Latitude south of which the federal register may add roads: the north has OpenStreetMap's whole network. */
const SOUTH_OF = -14;

/** Roads of every unit by class with their numbers. In S and SE three drawings are reduced to one. */
export function collectRoads(sources: Sources): Road[] {
  const north = [...sources.network("network-20uf-main.json"), ...sources.network("network-20uf-tertiary.json")];
  return joinRoads([...north, ...southernRoads(sources, north)].filter(({ kind }) => kind !== "join"));
}

/** Numbered federal roads first, then main roads without number beside none of them, then the register's rest. */
function southernRoads(sources: Sources, north: readonly RoadLine[]): RoadLine[] {
  const main = sources.network("network-s-se-osm.json");
  const federal = main.filter(({ flag }) => flag === FEDERAL_OSM);
  const others = cutNear(
    main.filter(({ flag }) => flag !== FEDERAL_OSM),
    new NearLines(linesOf(federal), SAME_ROAD),
  );
  const known = new NearLines(linesOf([...federal, ...others, ...north]), SAME_CORRIDOR);
  const register = sources
    .network("network-gov.json")
    .filter(({ flag, line }) => flag === DNIT && line.some(([, lat]) => lat < SOUTH_OF));
  return [...federal, ...others, ...cutNear(register, known)];
}

const linesOf = (roads: readonly RoadLine[]) => roads.map(({ line }) => line);

function cutNear(roads: readonly RoadLine[], near: NearLines): RoadLine[] {
  return roads.flatMap((road) => near.rest(road.line).map((line) => ({ ...road, line })));
}

/** Numbers of the federal register where the drawn road has none; lines for shields only. */
export function collectNumbers(sources: Sources, roads: readonly Road[]): Road[] {
  const numbered = new NearLines(
    roads.filter(({ ref }) => ref).map(({ line }) => line),
    SAME_CORRIDOR,
  );
  const register = sources.network("network-gov.json").filter(({ flag }) => flag === DNIT);
  return joinRoads(cutNear(register, numbered));
}

/** Brazilian road numbers have at least three digits: `AM-10` is `AM-010`. Of several numbers the first is kept. */
export function officialNumber(ref: string): string {
  return (ref.split(";")[0] ?? "")
    .trim()
    .replace(/^([A-Z]{2,3})-?(\d{1,2})(?!\d)/, (_, network: string, number: string) => {
      return `${network}-${number.padStart(3, "0")}`;
    });
}

export function joinRoads(roads: readonly RoadLine[]): Road[] {
  const named = roads.map((road) => ({ ...road, ref: officialNumber(road.ref) }));
  const groups = groupBy(named, ({ kind, ref }) => `${kind}|${ref}`);
  return [...groups.values()].flatMap((group) => {
    const { kind, ref } = group[0] as RoadLine;
    return mergeLines(linesOf(group)).map((line) => ({ kind, ref, line }));
  });
}
