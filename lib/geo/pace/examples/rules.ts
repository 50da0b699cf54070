import type { LinePoint } from "../../geo/lines";
import { driveMinutes, PLAIN_PACE } from "../drive/rules";
import type { PacePart, PaceSettings } from "../rules";

/** Degrees of latitude of a kilometre. */
const KM = 1 / 111.195;

const straight = (km: number): LinePoint[] => Array.from({ length: km + 1 }, (_, index) => [-20 + index * KM, -50]);

/** A road of 20 km that turns by 90 degrees every 200 m. */
const winding: LinePoint[] = Array.from({ length: 101 }, (_, index) => [
  Math.ceil(index / 2) * 0.2 * KM,
  -50 + Math.floor(index / 2) * 0.2 * KM,
]);

/** Drives that the panel shows for new weights, in km; without towns and slopes. */
const EXAMPLES = {
  motorway: { km: 100, part: { points: straight(100), roadClass: "motorway" } },
  trunk: { km: 100, part: { points: straight(100), roadClass: "trunk" } },
  mountains: { km: 20, part: { points: winding, roadClass: "secondary" } },
  earth: { km: 20, part: { points: straight(20), roadClass: "tertiary", isUnpaved: true } },
} as const satisfies Record<string, { km: number; part: PacePart }>;

export type ExampleDrive = { name: keyof typeof EXAMPLES; km: number; minutes: number };

/** The drives with the minutes of some weights. */
export const exampleDrives = (settings: PaceSettings): ExampleDrive[] =>
  (Object.keys(EXAMPLES) as ExampleDrive["name"][]).map((name) => {
    const { km, part } = EXAMPLES[name];
    return { name, km, minutes: driveMinutes([part], { ...PLAIN_PACE, settings })[0]! };
  });
