import { expect, it, vi } from "vitest";
import type { activePaceSettings } from "../../../geo/pace/queries";
import { listSeats } from "../../../guide/cities/queries";
import { BUILT_IN_PACE } from "../../../geo/pace/rules";
import { AppError } from "../../../platform/error";
import { reportError } from "../../../platform/report";
import { listWarnings } from "../../../guide/regions/queries";
import { encodeLine } from "../../../geo/roads/rules";
import { findJunctions } from "../../../geo/roads/service";
import { daysOf } from "../../trips/days/rules";
import type { SavedTrip, StoredRoute, TripPlan } from "../../trips/schema";
import { readBookFacts } from "./queries";

vi.mock(import("../../../geo/pace/queries"), () => ({
  activePaceSettings: vi.fn<typeof activePaceSettings>(async () => BUILT_IN_PACE),
}));
vi.mock(import("../../../guide/cities/queries"), () => ({ listSeats: vi.fn<typeof listSeats>() }));
vi.mock(import("../../../guide/regions/queries"), () => ({ listWarnings: vi.fn<typeof listWarnings>() }));
vi.mock(import("../../../geo/roads/service"), () => ({ findJunctions: vi.fn<typeof findJunctions>() }));
vi.mock(import("../../../platform/settings/queries"), () => ({
  getSettings: vi.fn<() => Promise<never>>(async () => ({}) as never),
}));
vi.mock(import("../../../platform/report"), () => ({ reportError: vi.fn<typeof reportError>() }));

const stop = (name: string, lng: number) => ({
  id: name,
  kind: "stop" as const,
  name,
  lat: -27.8,
  lng,
  nights: 0,
  stayMinutes: 0,
  note: "",
  subject: null,
});
const plan: TripPlan = {
  title: "",
  stops: [stop("Lages", -50.32), stop("Bocaina", -50.1), stop("Leste", -50)],
  avoid: [],
  leaveOn: null,
  leaveAt: "08:00",
  maxKmPerDay: null,
  maxHoursPerDay: null,
  car: { name: "", cruiseKmh: 80, tankLitres: null, kmPerLitre: null, fuelPriceCents: null, tollClass: "car" },
};
const section = (from: number, to: number) => ({
  kind: "road" as const,
  roadClass: "primary" as const,
  ref: "BR-282",
  km: 20,
  source: "osm",
  line: encodeLine([
    [-27.8, from],
    [-27.8, to],
  ]),
});
const leg = (from: number) => ({
  from,
  to: from + 1,
  km: 20,
  estimatedKm: 0,
  minutes: 20,
  firstSection: from,
  endSection: from + 1,
});
const route: StoredRoute = {
  sections: [section(-50.32, -50.1), section(-50.1, -50)],
  legs: [leg(0), leg(1)],
  km: 40,
  estimatedKm: 0,
  minutes: 40,
  tolls: [{ name: "P1", lat: -27.8, lng: -50.2 }],
  unavoidable: [],
  unsupported: [],
  credits: [],
};
const trip: SavedTrip & { route: StoredRoute } = { id: "t", version: 1, plan, route, updatedAt: "" };

const read = async () => {
  vi.mocked(listSeats).mockResolvedValue([{ ibge_code: 4209300, name: "Lages", lat: -27.81, lng: -50.32 }]);
  vi.mocked(listWarnings).mockResolvedValue([]);
  const by = { caller: "test", isAnonymous: true, signal: undefined };
  const days = daysOf(plan, route, "America/Sao_Paulo");
  return readBookFacts(trip, { days, facts: null, locale: "pt-BR", by });
};

it("a roadbook has the junctions of each stage, and the towns with their altitudes", async () => {
  vi.mocked(findJunctions).mockResolvedValue([]);
  const { junctions, towns, plazas } = await read();
  expect([...junctions.keys()]).toEqual([0, 1]);
  expect(towns).toEqual([{ name: "Lages", lat: -27.81, lng: -50.32, metres: 911 }]);
  expect(plazas).toEqual([{ name: "P1", lat: -27.8, lng: -50.2, cents: null }]);
});

it("a roadbook is read without the junctions that cannot be found, and an unexpected failure is reported", async () => {
  vi.mocked(findJunctions).mockResolvedValueOnce([]).mockRejectedValueOnce(new AppError("service.busy"));
  expect([...(await read()).junctions.keys()]).toEqual([0]);
  expect(reportError).not.toHaveBeenCalled();
  vi.mocked(findJunctions).mockRejectedValueOnce(new Error("no thread"));
  expect((await read()).junctions.size).toBe(0);
  expect(reportError).toHaveBeenCalledOnce();
});
