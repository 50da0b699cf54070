import { describe, expect, it } from "vitest";
import published from "./published-rules.json";
import {
  clockOf,
  differenceOf,
  idealMs,
  odometerFactor,
  pointsOf,
  standingsOf,
  startOf,
  type ScoringRules,
} from "./rules";
import type { RallyCrew } from "./schema";

it.each(published.idealTimes.rows)("reaches $metres m after $ms ms", ({ metres, ms }) => {
  expect(idealMs(published.idealTimes.sections, metres)).toBe(ms);
});

describe.each(published.ruleSets)("points by: $source", ({ rules, rows }) => {
  it.each(rows)("$difference_ms ms: $points points", ({ difference_ms, points }) => {
    expect(pointsOf(rules as ScoringRules, difference_ms)).toBe(points);
  });
});

const RULES: ScoringRules = {
  unit_ms: 1000,
  points_early: 2,
  points_late: 1,
  tolerance_ms: 1000,
  max_early: null,
  max_late: 30,
  missing_points: 100,
  tie_rule: "shared",
};

it("does not count the tolerance, and counts early and late units with their own points", () => {
  const found = [0, 1000, 1999, 2000, -3000, 60_000].map((difference) => pointsOf(RULES, difference));
  expect(found).toEqual([0, 0, 0, 1, 4, 30]);
});

const crew = (number: number, changes: Partial<RallyCrew> = {}): RallyCrew => ({
  id: `car ${number}`,
  number,
  class_name: "",
  public_name: null,
  withdrawn: false,
  name: null,
  car: null,
  year: null,
  ...changes,
});
const stage = (finished: boolean) => ({
  finished_at: finished ? "2027-01-01T12:00:00Z" : null,
  controls: [{ id: "a" }, { id: "b" }, { id: "c" }],
});
const pass = (number: number, control: string, seconds: number) => ({
  crew: `car ${number}`,
  control,
  source: "tap" as const,
  difference_ms: seconds * 1000,
});
const places = (group: ReturnType<typeof standingsOf>[number]) =>
  group.lines.map(({ crew: { number }, place, points }) => [number, place, points]);

describe("standings", () => {
  const plain = { ...RULES, tolerance_ms: 0, points_early: 1, max_late: null };

  it("give cars with the same points the same place and count the next ones after them", () => {
    const results = [1, 2, 3].flatMap((number) => ["a", "b", "c"].map((id) => pass(number, id, number === 3 ? 4 : 2)));
    const [all] = standingsOf({ crews: [3, 1, 2].map((n) => crew(n)), stages: [stage(true)], results, rules: plain });
    expect(places(all!)).toEqual([
      [1, 1, 6],
      [2, 1, 6],
      [3, 3, 12],
    ]);
  });

  it("share a place for the same points in fractions", () => {
    const results = [pass(1, "a", 1), pass(1, "b", 2), pass(2, "a", 0), pass(2, "b", 3)];
    const rules = { ...plain, points_late: 0.1, missing_points: 0 };
    const [all] = standingsOf({ crews: [crew(1), crew(2)], stages: [stage(true)], results, rules });
    expect(places(all!)).toEqual([
      [1, 1, 0.3],
      [2, 1, 0.3],
    ]);
  });

  it.each([
    ["zeros", [2, 1]],
    ["first", [2, 1]],
    ["oldest", [1, 2]],
  ] as const)("decide ties by the rule %s", (tie_rule, order) => {
    const results = [...["a", "b", "c"].map((id) => pass(1, id, 2)), pass(2, "a", 0), pass(2, "b", 3), pass(2, "c", 3)];
    const crews = [crew(1, { year: 1960 }), crew(2, { year: 1970 })];
    const [all] = standingsOf({ crews, stages: [stage(true)], results, rules: { ...plain, tie_rule } });
    expect(places(all!).map(([number, place]) => [number, place])).toEqual([
      [order[0], 1],
      [order[1], 2],
    ]);
  });

  it("count a control without a pass when a later one was passed or the stage ended", () => {
    const standing = (finished: boolean) =>
      standingsOf({ crews: [crew(1)], stages: [stage(finished)], results: [pass(1, "b", 0)], rules: plain })[0]!;
    expect(standing(false).lines[0]!.scores.map(({ points }) => points)).toEqual([100, 0, null]);
    expect(standing(true).lines[0]!.scores.map(({ points }) => points)).toEqual([100, 0, 100]);
  });

  it("rank each class by itself, and withdrawn cars last without a place", () => {
    const crews = [
      crew(1, { class_name: "B" }),
      crew(2, { class_name: "A" }),
      crew(3, { class_name: "B", withdrawn: true }),
    ];
    const groups = standingsOf({ crews, stages: [stage(false)], results: [pass(1, "a", 1)], rules: plain });
    expect(groups.map(({ name }) => name)).toEqual([null, "A", "B"]);
    expect(places(groups[2]!)).toEqual([
      [1, 1, 1],
      [3, null, 0],
    ]);
  });
});

it("shows times and starts", () => {
  expect([clockOf(3_723_000), differenceOf(65_400), differenceOf(-3000)]).toEqual(["1:02:03", "+1:05", "−0:03"]);
  expect(startOf("2027-01-01T12:00:00Z", 3, 60)).toBe("2027-01-01T12:02:00.000Z");
});

it("corrects the odometer of the car within a fifth", () => {
  expect([odometerFactor(1000, 0.95), odometerFactor(1000, Number.NaN), odometerFactor(1000, 9)]).toEqual([
    0.95, 1, 1.2,
  ]);
});
