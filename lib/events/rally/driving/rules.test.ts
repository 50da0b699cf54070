import { describe, expect, it } from "vitest";
import { encodeLine } from "../../../geo/roads/rules";
import type { RallyControl, RallyStage } from "../schema";
import { driven, NO_DRIVE, shownAt, stageWay, type Point } from "./rules";

const METRES_PER_DEGREE = 111_195;
const [LAT, LNG, SPEED, START] = [-27.6, -48.55, 10, Date.parse("2027-01-01T12:00:00Z")];
const latAt = (metres: number) => LAT + metres / METRES_PER_DEGREE;
const at = (metres: number): RallyControl => ({
  id: `km ${metres / 1000}`,
  kind: "open",
  metres,
  lat: latAt(metres),
  lng: LNG,
  bearing: 0,
  ideal_ms: metres * 100,
});
const stage = (line: string | null): RallyStage => ({
  id: "s",
  name: "Serra",
  starts_at: new Date(START).toISOString(),
  finished_at: null,
  controls: [at(3000), at(5005)],
  sections: [
    {
      id: "one",
      kind: "regularity",
      metres: 10_000,
      average_kmh: 36,
      neutral_seconds: null,
      limit_kmh: null,
      line,
      instructions: [{ metres: 6000, text: "Ponte", tulip: null }],
    },
  ],
});
const line = encodeLine([0, 2500, 5000, 7500, 10_000].map((metres) => [latAt(metres), LNG] as const));

/** The drive with a position a second at ten metres a second. */
const drive = (line_: string | null, seconds: number, late = 0) => {
  const own = stage(line_);
  const way = stageWay(own);
  const points = Array.from({ length: seconds + 1 }, (_, second): Point => ({
    at: START + (second + late) * 1000,
    lat: latAt(second * SPEED),
    lng: LNG,
  }));
  return points.reduce((now, point) => driven(now, point, way, own.controls), NO_DRIVE);
};

describe.each([
  ["on a drawn way", line],
  ["without a drawn way", null],
])("%s", (_, own) => {
  it("records passes at the controls to a second and follows the distance", () => {
    const { passes, metres } = drive(own, 520);
    expect(passes.map(({ control }) => control)).toEqual(["km 3", "km 5.005"]);
    expect(Math.abs(passes[0]!.at - START - 300_000)).toBeLessThanOrEqual(1000);
    expect(Math.abs(passes[1]!.at - START - 500_500)).toBeLessThanOrEqual(1000);
    expect(metres).toBeGreaterThan(5150);
    expect(metres).toBeLessThan(5250);
  });

  it("shows how late the car is, what comes next and what is to go", () => {
    const { metres } = drive(own, 480, 7);
    const shown = shownAt(stage(own), metres, START + 487_000);
    expect(Math.abs(shown.lateMs - 7000)).toBeLessThanOrEqual(1000);
    expect(shown.next?.row).toMatchObject({ kind: "control", number: 2 });
    expect(Math.abs(shown.toGo - 5200)).toBeLessThanOrEqual(15);
  });
});

it("has no way when a section is not drawn", () => {
  expect(stageWay(stage(null))).toBeNull();
});
