import { expect, it } from "vitest";
import { exampleDrives } from "./examples/rules";
import { BUILT_IN_PACE } from "./rules";
import { paceSettingsSchema, readPaceSettings } from "./schema";

it("the built-in weights are valid, and replace missing, wrong and excessive ones", () => {
  expect(paceSettingsSchema.safeParse(BUILT_IN_PACE).success).toBe(true);
  expect(readPaceSettings({ trunk_kmh: "60", brake_ms2: "x", town_km: 99 })).toEqual({
    ...BUILT_IN_PACE,
    trunk_kmh: 60,
  });
});

it("the weights of a version fit into the table", () => {
  expect(JSON.stringify(BUILT_IN_PACE).length).toBeLessThan(2000);
});

it("the example drives take longer with half the speed", () => {
  const half = Object.fromEntries(Object.entries(BUILT_IN_PACE).map(([key, value]) => [key, value / 2]));
  const slow = exampleDrives(readPaceSettings(half));
  for (const [index, { km, minutes }] of exampleDrives(BUILT_IN_PACE).entries()) {
    expect(minutes).toBeGreaterThan((km / 80) * 59);
    expect(slow[index]!.minutes).toBeGreaterThan(minutes * 1.3);
  }
});
