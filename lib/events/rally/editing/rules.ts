import { decodeLine, kmAlongLine, type LinePoint } from "../../../geo/geo/lines";
import { compassDegrees } from "../../../geo/geo/rules";
import { encodeLine, type RoadClass, type Surface } from "../../../geo/roads/rules";
import { formatNumber } from "../../../platform/format";
import type { RallyInstruction, RallySection } from "../schema";

/** Units of time for which points are counted, in milliseconds: a second, a hundredth of a minute, a tenth of a second. */
export const UNITS = ["1000", "600", "100"] as const;

const LINE = /^(\d+(?:[.,]\d{1,3})?)\s+(.+)$/;

/** A stored list of instructions that the form sends back; none for anything else. */
function drawnOf(json: string): RallyInstruction[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? (value as RallyInstruction[]) : [];
  } catch {
    return [];
  }
}

/**
 * Typed instructions, one a line: kilometre of the section, then what to do. The tulip of a drawn instruction stays
 * where its kilometre is not changed; lines without a kilometre are left out.
 */
export function instructionsOf(typed: string, drawn: string): RallyInstruction[] {
  const known = drawnOf(drawn);
  return typed.split("\n").flatMap((line) => {
    const [, km, said] = LINE.exec(line.trim()) ?? [];
    if (!km || !said) return [];
    const metres = Math.round(Number(km.replace(",", ".")) * 1000);
    const tulip = known.find((one) => one.metres === metres)?.tulip ?? null;
    return [{ metres, text: said.slice(0, 300), tulip }];
  });
}

/** Instructions as they are typed. */
export const typedInstructions = (instructions: readonly RallyInstruction[], locale: string): string =>
  instructions
    .map(({ metres, text }) => {
      const km = formatNumber(metres / 1000, locale, { minimumFractionDigits: 3, useGrouping: false });
      return `${km} ${text}`;
    })
    .join("\n");

/**
 * Speed limit of a road without signs for cars (CTB, article 61, § 1, II): 110 km/h on roads with two carriageways, 100
 * on other paved ones, 60 on unpaved ones. Null for streets and local roads, which may be in a town.
 */
function unsignedLimitKmh({ roadClass, surface }: { roadClass: RoadClass; surface?: Surface }): number | null {
  if (surface === "unpaved" || roadClass === "track") return 60;
  if (roadClass === "motorway") return 110;
  return roadClass === "trunk" || roadClass === "primary" || roadClass === "secondary" ? 100 : null;
}

/** The lowest known limit of some roads; null when none is known. */
export function lowestLimitKmh(roads: readonly { roadClass: RoadClass; surface?: Surface }[]): number | null {
  const known = roads.map(unsignedLimitKmh).filter((limit) => limit !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

type Drawn = Pick<RallySection, "metres" | "line">;
export type Placed = { lat: number; lng: number; bearing: number };

/** Where a distance of a line is, on the scale of its declared length, with the direction of the way. */
function placeOn(line: readonly LinePoint[], share: number): Placed | null {
  const kmAt = kmAlongLine(line);
  const km = (kmAt.at(-1) ?? 0) * share;
  const end = kmAt.findIndex((at, index) => index > 0 && at >= km);
  if (end < 1) return null;
  const [from, to] = [line[end - 1]!, line[end]!];
  const length = kmAt[end]! - kmAt[end - 1]!;
  const part = length > 0 ? (km - kmAt[end - 1]!) / length : 0;
  const [lat, lng] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  const bearing = Math.round(compassDegrees({ lat: from[0], lng: from[1] }, { lat: to[0], lng: to[1] })) % 360;
  return { lat, lng, bearing };
}

/** Where a distance of a stage is; null on a section that is not drawn. */
export function placeAt(sections: readonly Drawn[], metres: number): Placed | null {
  let from = 0;
  for (const { metres: length, line } of sections) {
    if (length > 0 && metres <= from + length) return line ? placeOn(decodeLine(line), (metres - from) / length) : null;
    from += length;
  }
  return null;
}

/** The line of a section with the precision of stored lines. */
export const sectionLine = (points: readonly LinePoint[]): string | null =>
  points.length > 1 ? encodeLine(points) : null;
