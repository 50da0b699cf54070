import { beforeEach, expect, it, vi } from "vitest";
import { BUILT_IN_PACE as pace } from "@/lib/geo/pace/rules";
import type { Caller } from "@/lib/platform/costs";
import { findNearestRoad, findRoadRoute } from "@/lib/geo/roads/service";
import { getSettings } from "@/lib/platform/settings/queries";
import { settingsSchema } from "@/lib/platform/settings/schema";
import { GET } from "./route";

vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("@/lib/platform/rate-limit", () => ({ takeAttempt: async () => undefined }));
vi.mock("@/lib/platform/settings/queries", () => ({ getSettings: vi.fn<typeof getSettings>() }));
vi.mock("@/lib/geo/pace/queries", () => ({ activePaceSettings: async () => pace }));
vi.mock("@/lib/geo/roads/service", () => ({
  findRoadRoute: vi.fn<typeof findRoadRoute>(),
  findNearestRoad: vi.fn<typeof findNearestRoad>(),
}));

const BY = expect.objectContaining({ caller: "192.0.2.1", isAnonymous: true }) as Caller;

const request = (points: string) => GET(new Request(`http://localhost/api/road-route?points=${points}&avoid=toll`));

beforeEach(() => {
  vi.mocked(findRoadRoute)
    .mockReset()
    .mockResolvedValue({ km: 1 } as Awaited<ReturnType<typeof findRoadRoute>>);
  vi.mocked(findNearestRoad).mockReset().mockResolvedValue(null);
});

it.each([
  [{}, []],
  [{ road_source_sie_sc: "true" }, ["sie-sc"]],
  [{ road_source_sie_sc: "false", road_source_der_sp: "true" }, ["der-sp"]],
  [{ road_source_sie_sc: "true", road_source_der_sp: "true" }, ["sie-sc", "der-sp"]],
])("with the settings %j, a route and the nearest road use the switched sources %j", async (stored, switched) => {
  vi.mocked(getSettings).mockResolvedValue(settingsSchema.parse(stored));
  expect((await request("-28.3,-49.3;-28.4,-49.5")).status).toBe(200);
  expect(findRoadRoute).toHaveBeenCalledExactlyOnceWith(expect.anything(), { avoid: ["toll"], switched, pace, by: BY });
  expect((await request("-28.3,-49.3")).status).toBe(200);
  expect(findNearestRoad).toHaveBeenCalledExactlyOnceWith([-28.3, -49.3], { switched, pace, by: BY });
});
