import type { Span } from "../../trips/rules";
import type { ConditionSettings, PlaceMarks, Light } from "../rules";

/**
 * A part of a trip by the range of the tank. `leftKm` is how far the car still gets at its end, negative when the tank
 * is empty before; null where it is not known.
 */
export type RangeSpan = Span & { light: Light; leftKm: number | null };

type Line = { totalKm: number; ferries: readonly Span[]; cuts: readonly number[] };

const contains = (spans: readonly Span[], km: number) => spans.some(({ fromKm, toKm }) => km >= fromKm && km < toKm);

/**
 * The parts of a trip by the range of the tank. The tank is full at the start and after every known petrol station; a
 * ferry uses none. States without data are grey. After them the level is not known until the next known station, but
 * the kilometres since their border are driven without one: they may make it yellow or red, never green.
 */
export function rangeSpans(
  fuel: PlaceMarks,
  { totalKm, ferries, cuts }: Line,
  rangeKm: number,
  settings: ConditionSettings,
): RangeSpan[] {
  const marks = new Set(fuel.km);
  const borders = [...fuel.covered, ...ferries].flatMap(({ fromKm, toKm }) => [fromKm, toKm]);
  const points = [...new Set([0, ...marks, ...borders, ...cuts, totalKm])]
    .filter((km) => km >= 0 && km <= totalKm)
    .toSorted((a, b) => a - b);
  let [used, isKnown] = [0, true];
  return points.slice(1).flatMap((toKm, index) => {
    const fromKm = points[index]!;
    if (marks.has(fromKm)) [used, isKnown] = [0, true];
    const middle = (fromKm + toKm) / 2;
    if (!contains(fuel.covered, middle)) {
      [used, isKnown] = [0, false];
      return [{ fromKm, toKm, light: "grey" as const, leftKm: null }];
    }
    const driven = contains(ferries, middle) ? 0 : toKm - fromKm;
    const parts = partsOf({ fromKm, toKm, used, driven, isKnown }, rangeKm, settings);
    used += driven;
    return parts;
  });
}

type Drive = Span & { used: number; driven: number; isKnown: boolean };

/** Cuts a drive where the used share of the tank passes the limits. */
function partsOf(
  { fromKm, toKm, used, driven, isKnown }: Drive,
  rangeKm: number,
  { fuel_yellow, fuel_red }: ConditionSettings,
): RangeSpan[] {
  const [yellow, red] = [fuel_yellow, fuel_red].map((percent) => (rangeKm * percent) / 100) as [number, number];
  const cuts = [yellow, red]
    .filter((limit) => limit > used && limit < used + driven)
    .map((limit) => fromKm + limit - used);
  const points = [fromKm, ...new Set(cuts), toKm];
  return points.slice(1).map((end, index) => {
    const start = points[index]!;
    const at = driven > 0 ? used + (start + end) / 2 - fromKm : used;
    const light = at >= red ? "red" : at >= yellow ? "yellow" : isKnown ? "green" : "grey";
    const usedAtEnd = driven > 0 ? used + end - fromKm : used;
    return { fromKm: start, toKm: end, light, leftKm: isKnown ? rangeKm - usedAtEnd : null };
  });
}

/** Neighbours of one colour as one part, with the least that is left in it. */
export function joinedSpans(spans: readonly RangeSpan[]): RangeSpan[] {
  const joined: RangeSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last?.light !== span.light) joined.push({ ...span });
    else {
      last.toKm = span.toKm;
      last.leftKm = last.leftKm === null || span.leftKm === null ? null : Math.min(last.leftKm, span.leftKm);
    }
  }
  return joined;
}
