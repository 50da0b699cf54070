import { describe, expect, it } from "vitest";
import { visitor } from "../auth-client";

/** Lauro Müller. */
const CITY = 4209607;

describe("the query for the routes of a city", () => {
  it("returns every stop of a route, not only those in the city, because they decide what its postcard shows", async () => {
    const { data, error } = await visitor()
      .from("regions")
      .select("slug, region_waypoints (kind, name), here:region_waypoints!inner (city_ibge)")
      .eq("here.city_ibge", CITY);
    expect(error).toBeNull();
    const route = data?.find(({ slug }) => slug === "serra-do-rio-do-rastro");
    expect(route?.region_waypoints.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Lauro Müller", "Mirante da Serra do Rio do Rastro", "São Joaquim"]),
    );
    expect(new Set(route?.here.map(({ city_ibge }) => city_ibge))).toEqual(new Set([CITY]));
  });
});
