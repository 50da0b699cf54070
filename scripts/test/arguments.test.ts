import { describe, expect, it } from "vitest";
import { parseCommand, STAGE_NAMES } from "./arguments";

const callsOf = (line: string) =>
  parseCommand(line.split(" ")).calls.map(({ name, args }) => [name, ...args].join(" "));

describe("parseCommand", () => {
  it("chooses every stage without arguments", () => {
    expect(parseCommand([])).toEqual({
      changed: false,
      stress: false,
      calls: STAGE_NAMES.map((name) => ({ name, args: [] })),
    });
  });

  it.each([
    ["a stage by its name", "unit", ["unit"]],
    ["the path of a test", "database sales.test.ts", ["database sales.test.ts"]],
    ["options for the tool", "browser payments.spec.ts --headed", ["browser payments.spec.ts --headed"]],
    ["an option that the command has too, after a stage", "unit --changed HEAD~1", ["unit --changed HEAD~1"]],
    [
      "several stages, in the order in which they run",
      "unit lib/commerce/sales types lint",
      ["types", "lint", "unit lib/commerce/sales"],
    ],
    ["the build with the whole browser stage", "browser", ["build", "browser"]],
    ["the build once", "build browser", ["build", "browser"]],
    ["a shard without the checks of the build", "browser --shard=1/4", ["browser --shard=1/4"]],
    ["--only with a stage", "--only unit", ["unit"]],
    ["--only= with a stage", "--only=browser", ["build", "browser"]],
  ])("reads %s", (_name, line, expected) => {
    expect(callsOf(line)).toEqual(expected);
  });

  it("reads --changed and --stress", () => {
    expect(parseCommand(["--changed"])).toMatchObject({ changed: true, stress: false });
    expect(parseCommand(["--stress", "database"])).toMatchObject({ changed: false, stress: true });
    expect(parseCommand(["database", "--stress"])).toMatchObject({
      stress: true,
      calls: [{ name: "database", args: [] }],
    });
  });

  it.each(["units", "lib/commerce/sales", "--headed", "--only=units"])(
    "names the stages when %s comes before a stage",
    (word) => {
      expect(() => parseCommand([word])).toThrow(/unknown stage or option ".*"[^]*stages: types, lint, /);
    },
  );

  it("refuses a stage that is named twice", () => {
    expect(() => parseCommand(["unit", "a.test.ts", "unit"])).toThrow("the stage unit is named twice");
  });
});
