import { decodeLine, kmAlongLine, positionAlongLine } from "@/lib/geo/geo/lines";
import { greatCircleKm, type GeoPoint } from "@/lib/geo/geo/rules";
import { encodeLine, lengthKm } from "@/lib/geo/roads/rules";
import { cutLeg } from "./cut-leg";
import type { ExtractLeg } from "./extracts";
import type { LegRouter } from "./leg-router";
import { convertLeg, round, type Leg, type RouteLegs, type SkippedLeg, type TracedLeg } from "./legs";
import { samplesOf } from "./line-samples";
import type { LocatedStop, RouteStops } from "./stops";

const SNAP_KM = 3;
/** A line of open sources replaces a switched one only where both follow the same road. */
const SAME_ROAD = { km: 0.4, share: 0.85, longer: 1.15, shortKm: 1 };
/** Kilometres of coarse sources from which a finer source is looked for. */
const FINER_KM = 1;
/** Coarse lines cut the bends of a mountain road. */
const COARSE_LONGER = 1.25;
/** Stops nearer to each other are in one town, on both sides of the road. */
const ONE_TOWN_KM = 5;

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
    const own = leg && leg.needs.length === 0 ? [finerLeg([start, end], leg, routers.open)] : null;
    return (own ?? routedLegs([start, end], leg, routers)).map((line) => withEnds(line, start, end));
  });
  return { route, stops: stops.map(({ position, lat, lng }) => [position, lat, lng]), legs };
}

/**
 * A line between two towns that is shorter than the straight between its stops lacks the way from the stops to the road,
 * which is added as straights.
 */
export function withEnds(leg: Leg, start: GeoPoint, end: GeoPoint): Leg {
  const straightKm = greatCircleKm(start, end);
  if ("skip" in leg || straightKm < ONE_TOWN_KM || leg.km >= straightKm) return leg;
  const road = decodeLine(leg.line);
  const line = [[start.lat, start.lng] as const, ...road, [end.lat, end.lng] as const];
  const km = round(lengthKm(line));
  return {
    ...leg,
    km,
    line: encodeLine(line),
    sources: { ...leg.sources, join: round((leg.sources.join ?? 0) + km - leg.km) },
    joins: [
      [0, 1],
      ...leg.joins.map(([first, last]) => [first + 1, last + 1] as [number, number]),
      [road.length, road.length + 1],
    ],
  };
}

function routedLegs([start, end]: [LocatedStop, LocatedStop], leg: TracedLeg | undefined, routers: Routers): Leg[] {
  const position = { from: start.position, to: end.position };
  const open = routers.open.route(start, end);
  if (leg) return withAndWithoutSwitch(position, { leg, open, all: routers.all.route(start, end) });
  if ("leg" in open) return [open.leg];
  const all = routers.all.route(start, end);
  const skipped: SkippedLeg = { ...position, needs: [], ...open };
  return "leg" in all && all.leg.needs.length > 0 ? [skipped, all.leg] : [skipped];
}

/** Kilometres of the zoom 7 tiles and of DNIT, whose lines are simplified to 75 m. */
const coarseKm = ({ sources: { omt = 0, dnit = 0 } }: TracedLeg) => omt + dnit;

/** The same road out of a finer source, or without straights; else the leg itself. */
function finerLeg([start, end]: [LocatedStop, LocatedStop], leg: TracedLeg, router: LegRouter): TracedLeg {
  const join = leg.sources.join ?? 0;
  if (coarseKm(leg) < FINER_KM && join === 0) return leg;
  const routed = router.route(start, end);
  if (!("leg" in routed) || !isSameRoad(routed.leg, leg, COARSE_LONGER)) return leg;
  const straight = routed.leg.sources.join ?? 0;
  const better = join + coarseKm(leg) - straight - coarseKm(routed.leg);
  return straight <= join && coarseKm(routed.leg) <= coarseKm(leg) && better > FINER_KM / 2 ? routed.leg : leg;
}

type Routed = ReturnType<LegRouter["route"]>;

/** A leg of the extract that needs a switched source, and the same road without it. */
function withAndWithoutSwitch(
  position: { from: number; to: number },
  { leg, open, all }: { leg: TracedLeg; open: Routed; all: Routed },
): Leg[] {
  const isFiner = "leg" in all && isSameRoad(all.leg, leg, COARSE_LONGER) && roughKm(all.leg) <= roughKm(leg);
  const best = isFiner ? all.leg : leg;
  const others = "leg" in all ? [leg, all.leg] : [leg];
  const isSame = "leg" in open && others.some((other) => isSameRoad(open.leg, other));
  if (isSame) return roughKm(open.leg) <= roughKm(best) + FINER_KM ? [open.leg] : [open.leg, best];
  if (best.needs.length === 0) return [best];
  return [{ ...position, needs: [], skip: "no-path", detail: best.needs.join(" ") }, best];
}

/** Kilometres of coarse sources and of straights. */
const roughKm = (leg: TracedLeg) => coarseKm(leg) + (leg.sources.join ?? 0);

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
export function isSameRoad(leg: TracedLeg, other: TracedLeg, longer = SAME_ROAD.longer): boolean {
  if (leg.km < SAME_ROAD.shortKm && other.km < SAME_ROAD.shortKm) return true;
  const ratio = leg.km / other.km;
  if (ratio > longer || ratio < 1 / longer) return false;
  const line = decodeLine(other.line);
  const kmAt = kmAlongLine(line);
  const samples = samplesOf(decodeLine(leg.line));
  const beside = samples.filter(({ point }) => (positionAlongLine(line, point, kmAt)?.kmBeside ?? 9) <= SAME_ROAD.km);
  return beside.length >= SAME_ROAD.share * samples.length;
}
