import { describe, expect, it } from "vitest";
import { STATES } from "../states/rules";
import { completenessOf, STATE_PARTS, uncovered } from "./rules";

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
