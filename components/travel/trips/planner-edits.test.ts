import { describe, expect, it } from "vitest";
import { navigatedPoints } from "@/lib/travel/trips/days/rules";
import { EMPTY_PLAN, spreadOver } from "@/lib/travel/trips/rules";
import { tripPlanSchema, type PlannerCar } from "@/lib/travel/trips/schema";
import { carFromGarage, insertStops, MAX_STOPS, moveStop, removeStop } from "./planner-edits";
import { hashRoute } from "./use-hash-route";

const named = (names: string) =>
  insertStops(
    EMPTY_PLAN,
    0,
    names.split("").map((name, index) => ({ name, lat: -10 - index, lng: -50 })),
  );
const names = ({ stops }: { stops: readonly { name: string }[] }) => stops.map(({ name }) => name).join("");

it("inserts stops that the server accepts, up to the limit", () => {
  const plan = insertStops(named("ab"), 1, [{ name: "x".repeat(300), lat: -10.123456789, lng: -50 }]);
  expect(tripPlanSchema.safeParse(plan).success).toBe(true);
  expect(plan.stops[1]).toMatchObject({ lat: -10.12346, kind: "stop" });
  const many = insertStops(
    plan,
    3,
    Array.from({ length: 40 }, () => ({ name: "y", lat: 0, lng: -50 })),
  );
  expect(many.stops).toHaveLength(MAX_STOPS);
});

it("keeps the note of a stop from a file", () => {
  const plan = insertStops(named("a"), 1, [{ name: "b", lat: -10, lng: -50, note: "portão azul" }]);
  expect(plan.stops.map(({ note }) => note)).toEqual(["", "portão azul"]);
});

it.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 1, "abc"],
  [0, 3, "abc"],
  [0, -1, "abc"],
])("moves the stop %d to %d: %s", (from, to, result) => {
  expect(names(moveStop(named("abc"), from, to))).toBe(result);
});

it("removes a stop by its id", () => {
  const plan = named("abc");
  expect(names(removeStop(plan, plan.stops[1]!.id))).toBe("ac");
});

it.each([
  [3, [0, 1, 2]],
  [4, [0, 1, 2]],
  [2, [0, 2]],
])("spreads three points over %d", (most, result) => {
  expect(spreadOver([0, 1, 2], most)).toEqual(result);
});

it.each([
  ["#rota=serra", "sc", "/sc/rota/serra"],
  ["#rota=rs/serra", "sc", "/rs/rota/serra"],
  ["#rota=rs/serra", null, "/rs/rota/serra"],
  ["#rota=serra", null, null],
  ["#rota=../x", "sc", null],
  ["", "sc", null],
])("reads the hash %s of the state %s as %s", (hash, uf, path) => {
  expect(hashRoute(hash, uf)).toBe(path);
});

describe("navigatedPoints()", () => {
  const day = (kinds: readonly ("stop" | "shape")[]) => ({
    stops: kinds.map((kind, index) => ({
      stop: { ...named("a").stops[0]!, kind, lat: -10 - index },
      index,
      km: 0,
      arrive: 0,
      leave: 0,
      sunset: null,
      isAfterSunset: false,
    })),
  });
  const positions = (kinds: readonly ("stop" | "shape")[]) => navigatedPoints(day(kinds)).map(({ lat }) => -10 - lat);

  it("keeps the bends of the line while there is room for them", () => {
    expect(positions(["stop", "shape", "stop"])).toEqual([0, 1, 2]);
  });

  it("leaves out bends before stops", () => {
    const kinds = Array.from({ length: 12 }, (_, index) => (index % 2 ? ("shape" as const) : ("stop" as const)));
    expect(positions(kinds)).toEqual([0, 2, 4, 6, 8, 10, 11]);
  });

  it("keeps start and end of a day with more stops than the apps take", () => {
    const found = positions(Array.from({ length: 25 }, () => "stop" as const));
    expect(found).toHaveLength(11);
    expect([found[0], found.at(-1)]).toEqual([0, 24]);
  });
});

describe("carFromGarage()", () => {
  const chosen: PlannerCar = {
    id: "00000000-0000-4000-8000-000000000001",
    nickname: "Opalão",
    description: "Chevrolet Opala 1974",
    cruiseKmh: null,
    tankLitres: 54,
    kmPerLitre: null,
    tollClass: "car_trailer1",
  };
  it("fills the car, keeps the fuel price and the speed that the garage does not have", () => {
    const car = { ...EMPTY_PLAN.car, name: "Fusca", cruiseKmh: 70, kmPerLitre: 10, fuelPriceCents: 600 };
    expect(carFromGarage(car, chosen)).toEqual({
      vehicleId: chosen.id,
      name: "Opalão · Chevrolet Opala 1974",
      cruiseKmh: 70,
      tankLitres: 54,
      kmPerLitre: null,
      fuelPriceCents: 600,
      tollClass: "car_trailer1",
    });
  });
  it("counts an unknown toll class as a car", () => {
    expect(carFromGarage(EMPTY_PLAN.car, { ...chosen, tollClass: "bus" }).tollClass).toBe("car");
  });
});
