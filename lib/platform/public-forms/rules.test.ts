import { describe, expect, it } from "vitest";
import { isRobot } from "./rules";

describe("isRobot", () => {
  it.each([
    [{ homepage: "", seconds: 20 }, false],
    [{ homepage: "", seconds: 1 }, true],
    [{ homepage: "https://spam.exemplo", seconds: 60 }, true],
  ])("%j: %s", (answers, expected) => {
    expect(isRobot(answers)).toBe(expected);
  });
});
