import { expect, it, vi } from "vitest";
import { EMPTY_ENTRY } from "@/lib/garage/entries/rules";
import { oddOnDevice } from "./odd-on-device";

const log = vi.hoisted(() => ({ readLog: vi.fn() }));
vi.mock("./log-store", () => log);

const entry = (on_date: string, reading_km: number) => ({
  ...EMPTY_ENTRY,
  id: on_date,
  kind: "km",
  on_date,
  reading_km,
});
const car = {
  id: "car",
  odometer_km: 55_000,
  odometer_offset_km: 0,
  odometer_state: "ok",
  recent: [entry("2026-03-01", 50_000), entry("2026-04-01", 55_000)],
};
const TODAY = "2026-05-01";

it.each([
  ["2026-05-01", 55_400, null],
  ["2026-05-01", 554_000, { problem: "far", km: 55_000 }],
  ["2026-05-01", 54_000, { problem: "lower", km: 55_000 }],
  ["2026-03-15", 56_000, { problem: "higher", km: 55_000 }],
  ["2026-03-15", 52_000, null],
])("a reading on %s of %i km beside the log of this device is %j", async (on_date, km, odd) => {
  log.readLog.mockResolvedValue({ cars: [car], entries: [] });
  expect(await oddOnDevice("car", { on_date, km }, TODAY)).toEqual(odd);
});

it("the answer is in kilometres of the replaced odometer", async () => {
  log.readLog.mockResolvedValue({ cars: [{ ...car, odometer_offset_km: 50_000, recent: [] }], entries: [] });
  expect(await oddOnDevice("car", { on_date: TODAY, km: 5200 }, TODAY)).toBeNull();
  expect(await oddOnDevice("car", { on_date: TODAY, km: 52_000 }, TODAY)).toEqual({ problem: "far", km: 5000 });
});

it("finds nothing odd without a log, for another car or a broken odometer", async () => {
  log.readLog.mockRejectedValueOnce(new Error("storage"));
  expect(await oddOnDevice("car", { on_date: TODAY, km: 999_999 }, TODAY)).toBeNull();
  log.readLog.mockResolvedValue({ cars: [{ ...car, odometer_state: "broken" }], entries: [] });
  expect(await oddOnDevice("car", { on_date: TODAY, km: 999_999 }, TODAY)).toBeNull();
  expect(await oddOnDevice("other", { on_date: TODAY, km: 999_999 }, TODAY)).toBeNull();
});
