import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { greatCircleKm } from "@/lib/geo/geo/rules";
import { listCities } from "@/lib/geo/municipalities/rules";
import { STATES } from "@/lib/geo/states/rules";
import { isPlaceName, plainName } from "../../scripts/places/filter";
import { ROOT } from "../support/source-files";
import { readRouteStops } from "../../scripts/roads/stops";
import { listMapPlaces } from "../../supabase/seed/map-places";
import { pageRowSchema } from "../../supabase/seed/map-places-schema";

const cities = new Map(listCities().map((city) => [city.ibge_code, city]));
const places = listMapPlaces(cities);
const pages = JSON.parse(readFileSync(path.join(ROOT, "supabase/seed/places/pages.json"), "utf8")) as unknown[];
const south = new Set<string>(STATES.filter(({ region }) => region.startsWith("Su")).map(({ abbr }) => abbr));

describe("pages.json", () => {
  it("has rows with a page of 2022 or later, its sentence and a phone that is one", () => {
    const wrong = pages.flatMap((row) => {
      const { error } = pageRowSchema.safeParse(row);
      return error
        ? [{ row, problems: error.issues.map(({ path: where, message }) => `${where.join(".")}: ${message}`) }]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  it("names municipalities of their state", () => {
    const rows = pages.map((row) => pageRowSchema.parse(row));
    const wrong = rows.filter(({ ibge, uf, town }) => {
      const city = cities.get(ibge);
      return city?.state_abbr !== uf || plainName(city.name) !== plainName(town);
    });
    expect(wrong).toEqual([]);
  });

  it("names each business of a town once", () => {
    const keys = pages
      .map((row) => pageRowSchema.parse(row))
      .map(({ ibge, kind, name }) => `${ibge} ${kind} ${plainName(name)}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  const row = {
    uf: "SC",
    ibge: 4218905,
    town: "Urubici",
    kind: "lodging",
    name: "Pousada das Araucárias",
    address: null,
    phone: "(49) 3278-0000",
    parking: null,
    url: "https://example.org/urubici",
    page_date: "2023-05",
    sentence: "A Pousada das Araucárias fica no centro.",
  };
  it.each([
    ["a page of 2021", { page_date: "2021-12" }],
    ["a date in words", { page_date: "maio de 2023" }],
    ["another protocol", { url: "ftp://example.org/x" }],
    ["no sentence", { sentence: " " }],
    ["a phone without digits", { phone: "a confirmar" }],
    ["an unknown kind", { kind: "motel" }],
    ["an unknown field", { note: "x" }],
  ])("refuses %s", (_, change) => {
    expect(pageRowSchema.safeParse(row).success).toBe(true);
    expect(pageRowSchema.safeParse({ ...row, ...change }).success).toBe(false);
  });
});

describe("map places", () => {
  it("of OpenStreetMap have a name of their own and no motel", () => {
    const osm = places.filter(({ source }) => source === "osm");
    expect(osm.length).toBeGreaterThan(27_000);
    expect(osm.filter((place) => !isPlaceName(place.name, place.class)).map(({ name }) => name)).toEqual([]);
  });

  it("have museums in every state, with their town", () => {
    const museums = places.filter(({ source }) => source === "ibram");
    expect(museums.length).toBeGreaterThan(3100);
    expect(new Set(museums.map(({ state_abbr: state }) => state)).size).toBe(27);
    expect(museums.filter(({ city_ibge: code }) => !cities.has(code!))).toEqual([]);
  });

  it("have no mobile number of a museum or hospital", () => {
    const phones = places.flatMap(({ source, phone }) => (phone && source !== "page" ? [phone] : []));
    expect(phones.filter((phone) => !/^\(\d{2}\) [2-5]\d{3}-\d{4}$|^0800/.test(phone))).toEqual([]);
  });

  it("name lodging within 20 km of 80 % of the stops of the 20 units of N, NE and CO", () => {
    const lodging = places.filter(({ kind }) => kind === "lodging");
    const shares = [true, false].map((isSouth) => {
      const stops = readRouteStops()
        .filter(({ route }) => south.has(route.slice(0, 2)) === isSouth)
        .flatMap((route) => route.stops);
      const near = stops.filter((stop) =>
        lodging.some((bed) => Math.abs(bed.lat - stop.lat) < 0.2 && greatCircleKm(bed, stop) <= 20),
      );
      return { stops: stops.length, near: near.length };
    });
    const [ofSouth, ofNorth] = shares;
    const text = ({ near, stops }: { near: number; stops: number }) => `${near} of ${stops} stops`;
    console.info(`lodging within 20 km: N, NE, CO ${text(ofNorth!)}; S, SE ${text(ofSouth!)}`);
    expect(ofNorth!.near / ofNorth!.stops).toBeGreaterThanOrEqual(0.8);
  });
});
