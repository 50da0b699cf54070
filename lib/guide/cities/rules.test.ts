import { describe, expect, it } from "vitest";
import { cityPath, cityReference, directionLinks, navigationLinks, positionOf } from "./rules";

const TOWN = { lat: -28.4, lng: -49.6 };

describe("cityReference", () => {
  it.each([
    ["4205407", { code: 4205407 }],
    ["sao-joaquim", { slug: "sao-joaquim" }],
    ["2-irmaos", { slug: "2-irmaos" }],
    ["420540", null],
    ["0205407", null],
    ["São-Joaquim", null],
    ["-a", null],
    ["", null],
    ["a".repeat(101), null],
  ])("%s", (segment, reference) => {
    expect(cityReference(segment)).toEqual(reference);
  });
});

describe("positionOf", () => {
  it.each([
    ["its own", { lat: 1, lng: 2, is_approximate: false, city: TOWN }, { lat: 1, lng: 2, precision: "exact" }],
    [
      "an unconfirmed one",
      { lat: 1, lng: 2, is_approximate: true, city: null },
      { lat: 1, lng: 2, precision: "approximate" },
    ],
    ["its town's", { lat: null, lng: null, is_approximate: true, city: TOWN }, { ...TOWN, precision: "town" }],
    ["none", { lat: null, lng: null, is_approximate: false, city: null }, null],
  ])("%s", (_name, row, position) => {
    expect(positionOf(row)).toEqual(position);
  });
});

describe("paths and links", () => {
  it("link to the city page and to navigation", () => {
    expect(cityPath({ state_abbr: "SC", slug: "urubici" })).toBe("/sc/cidade/urubici");
    expect(navigationLinks(TOWN)).toEqual({
      google: "https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=-28.4,-49.6",
      waze: "https://waze.com/ul?ll=-28.4,-49.6&navigate=yes",
    });
    expect(directionLinks({ lat: -27, lng: -49 }, TOWN)).toEqual({
      google: "https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=-28.4,-49.6&origin=-27,-49",
      waze: "https://waze.com/ul?ll=-28.4,-49.6&navigate=yes",
    });
  });
});
