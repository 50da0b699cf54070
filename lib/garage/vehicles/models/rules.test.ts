import { describe, expect, it } from "vitest";
import { CAR_MODELS, engineOf, modelIn, plannedCar } from "./rules";

describe("modelIn()", () => {
  it.each([
    ["Fusca do vô 74", "Fusca"],
    ["traveller Fusca", "Fusca"],
    ["volkswagen brasilia", "Brasília"],
    ["Ford Corcel II GT", "Corcel II"],
    ["Corcel", "Corcel"],
    ["Karmann Ghia TC", "Karmann-Ghia"],
    ["Opel GT", undefined],
    ["Puma GT 1973", "GT"],
    ["Fuscão", undefined],
    ["Gustavo", undefined],
    ["Fusca e Opala", undefined],
    ["", undefined],
  ])("in %j is %s", (name, model) => expect(modelIn(name)?.model).toBe(model));

  it("has each model once", () => {
    expect(new Set(CAR_MODELS.map(({ model }) => model)).size).toBe(CAR_MODELS.length);
  });
});

describe("engineOf()", () => {
  const car = { make: "", model: "", cooling: null, fuel_system: null };
  it.each([
    [car, [null, null, null]],
    [{ ...car, make: "VW", model: "Fusca" }, ["air", "carburettor", false]],
    [{ ...car, model: "Chevette" }, ["water", "carburettor", true]],
    [{ ...car, model: "Fusca", fuel_system: "electric" }, ["air", "electric", false]],
    [{ ...car, model: "Fusca", cooling: "water" }, ["water", "carburettor", null]],
  ])("of %j is %j", (given, [cooling, fuel_system, hasTimingBelt]) =>
    expect(engineOf(given)).toEqual({ cooling, fuel_system, hasTimingBelt }),
  );
});

describe("plannedCar()", () => {
  const beetle = {
    id: "00000000-0000-4000-8000-000000000001",
    name: "VW Fusca 1974",
    fuelSystem: "carburettor",
    cooling: "air",
  };
  it.each([
    ["the car of the garage", { name: "Fusca", vehicleId: beetle.id }, beetle],
    [
      "the typed name without one",
      { name: " Opala ", vehicleId: null },
      { id: null, name: "Opala", fuelSystem: "carburettor", cooling: "water" },
    ],
    [
      "the typed name for a car that left the garage",
      { name: "Kombi", vehicleId: "00000000-0000-4000-8000-000000000002" },
      { id: null, name: "Kombi", fuelSystem: null, cooling: null },
    ],
    ["none without a name", { name: " " }, null],
  ])("is %s", (_, planned, car) => expect(plannedCar(planned, [beetle])).toEqual(car));
});
