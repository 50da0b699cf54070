import { describe, expect, it } from "vitest";
import { sunDay, sunPosition } from "./rules";

const GOLDEN = { lat: 39.742476, lng: -105.1786 };
const SAO_PAULO = { lat: -23.55, lng: -46.633 };
const MACAPA = { lat: 0.034, lng: -51.07 };

describe("sunPosition", () => {
  it("matches Meeus, examples 25.a and 28.a: declination and equation of time on 13 October 1992, 0 h", () => {
    // Where the sun is due south at that moment; refraction at this elevation is 0.018°.
    const noon = { lat: 40, lng: 180 - (13 + 42.6 / 60) / 4 };
    const sun = sunPosition(new Date("1992-10-13T00:00:00Z"), noon);
    expect(sun.azimuth).toBeCloseTo(180, 1);
    expect(sun.elevation).toBeCloseTo(90 - 40 - 7.785 + 0.018, 2);
  });

  it("matches the example of NREL's Solar Position Algorithm (TP-560-34302)", () => {
    const sun = sunPosition(new Date("2003-10-17T19:30:30Z"), GOLDEN);
    expect(sun.azimuth).toBeCloseTo(194.34, 1);
    // NREL's example includes refraction: e = 90° - 50.11162°.
    expect(sun.elevation).toBeCloseTo(39.888, 2);
  });

  it("is north at noon in the southern hemisphere and south at noon in the northern", () => {
    expect(
      Math.cos((sunPosition(new Date("2026-06-21T15:07:00Z"), SAO_PAULO).azimuth * Math.PI) / 180),
    ).toBeGreaterThan(0.99);
    expect(sunPosition(new Date("2026-06-21T19:02:00Z"), GOLDEN).azimuth).toBeGreaterThan(170);
  });

  it("is east at sunrise on the equinox", () => {
    const day = sunDay(new Date("2026-03-20T12:00:00Z"), MACAPA);
    expect(sunPosition(day!.sunrise, MACAPA).azimuth).toBeCloseTo(90, 0);
    expect(sunPosition(day!.sunset, MACAPA).azimuth).toBeCloseTo(270, 0);
  });
});

/** Minutes since midnight in a time zone, with seconds as a fraction. */
function minutesAt(date: Date | undefined, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).format(date);
  const [hours = 0, minutes = 0, seconds = 0] = parts.split(":").map(Number);
  return hours * 60 + minutes + seconds / 60;
}

describe("sunDay", () => {
  it("matches the sunrise of NREL's example, 06:12:43", () => {
    const day = sunDay(new Date("2003-10-17T19:30:30Z"), GOLDEN);
    expect(minutesAt(day?.sunrise, "Etc/GMT+7")).toBeCloseTo(6 * 60 + 12 + 43 / 60, 0);
  });

  it.each([
    ["2026-06-21T03:30:00Z", [6, 47], [17, 28]],
    ["2026-06-22T02:30:00Z", [6, 47], [17, 28]],
    ["2026-12-21T15:00:00Z", [5, 17], [18, 52]],
  ])(
    "around %s in São Paulo sunrise is at %o and sunset at %o, to the minute as in almanacs",
    (at, [upHour = 0, upMinute = 0], [downHour = 0, downMinute = 0]) => {
      const day = sunDay(new Date(at), SAO_PAULO);
      expect(Math.abs(minutesAt(day?.sunrise, "America/Sao_Paulo") - (upHour * 60 + upMinute))).toBeLessThan(1.1);
      expect(Math.abs(minutesAt(day?.sunset, "America/Sao_Paulo") - (downHour * 60 + downMinute))).toBeLessThan(1.1);
    },
  );

  it("is null when the sun does not set", () => {
    expect(sunDay(new Date("2026-06-21T12:00:00Z"), { lat: 75, lng: 20 })).toBeNull();
    expect(sunDay(new Date("2026-12-21T12:00:00Z"), { lat: 75, lng: 20 })).toBeNull();
  });
});
