import { describe, expect, it, vi } from "vitest";
import { STAGE_NAMES, type StageName } from "./arguments";
import { groupsOf, runLanes, type Lane } from "./lanes";

const callsOf = (...names: StageName[]) => names.map((name) => ({ name, args: [] }));
const namesOf = (groups: Lane[][]) =>
  groups.map((lanes) => lanes.map((lane) => lane.map(({ name }) => name).join(" ")));

describe("groupsOf", () => {
  it.each([
    ["every stage", [...STAGE_NAMES], [["types lint format unit build", "database"], ["browser"]]],
    ["the stages before the build", ["types", "database"], [["types", "database"]]],
    ["one stage", ["unit"], [["unit"]]],
    ["the build alone", ["build"], [["build"]]],
    ["no stage", [], []],
  ] as [string, StageName[], string[][]][])("divides %s", (_name, names, expected) => {
    expect(namesOf(groupsOf(callsOf(...names)))).toEqual(expected);
  });
});

describe("runLanes", () => {
  const lanes = groupsOf(callsOf("types", "unit", "database"))[0]!;

  it("runs the stages of a lane one after the other, and lanes beside each other", async () => {
    const events: string[] = [];
    const ends = new Map<string, () => void>();
    const running = runLanes(
      lanes,
      ({ name }) => {
        events.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve({ passed: 1, failed: 0 })));
      },
      vi.fn(),
    );
    expect(events).toEqual(["types", "database"]);
    ends.get("types")!();
    await vi.waitFor(() => expect(events).toEqual(["types", "database", "unit"]));
    ends.get("database")!();
    ends.get("unit")!();
    expect(await running).toEqual(Array(3).fill({ passed: 1, failed: 0 }));
  });

  it("ends the other lane when a stage fails, starts no further stage and counts the failed one only", async () => {
    const started: string[] = [];
    let endDatabase = () => {};
    const wereStopped: boolean[] = [];
    const tallies = await runLanes(
      lanes,
      async ({ name }, isStopped) => {
        started.push(name);
        if (name === "types") return { passed: 0, failed: 1 };
        await new Promise<void>((resolve) => (endDatabase = resolve));
        wereStopped.push(isStopped());
        return { passed: 40, failed: 1 };
      },
      () => endDatabase(),
    );
    expect(started).toEqual(["types", "database"]);
    expect(wereStopped).toEqual([true]);
    expect(tallies).toEqual([{ passed: 0, failed: 1 }]);
  });
});
