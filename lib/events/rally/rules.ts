import { consolePath } from "../members/rules";
import type { RallyCrew, RallyRules, RallySection, Standings } from "./schema";

export const rallyBookPath = (event: string): string => `${consolePath(event, "rally")}/livro`;
export const resultsPath = (slug: string): string => `/eventos/lacambeche/${slug}/rally`;
export const coDriverPath = (event: string): string => `/painel/rally/${event}`;

type Timed = Pick<RallySection, "metres" | "average_kmh" | "neutral_seconds">;

/** Metres of all sections together. */
export const stageMetres = (sections: readonly Pick<Timed, "metres">[]): number =>
  sections.reduce((sum, { metres }) => sum + metres, 0);

/** Milliseconds in which a section is driven up to a distance from its start; a stop without length counts after it. */
function sectionMs({ metres, average_kmh: average, neutral_seconds: seconds }: Timed, covered: number): number {
  if (average !== null) return (covered * 3600) / average;
  const whole = (seconds ?? 0) * 1000;
  return metres === 0 ? whole : (whole * covered) / metres;
}

/** Ideal time from the start of a stage to a distance, as `private.rally_ideal_ms` computes it for the results. */
export function idealMs(sections: readonly Timed[], metres: number): number {
  let [from, sum] = [0, 0];
  for (const section of sections) {
    if (from >= metres) break;
    sum += sectionMs(section, Math.min(metres - from, section.metres));
    from += section.metres;
  }
  return Math.round(sum);
}

export type ScoringRules = Pick<
  RallyRules,
  "unit_ms" | "points_early" | "points_late" | "tolerance_ms" | "max_early" | "max_late" | "missing_points" | "tie_rule"
>;

/** Points of a control; `difference` is null without a pass, and negative for a pass before the ideal time. */
export function pointsOf(rules: ScoringRules, difference: number | null): number {
  if (difference === null) return rules.missing_points;
  const units = Math.floor(Math.max(0, Math.abs(difference) - rules.tolerance_ms) / rules.unit_ms);
  const [rate, most] = difference < 0 ? [rules.points_early, rules.max_early] : [rules.points_late, rules.max_late];
  return Math.round(Math.min(units * rate, most ?? Infinity) * 100) / 100;
}

type Result = { control: string; crew: string; difference_ms: number };
type Stage = { finished_at: string | null; controls: readonly { id: string }[] };
/** Points of a car at a control; null where it is still expected. */
type Score = { control: string; difference: number | null; points: number | null };
export type Line = { crew: RallyCrew; place: number | null; points: number; scores: readonly Score[] };

/** A control without a pass is missed when its stage ended, or when the car passed a later one of the stage. */
function scoresOf(crew: string, stages: readonly Stage[], results: readonly Result[], rules: ScoringRules): Score[] {
  const own = new Map(results.filter((one) => one.crew === crew).map((one) => [one.control, one.difference_ms]));
  return stages.flatMap(({ controls, finished_at: finished }) => {
    const last = controls.findLastIndex(({ id }) => own.has(id));
    return controls.map(({ id }, index): Score => {
      const difference = own.get(id) ?? null;
      const isCounted = difference !== null || finished !== null || index < last;
      return { control: id, difference, points: isCounted ? pointsOf(rules, difference) : null };
    });
  });
}

/** A car without a year is the last one of a tie. */
const NO_YEAR = 9999;

const zeros = ({ scores }: Pick<Line, "scores">) => scores.filter(({ points }) => points === 0).length;

/** Order of two cars with the same points by the declared rule; 0 when they share their place. */
function tieOrder(a: Line, b: Line, rule: ScoringRules["tie_rule"]): number {
  if (rule === "zeros") return zeros(b) - zeros(a);
  if (rule === "oldest") return (a.crew.year ?? NO_YEAR) - (b.crew.year ?? NO_YEAR);
  if (rule === "first") {
    const at = a.scores.findIndex(({ points }, index) => points !== b.scores[index]?.points);
    return at < 0 ? 0 : (a.scores[at]!.points ?? Infinity) - (b.scores[at]?.points ?? Infinity);
  }
  return 0;
}

/** Cars with fewer points first; cars that share a place have its number, and the next ones are counted after them. */
function placed(lines: readonly Line[], rule: ScoringRules["tie_rule"]): Line[] {
  const order = (a: Line, b: Line) => a.points - b.points || tieOrder(a, b, rule);
  const sorted = lines.toSorted((a, b) => order(a, b) || a.crew.number - b.crew.number);
  const result: Line[] = [];
  for (const [index, line] of sorted.entries()) {
    const before = result[index - 1];
    result.push({ ...line, place: before && order(before, line) === 0 ? before.place : index + 1 });
  }
  return result;
}

type Raced = Pick<Standings, "crews" | "results"> & { stages: readonly Stage[]; rules: ScoringRules };

/** The cars of each class in the order of their places, all cars first (`name` is null); withdrawn cars have no place. */
export function standingsOf({ crews, stages, results, rules }: Raced): { name: string | null; lines: Line[] }[] {
  const lines = crews.map((crew): Line => {
    const scores = scoresOf(crew.id, stages, results, rules);
    // In whole hundredths: 0.1 + 0.2 and 0.3 are the same place.
    const hundredths = scores.reduce((sum, { points }) => sum + Math.round((points ?? 0) * 100), 0);
    return { crew, place: null, scores, points: hundredths / 100 };
  });
  const rankOf = (own: readonly Line[]) => [
    ...placed(
      own.filter(({ crew }) => !crew.withdrawn),
      rules.tie_rule,
    ),
    ...own.filter(({ crew }) => crew.withdrawn),
  ];
  const classes = [...new Set(crews.map((crew) => crew.class_name))].filter((name) => name !== "").toSorted();
  return [
    { name: null, lines: rankOf(lines) },
    ...classes.map((name) => ({ name, lines: rankOf(lines.filter(({ crew }) => crew.class_name === name)) })),
  ];
}

/** Metres on the odometer of a car for each metre of the book, from the kilometres that it shows; 1 without them. */
export const odometerFactor = (metres: number, odometerKm: number): number =>
  metres > 0 && odometerKm > 0 ? Math.min(1.2, Math.max(0.8, (odometerKm * 1000) / metres)) : 1;

const two = (value: number) => String(value).padStart(2, "0");

/** A duration as hours, minutes and seconds: 1:02:03. */
export function clockOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A difference with its sign: "+1:05" is late, "−0:03" is early. */
export function differenceOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  return `${ms < 0 ? "−" : "+"}${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** When a car starts: number 1 at the start of the stage, each further one after the interval. */
export const startOf = (stageStart: string, number: number, intervalSeconds: number): string =>
  new Date(Date.parse(stageStart) + (number - 1) * intervalSeconds * 1000).toISOString();
