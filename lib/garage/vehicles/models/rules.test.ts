import { describe, expect, it } from "vitest";
import { CAR_MODELS, engineOf, modelIn } from "./rules";

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
