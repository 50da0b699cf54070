import { describe, expect, it } from "vitest";
import { listCities } from "../../../geo/municipalities/rules";
import { tripPlanSchema } from "../../../travel/trips/schema";
import { startPlanOf, townOf } from "./rules";

const towns = listCities();
const nameOf = (typed: string, states: string[] = []) => {
  const town = townOf(typed, states, towns);
  return town && `${town.name}/${town.state_abbr}`;
};

describe("townOf", () => {
  it.each([
    ["Lages, SC", "Lages/SC"],
    ["lages/sc", "Lages/SC"],
    ["Lages - Santa Catarina", "Lages/SC"],
    ["Sao Joaquim (SC)", "São Joaquim/SC"],
    ["Xique-Xique", "Xique-Xique/BA"],
    ["Xique-Xique - BA", "Xique-Xique/BA"],
    ["Urubici", "Urubici/SC"],
    ["Palmas/TO", "Palmas/TO"],
  ])("finds %s", (typed, expected) => expect(nameOf(typed)).toBe(expected));

  it.each(["Serra gaúcha", "Minha casa em Lages", "", "Lages/RS", "Santa Inês"])("does not guess %s", (typed) =>
    expect(nameOf(typed)).toBeNull(),
  );

  it("finds a name that several states have when only one of them is in the application", () => {
    expect(nameOf("Palmas")).toBeNull();
    expect(nameOf("Palmas", ["PR", "SC"])).toBe("Palmas/PR");
    expect(nameOf("Palmas", ["PR", "TO"])).toBeNull();
  });
});

describe("startPlanOf", () => {
  const request = {
    origin: "Lages, SC",
    destination: "Praia do Rosa",
    states: ["SC"],
    start_on: "2027-01-10",
    km_per_day: 250,
    vehicles: ["Fusca 1969"],
  };

  it("takes title, first day, pace, car and the towns that it can match", () => {
    const { plan, unknown } = startPlanOf(request, towns);
    expect(plan).toMatchObject({
      title: "Lages, SC → Praia do Rosa",
      leaveOn: "2027-01-10",
      maxKmPerDay: 250,
      car: { name: "Fusca 1969" },
      stops: [{ name: "Lages (SC)" }],
    });
    expect(unknown).toEqual(["Praia do Rosa"]);
    expect(tripPlanSchema.safeParse(plan).success).toBe(true);
  });

  it("is valid for the longest texts, and names no car when there are several", () => {
    const long = {
      ...request,
      origin: "o".repeat(160),
      destination: "d".repeat(160),
      vehicles: ["a".repeat(120), "b"],
    };
    const { plan } = startPlanOf(long, towns);
    expect(tripPlanSchema.safeParse(plan).success).toBe(true);
    expect(plan.car.name).toBe("");
  });
});
