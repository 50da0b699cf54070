import { describe, expect, it } from "vitest";
import { tickedPlaces } from "@/lib/commerce/sales/rules";
import type { OfferedPlan } from "./plan-choice";
import { placesOf } from "./plan-places";

const plan: OfferedPlan = {
  id: "p",
  name: "Banner",
  description: "",
  price: "R$ 100,00",
  priceCents: 10_000,
  days: 30,
  daysText: "30 dias",
  placements: ["route_page", "city_page"],
  placementsLimit: 1,
  statesLimit: 2,
  isEverywhere: false,
};

describe("the places of a sale form", () => {
  it("are the ticked ones that the plan offers", () => {
    const values = tickedPlaces({ placements: ["city_page", "home_top"], states: ["SC", "PR"] });
    expect(placesOf(plan, values)).toEqual({ chosen: { placements: ["city_page"], states: ["PR", "SC"] }, errors: {} });
  });

  it("are missing without one, and too many beyond the limit", () => {
    expect(placesOf(plan, {}).errors).toEqual({ placements: ["placementsMissing"], states: ["statesMissing"] });
    const values = tickedPlaces({ placements: ["route_page"], states: ["SC", "PR", "RS"] });
    expect(placesOf(plan, values).errors).toEqual({ states: ["statesMissing"] });
  });

  it("are not chosen where the plan limits nothing, or without a plan", () => {
    const values = tickedPlaces({ placements: ["city_page"], states: ["SC"] });
    const free = { ...plan, placementsLimit: null, statesLimit: null };
    for (const chosen of [free, undefined])
      expect(placesOf(chosen, values)).toEqual({ chosen: { placements: [], states: [] }, errors: {} });
  });
});
