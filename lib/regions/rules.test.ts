import { describe, expect, it } from "vitest";
import { classicDurationMin, estimateRoadKm, greatCircleKm, type GeoPoint } from "./rules";

const FLORIANOPOLIS: GeoPoint = { lat: -27.5945, lng: -48.5477 };
const JOINVILLE: GeoPoint = { lat: -26.3045, lng: -48.8487 };
const MANAUS: GeoPoint = { lat: -3.119, lng: -60.0217 };
const BOA_VISTA: GeoPoint = { lat: 2.8235, lng: -60.6758 };

describe("greatCircleKm", () => {
  it.each([
    ["a point and itself", FLORIANOPOLIS, FLORIANOPOLIS, 0],
    ["one degree along the equator", { lat: 0, lng: -50 }, { lat: 0, lng: -51 }, 111.2],
    ["one degree along a meridian", { lat: -20, lng: -50 }, { lat: -21, lng: -50 }, 111.2],
    ["Florianópolis and Joinville", FLORIANOPOLIS, JOINVILLE, 146.5],
    ["Manaus and Boa Vista, across the equator", MANAUS, BOA_VISTA, 664.8],
    ["opposite ends of the earth", { lat: 0, lng: 0 }, { lat: 0, lng: 180 }, 20015.1],
  ])("%s", (_, a, b, km) => {
    expect(greatCircleKm(a, b)).toBeCloseTo(km, 0);
    expect(greatCircleKm(b, a)).toBeCloseTo(km, 0);
  });
});

describe("estimateRoadKm", () => {
  it.each([
    ["no point", [], null],
    ["one point", [JOINVILLE], null],
    ["the same town twice", [JOINVILLE, JOINVILLE], null],
    ["neighbours closer than 5 km", [{ lat: 0, lng: -50 }, { lat: 0, lng: -50.02 }], 5],
    ["146 km in a straight line", [FLORIANOPOLIS, JOINVILLE], 180],
    ["there and back is twice as long", [FLORIANOPOLIS, JOINVILLE, FLORIANOPOLIS], 360],
  ])("%s", (_, points: GeoPoint[], km) => {
    expect(estimateRoadKm(points)).toBe(km);
  });
});

describe("classicDurationMin", () => {
  it.each([
    [55, 60],
    [110, 120],
    [180, 195],
    [1, 5],
  ])("%i km take %i minutes", (km, minutes) => {
    expect(classicDurationMin(km)).toBe(minutes);
  });
});
