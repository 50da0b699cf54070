import { describe, expect, it } from "vitest";
import { goodMonths, hotMonths, middleOf, nearestStation, sunMonths, type Normals } from "./rules";

const year = (value: number) => Array.from({ length: 12 }, () => value);
const normals = (change: Partial<Normals>): Normals => ({
  max_c: year(25),
  min_c: year(15),
  rain_mm: [200, 190, 180, 100, 60, 40, 30, 35, 70, 120, 150, 195],
  ...change,
});
const without = (values: readonly number[], ...months: number[]) =>
  values.map((value, index) => (months.includes(index + 1) ? null : value));

describe("good months", () => {
  it.each([
    ["the drier half of the year", {}, [4, 5, 6, 7, 8, 9]],
    ["without those from 32 °C on", { max_c: [...year(25).slice(0, 7), 31.9, 32, 25, 25, 25] }, [4, 5, 6, 7, 8]],
    ["without those below 15 °C", { max_c: [25, 25, 25, 25, 25, 14.9, 15, 25, 25, 25, 25, 25] }, [4, 5, 7, 8, 9]],
    ["every month where rain is the same all year", { rain_mm: year(80) }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ["none when a month has no rain value", { rain_mm: without(year(80), 3) }, []],
    ["none when a month has no maximum", { max_c: without(year(25), 3) }, []],
    ["none where every month is hot", { max_c: year(34) }, []],
  ])("are %s", (_, change, expected) => {
    expect(goodMonths(normals(change))).toEqual(expected);
  });
});

describe("hot months", () => {
  it.each([
    ["none below 32 °C", year(31.9), []],
    ["those from 32 °C on", [...year(30).slice(0, 9), 32, 35.2, 31.9], [10, 11]],
    ["not those without a value", without(year(33), 1, 2, 3, 4, 5, 6), [7, 8, 9, 10, 11, 12]],
  ])("are %s", (_, max_c, expected) => {
    expect(hotMonths(normals({ max_c }))).toEqual(expected);
  });
});

describe("the nearest station", () => {
  const lages = { lat: -27.8, lng: -50.33 };
  // One degree of latitude is 111 km.
  const station = (code: string, north: number, change: Partial<Normals> = {}) => ({
    ...normals(change),
    code,
    name: code,
    state_abbr: "SC",
    lat: lages.lat + north,
    lng: lages.lng,
  });
  const codeOf = (...stations: ReturnType<typeof station>[]) => nearestStation(lages, stations)?.station.code ?? null;

  it.each([
    ["is the one with the shortest distance", [station("far", 1), station("near", 0.5)], "near"],
    ["is at most 150 km away", [station("150", 1.345)], "150"],
    ["is none farther than 150 km", [station("152", 1.37)], null],
    ["has ten months of rain", [station("near", 0, { rain_mm: without(year(9), 1, 2, 3) }), station("far", 1)], "far"],
    ["has ten months of maxima", [station("near", 0, { max_c: year(0).map(() => null) }), station("far", 1)], "far"],
    ["may lack two months", [station("near", 0, { max_c: without(year(9), 1, 2) }), station("far", 1)], "near"],
    ["may lack the minima", [station("near", 0, { min_c: year(0).map(() => null) })], "near"],
    ["is none without stations", [], null],
  ])("%s", (_, stations, expected) => {
    expect(codeOf(...stations)).toBe(expected);
  });

  it("has the distance of the station", () => {
    expect(nearestStation(lages, [station("near", 1)])?.km).toBeCloseTo(111.2, 1);
  });
});

describe("the middle of a route", () => {
  const at = (lng: number | null) => ({ lat: lng === null ? null : 0, lng });
  it.each([
    ["is halfway along the stops", [at(-50), at(-49), at(-46)], -48],
    ["ignores stops without a position", [at(-50), at(null), at(-46)], -48],
    ["is the only stop", [at(-50)], -50],
    ["is the stop when all are equal", [at(-50), at(-50)], -50],
    ["of a way there and back is the turning point", [at(-50), at(-46), at(-50)], -46],
  ])("%s", (_, stops, lng) => {
    expect(middleOf(stops)?.lng).toBeCloseTo(lng, 3);
  });

  it("is null without a position", () => {
    expect(middleOf([at(null)])).toBeNull();
  });
});

describe("sun times of the months", () => {
  const clock = (moment: string | undefined, timeZone: string) =>
    new Intl.DateTimeFormat("pt-BR", { timeZone, timeStyle: "short" }).format(new Date(moment ?? ""));

  // Expected times: noon from the longitude and the equation of time, half of the day length before and after it.
  it.each([
    ["São Paulo in January", { lat: -23.55, lng: -46.63 }, "SP", 1, /^05:3[0-3]$/, /^18:5[6-9]$/],
    ["São Paulo in June", { lat: -23.55, lng: -46.63 }, "SP", 6, /^06:4[5-8]$/, /^17:2[7-9]$/],
    ["Rio Branco, two hours earlier", { lat: -9.97, lng: -67.81 }, "AC", 1, /^05:2[0-4]$/, /^1(?:7:5[89]|8:0[0-2])$/],
  ] as const)("are local times: %s", (_, point, abbr, month, sunrise, sunset) => {
    const { timeZone, months } = sunMonths(point, abbr);
    expect(months).toHaveLength(12);
    expect(clock(months[month - 1]?.sunrise, timeZone)).toMatch(sunrise);
    expect(clock(months[month - 1]?.sunset, timeZone)).toMatch(sunset);
  });
});
