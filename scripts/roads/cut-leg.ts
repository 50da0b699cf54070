import { decodeLine, kmAlongLine, positionAlongLine, type LinePoint } from "@/lib/geo/geo/lines";
import type { ExtractLeg } from "./extracts";
import { encodeLine } from "./polyline";
import type { LocatedStop } from "./stops";

/** A stop up to here beside a line is on its road. */
const ON_ROAD_KM = 1;

type TracedExtractLeg = Extract<ExtractLeg, { line: string }>;

/** The part of a leg between two stops that it joins or passes in this order; null when it does not. */
export function cutLeg(leg: TracedExtractLeg, start: LocatedStop, end: LocatedStop): TracedExtractLeg | null {
  const [from, to] = [start.position - 1, end.position - 1];
  if (leg.from > from || leg.to < to) return null;
  if (leg.from === from && leg.to === to) return leg;
  const line = decodeLine(leg.line);
  const kmAt = kmAlongLine(line);
  const first = leg.from === from ? 0 : kmOnRoad(line, start, kmAt);
  const last = leg.to === to ? kmAt.at(-1)! : kmOnRoad(line, end, kmAt);
  if (first === null || last === null || first >= last) return null;
  const inside = line.filter((_, index) => kmAt[index]! > first && kmAt[index]! < last);
  const points = [pointAt(line, first, kmAt), ...inside, pointAt(line, last, kmAt)];
  return { from, to, km: last - first, line: encodeLine(points), src: leg.src };
}

function kmOnRoad(line: readonly LinePoint[], stop: LocatedStop, kmAt: readonly number[]): number | null {
  const position = positionAlongLine(line, stop, kmAt);
  return position && position.kmBeside <= ON_ROAD_KM ? position.kmAlong : null;
}

function pointAt(line: readonly LinePoint[], km: number, kmAt: readonly number[]): LinePoint {
  const next = Math.max(
    1,
    kmAt.findIndex((at) => at >= km),
  );
  const [[lat, lng], [nextLat, nextLng]] = [line[next - 1]!, line[next]!];
  const length = kmAt[next]! - kmAt[next - 1]!;
  const share = length > 0 ? (km - kmAt[next - 1]!) / length : 0;
  return [lat + share * (nextLat - lat), lng + share * (nextLng - lng)];
}
