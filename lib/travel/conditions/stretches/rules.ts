import { decodeLine, kmAlongLine, type LinePoint } from "../../../geo/geo/lines";
import type { GeoPoint } from "../../../geo/geo/rules";
import { addDays } from "../../../platform/dates";
import { daysOf, type StopTime } from "../../trips/days/rules";
import { type Span } from "../../trips/rules";
import type { StoredRoute, TripPlan } from "../../trips/schema";

/** The way between two stops is cut into equal stretches of at most this length. */
const MAX_STRETCH_KM = 50;
const DAY = 24 * 60;

/** A part of the way between two stops. Times are minutes from midnight of the first day, in the time zone of the start. */
export type Stretch = Span & { from: string; to: string; start: number; end: number; date: string | null };

type Knot = { km: number; at: number };

/** The time at a kilometre between two stops, at even speed between the points that bend the line. */
function timeAt(knots: readonly Knot[], km: number): number {
  const index = Math.max(
    1,
    knots.findIndex((knot) => knot.km >= km),
  );
  const [before, after] = [knots[index - 1]!, knots[index]!];
  const share = after.km > before.km ? (km - before.km) / (after.km - before.km) : 1;
  return before.at + (after.at - before.at) * share;
}

function cut(knots: readonly Knot[], from: StopTime, to: StopTime, leaveOn: string | null): Stretch[] {
  const parts = Math.max(1, Math.ceil((to.km - from.km) / MAX_STRETCH_KM));
  const kmAt = (part: number) => from.km + ((to.km - from.km) * part) / parts;
  return Array.from({ length: parts }, (_, part) => {
    const [fromKm, toKm] = [kmAt(part), kmAt(part + 1)];
    const start = timeAt(knots, fromKm);
    return {
      from: from.stop.name,
      to: to.stop.name,
      fromKm,
      toKm,
      start,
      end: timeAt(knots, toKm),
      date: leaveOn && addDays(leaveOn, Math.floor(start / DAY)),
    };
  });
}

/** The stretches of a plan in the order of travel; empty when the route is of other stops. */
export function stretchesOf(plan: TripPlan, route: StoredRoute, timeZone: string): Stretch[] {
  return daysOf(plan, route, timeZone).flatMap(({ stops }) => {
    const found: Stretch[] = [];
    let first = 0;
    for (let index = 1; index < stops.length; index++) {
      const to = stops[index]!;
      if (to.stop.kind === "shape" && index < stops.length - 1) continue;
      const from = stops[first]!;
      const knots = stops
        .slice(first, index + 1)
        .map(({ km, arrive, leave }, place) => ({ km, at: place === 0 ? leave : arrive }));
      if (to.km > from.km) found.push(...cut(knots, from, to, plan.leaveOn));
      first = index;
    }
    return found;
  });
}

export type PlacedSection = Span & Pick<StoredRoute["sections"][number], "kind" | "roadClass" | "line" | "surface">;

/** The sections of a route with their kilometres; those of a leg together have its length. */
export function placedSections({ legs, sections }: StoredRoute): PlacedSection[] {
  let start = 0;
  return legs.flatMap((leg) => {
    const own = sections.slice(leg.firstSection, leg.endSection);
    const length = own.reduce((sum, { km }) => sum + km, 0);
    const scale = length > 0 ? leg.km / length : 0;
    let km = start;
    start += leg.km;
    return own.map(({ kind, roadClass, line, surface, km: part }) => {
      const fromKm = km;
      km += part * scale;
      return { fromKm, toKm: km, kind, roadClass, line, ...(surface && { surface }) };
    });
  });
}

/** A place of a route; `isPoint` is false for one that was added between two points of its line. */
type Sample = { point: LinePoint; km: number; isPoint: boolean };

/** The points of the line of a section with their kilometres, and places between so that none are far apart. */
export function samplesOf({ line, fromKm, toKm }: PlacedSection, stepKm: number): Sample[] {
  const points = decodeLine(line);
  const kmAt = kmAlongLine(points);
  const scale = (toKm - fromKm) / (kmAt.at(-1) || 1);
  return points.flatMap((point, index) => {
    const [before, km] = [points[index - 1], kmAt[index]!];
    if (!before) return [{ point, km: fromKm, isPoint: true }];
    const step = km - kmAt[index - 1]!;
    const parts = Math.max(1, Math.ceil(step / stepKm));
    return Array.from({ length: parts }, (_, part) => {
      const left = 1 - (part + 1) / parts;
      const between = (axis: 0 | 1) => point[axis] - (point[axis] - before[axis]) * left;
      return {
        point: [between(0), between(1)] as const,
        km: fromKm + (km - step * left) * scale,
        isPoint: part === parts - 1,
      };
    });
  });
}

/** The part of a line between two shares of its length. */
function partOfLine(line: readonly LinePoint[], fromShare: number, toShare: number): LinePoint[] {
  const kmAt = kmAlongLine(line);
  const length = kmAt.at(-1) ?? 0;
  const pointAt = (km: number): LinePoint => {
    const index = Math.max(
      1,
      kmAt.findIndex((one) => one >= km),
    );
    const [a, b] = [line[index - 1]!, line[index]!];
    const step = kmAt[index]! - kmAt[index - 1]!;
    const share = step > 0 ? (km - kmAt[index - 1]!) / step : 0;
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  };
  const [from, to] = [length * fromShare, length * toShare];
  return [pointAt(from), ...line.filter((_, index) => kmAt[index]! > from && kmAt[index]! < to), pointAt(to)];
}

/** The lines of a span of a route, one for each section. */
export function linesOf(sections: readonly PlacedSection[], { fromKm, toKm }: Span): LinePoint[][] {
  return sections
    .filter((section) => section.toKm > fromKm && section.fromKm < toKm)
    .flatMap((section) => {
      const line = decodeLine(section.line);
      if (line.length < 2) return [];
      const shareOf = (km: number) => Math.min(1, Math.max(0, (km - section.fromKm) / (section.toKm - section.fromKm)));
      return [partOfLine(line, shareOf(fromKm), shareOf(toKm))];
    });
}

/** The point of a route at a kilometre; null where it has no line. */
export function pointAt(sections: readonly PlacedSection[], km: number): GeoPoint | null {
  const [line] = linesOf(sections, { fromKm: km, toKm: km + 0.001 });
  const [first] = line ?? linesOf(sections, { fromKm: km - 0.001, toKm: km })[0] ?? [];
  return first ? { lat: first[0], lng: first[1] } : null;
}
