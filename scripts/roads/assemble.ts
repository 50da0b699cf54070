import { decodeLine, kmAlongLine, positionAlongLine } from "@/lib/geo/lines";
import { greatCircleKm, type GeoPoint } from "@/lib/geo/rules";
import { cutLeg } from "./cut-leg";
import type { ExtractLeg } from "./extracts";
import type { LegRouter } from "./leg-router";
import { convertLeg, type Leg, type RouteLegs, type SkippedLeg, type TracedLeg } from "./legs";
import { samplesOf } from "./line-samples";
import type { LocatedStop, RouteStops } from "./stops";

const SNAP_KM = 3;
/** A line of open sources replaces a switched one only where both follow the same road. */
const SAME_ROAD = { km: 0.4, share: 0.85, longer: 1.15, shortKm: 1 };
/** Without SIE-SC the line cuts the hairpins of the climb, so no length may be taken from it. */
const ONLY_SWITCHED = ["SC/serra-do-rio-do-rastro"];

type Routers = { open: LegRouter; all: LegRouter };
type Annotate = (leg: TracedLeg) => TracedLeg;

/** Legs between the stops of the content files: from the extracts where their ends match, else routed on the network. */
export function assembleLegs(
  { route, stops }: RouteStops,
  extracted: readonly ExtractLeg[],
  { routers, annotate }: { routers: Routers; annotate: Annotate },
): RouteLegs {
  const legs = stops.slice(1).flatMap((end, index): Leg[] => {
    const start = stops[index]!;
    const found = tracedLeg(extracted, start, end);
    const traced = found ? convertLeg(found) : [];
    const [leg] = traced.filter((entry): entry is TracedLeg => !("skip" in entry)).map(annotate);
    if (leg && leg.needs.length === 0) return [leg];
    return routedLegs(route, [start, end], leg, routers);
  });
  return { route, stops: stops.map(({ position, lat, lng }) => [position, lat, lng]), legs };
}

function routedLegs(
  route: string,
  [start, end]: [LocatedStop, LocatedStop],
  leg: TracedLeg | undefined,
  routers: Routers,
): Leg[] {
  const position = { from: start.position, to: end.position };
  if (leg && ONLY_SWITCHED.includes(route))
    return [{ ...position, needs: [], skip: "no-path", detail: leg.needs.join(" ") }, leg];
  const open = routers.open.route(start, end);
  if (leg) {
    const isSame = "leg" in open && isSameRoad(open.leg, leg);
    const skipped: SkippedLeg = { ...position, needs: [], skip: "no-path", detail: leg.needs.join(" ") };
    return [isSame ? open.leg : skipped, leg];
  }
  if ("leg" in open) return [open.leg];
  const all = routers.all.route(start, end);
  const skipped: SkippedLeg = { ...position, needs: [], ...open };
  return "leg" in all && all.leg.needs.length > 0 ? [skipped, all.leg] : [skipped];
}

/** The line of the extract between two stops, which may be a part of a longer one that passes them. */
function tracedLeg(legs: readonly ExtractLeg[], start: LocatedStop, end: LocatedStop) {
  const cuts = legs.flatMap((leg) => {
    const cut = leg.skip === undefined ? cutLeg(leg, start, end) : null;
    return cut && isBetween(cut.line, start, end) ? [cut] : [];
  });
  return cuts[0];
}

function isBetween(encoded: string, start: GeoPoint, end: GeoPoint): boolean {
  const line = decodeLine(encoded);
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return false;
  return (
    greatCircleKm(start, { lat: first[0], lng: first[1] }) <= SNAP_KM &&
    greatCircleKm(end, { lat: last[0], lng: last[1] }) <= SNAP_KM
  );
}

/** Whether most of a line runs beside another one, with about its length. */
export function isSameRoad(leg: TracedLeg, other: TracedLeg): boolean {
  if (leg.km < SAME_ROAD.shortKm && other.km < SAME_ROAD.shortKm) return true;
  const ratio = leg.km / other.km;
  if (ratio > SAME_ROAD.longer || ratio < 1 / SAME_ROAD.longer) return false;
  const line = decodeLine(other.line);
  const kmAt = kmAlongLine(line);
  const samples = samplesOf(decodeLine(leg.line));
  const beside = samples.filter(({ point }) => (positionAlongLine(line, point, kmAt)?.kmBeside ?? 9) <= SAME_ROAD.km);
  return beside.length >= SAME_ROAD.share * samples.length;
}
