import { describe, expect, it } from "vitest";
import { STATES } from "../../geo/states/rules";
import { completenessOf, STATE_PARTS, uncovered, lineFindingOf, type CheckedLeg, type CheckedRoute } from "./rules";

const WHOLE = {
  state_abbr: "SC",
  headline: true,
  intro: true,
  best_season: true,
  how_to_arrive: true,
  in_english: true,
  in_spanish: true,
  phones: 2,
  routes: 5,
  photo_points: 1,
};

describe("completenessOf", () => {
  it("a complete state has no missing parts", () => {
    expect(completenessOf(WHOLE)).toEqual({
      abbr: "SC",
      name: "Santa Catarina",
      done: STATE_PARTS.length,
      routes: 5,
      missing: [],
    });
  });

  it.each([
    [{ routes: 4 }, ["routes"]],
    [{ phones: 0, photo_points: 0 }, ["phones", "photo_points"]],
    [{ intro: false, in_spanish: false }, ["intro", "in_spanish"]],
  ])("with %j the missing parts are %j", (facts, missing) => {
    expect(completenessOf({ ...WHOLE, ...facts })).toMatchObject({
      done: STATE_PARTS.length - missing.length,
      missing,
    });
  });
});

it("a state with a reviewer only has no editor", () => {
  const [editor, reviewer] = uncovered([
    { state_abbr: "SC", duty: "reviewer" },
    { state_abbr: "PR", duty: "editor" },
    { state_abbr: "PR", duty: "editor" },
  ]);
  expect(editor).toMatchObject({ duty: "editor", covered: 1 });
  expect(editor!.states.map(({ abbr }) => abbr)).toContain("SC");
  expect(reviewer!.states).toHaveLength(STATES.length - 1);
});

describe("lineFindingOf", () => {
  const leg = (change: Partial<CheckedLeg> = {}): CheckedLeg => ({
    from_position: 1,
    to_position: 2,
    needs: [],
    km: 20,
    roads: ["SC-390"],
    skip: null,
    detail: null,
    ...change,
  });
  const route = (change: Partial<CheckedRoute> = {}): CheckedRoute => ({
    id: "1",
    name: "Rota",
    state_abbr: "SC",
    roads: ["SC-390"],
    editor_km: null,
    legs: [leg()],
    ...change,
  });
  const gap = leg({ km: null, roads: [], skip: "ratio", detail: "2.8" });

  it.each([
    ["the same roads", {}, []],
    ["the same road, written otherwise", { roads: ["sc -390"] }, []],
    ["a road without a number in the text", { roads: ["SC-390", "Estrada Velha"] }, []],
    ["a road only in the text", { roads: ["SC-390", "SC-370"] }, ["onlyInText"]],
    ["a road only on the line", { legs: [leg({ roads: ["SC-390", "BR-282"] })] }, ["onlyOnLine"]],
    ["a text without roads", { roads: [] }, []],
    [
      "a road in the text beside a leg without a line",
      { roads: ["SC-390", "SC-370"], legs: [leg(), { ...gap, from_position: 2, to_position: 3 }] },
      ["missing"],
    ],
    ["a leg without a line whose source is off", { legs: [gap, leg({ needs: ["sie-sc"] })] }, ["missing", "waiting"]],
    ["an editor's length like the line's", { editor_km: 21 }, []],
    ["an editor's length 6 % longer than the line", { editor_km: 21.2 }, ["otherLength"]],
    ["an editor's length unlike the line's", { editor_km: 30 }, ["otherLength"]],
  ])("%s", (_name, change, expected) => {
    const finding = lineFindingOf(route(change), []);
    const found = (["onlyInText", "onlyOnLine", "missing", "waiting"] as const).filter(
      (kind) => (finding?.[kind].length ?? 0) > 0,
    );
    expect([...found, ...(finding?.otherLength ? ["otherLength"] : [])]).toEqual(expected);
  });

  it("finds nothing once the source of the line is on", () => {
    expect(lineFindingOf(route({ legs: [gap, leg({ needs: ["sie-sc"] })] }), ["sie-sc"])).toBeNull();
  });

  it("gives the reason of a missing line", () => {
    expect(lineFindingOf(route({ legs: [gap] }), [])?.missing).toEqual([
      { from: 1, to: 2, skip: "ratio", detail: "2.8" },
    ]);
  });
});
