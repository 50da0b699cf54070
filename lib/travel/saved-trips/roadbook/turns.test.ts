import { describe, expect, it } from "vitest";
import type { LinePoint } from "../../../geo/geo/lines";
import type { Junction, JunctionArm } from "../../../geo/roads/junctions";
import type { RoadRun, StageLine } from "./runs";
import { degreesRight, turnOf, turnsOf } from "./turns";

const run = (ref: string | null, fromKm: number, toKm: number): RoadRun => ({
  kind: "road",
  ref,
  name: null,
  shared: [],
  roadClass: "secondary",
  fromKm,
  toKm,
});

/** A line with a point at every kilometre: to the east, and from kilometre 5 to the south. */
const bent = (...runs: RoadRun[]): StageLine => ({
  fromKm: 0,
  toKm: 10,
  points: Array.from({ length: 11 }, (_, km): LinePoint => {
    return km <= 5 ? [-10, -50 + km / 100] : [-10 - (km - 5) / 100, -49.95];
  }),
  kmAt: Array.from({ length: 11 }, (_, km) => km),
  runs,
  unpaved: [],
});

const arm = (bearing: number, facts: Partial<JunctionArm> = {}): JunctionArm => ({
  bearing,
  ref: null,
  roadClass: "secondary",
  ...facts,
});
/** A junction where somebody from the west turns to `to`. */
const junction = (at: number, to: number, ...others: JunctionArm[]): Junction => ({
  first: at,
  last: at,
  from: 270,
  to,
  others,
  isDetailed: true,
});

describe("degreesRight() and turnOf()", () => {
  it.each([
    [90, 0, "straight"],
    [180, 90, "right"],
    [0, -90, "left"],
    [120, 30, "slight-right"],
    [60, -30, "slight-left"],
    [275, -175, "back"],
  ] as const)("from the west to %i degrees: %i, %s", (to, degrees, turn) => {
    expect(degreesRight(270, to)).toBe(degrees);
    expect(turnOf(degreesRight(270, to))).toBe(turn);
  });
});

describe("turnsOf()", () => {
  const shown = (line: StageLine, junctions: Junction[]) =>
    turnsOf(line, junctions).map(({ km, road, turn, tulip }) => [km, road.ref, turn, tulip?.others ?? null]);

  it("draws the junction where the road number changes", () => {
    expect(shown(bent(run("A-1", 0, 5), run("A-2", 5, 10)), [junction(5, 180, arm(90), arm(0))])).toEqual([
      [0, "A-1", null, null],
      [5, "A-2", "right", [0, -90]],
    ]);
  });

  it("takes the turn from the line where the network has no junction", () => {
    const [, change] = turnsOf(bent(run("A-1", 0, 5), run("A-2", 5, 10)), []);
    expect(change).toMatchObject({ turn: "right", tulip: { turn: 90, others: [], isDetailed: false } });
    const [, straight] = turnsOf(bent(run("A-1", 0, 3), run("A-2", 3, 10)), []);
    expect(straight).toMatchObject({ turn: "straight", tulip: null });
  });

  it.each([
    ["has a line for a turn on the same road where another one goes straight on", 180, [arm(90)], 2],
    ["has a line for the end of the road, where one turns to either side", 180, [arm(0)], 2],
    ["has a line for a fork", 120, [arm(88)], 2],
    ["has none for a junction that one passes straight on", 92, [arm(180), arm(0)], 1],
    ["has none for a bend of the road with a turn-off that is sharper", 130, [arm(200)], 1],
    ["has none for a bend where only a track goes straight on", 140, [arm(90, { roadClass: "track" })], 1],
    ["has none for a straight line to a loose end", 180, [arm(90, { roadClass: "join" })], 1],
  ] as const)("%s", (_, to, others, count) => {
    expect(turnsOf(bent(run("A-1", 0, 10)), [junction(5, to, ...others)])).toHaveLength(count);
  });

  it.each([
    [96, [90], [-22]],
    [84, [90], [22]],
    [180, [264, 20], [152, -70]],
  ] as const)("draws the roads of a junction to %i degrees apart from the way", (to, others, drawn) => {
    const line = bent(run("A-1", 0, 5), run("A-2", 5, 10));
    const found = junction(5, to, ...others.map((bearing) => arm(bearing)));
    expect(turnsOf(line, [found])[1]!.tulip!.others).toEqual(drawn);
  });

  it("has one line where a junction and the change of the number are close together", () => {
    const line = bent(run("A-1", 0, 5.1), run("A-2", 5.1, 10));
    expect(shown(line, [junction(5, 180, arm(90))]).map(([km]) => km)).toEqual([0, 5]);
  });
});
