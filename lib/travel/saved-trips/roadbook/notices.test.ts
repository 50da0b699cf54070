import { describe, expect, it } from "vitest";
import type { LinePoint } from "../../../geo/geo/lines";
import type { CorridorPlace } from "../../facts/rules";
import type { TripDay } from "../../trips/days/rules";
import type { Profile } from "../../trips/schema";
import {
  climbNotices,
  fuelNotices,
  riseNotices,
  steepNotices,
  sunsetNotice,
  surfaceNotices,
  tollNotices,
  viewNotices,
  warningNotices,
  windingNotices,
} from "./notices";
import type { RoadRun, StageLine } from "./runs";

/** About a kilometre of longitude at 10 degrees south. */
const KM = 1 / 109.5;
const road: RoadRun = {
  kind: "road",
  ref: "A-1",
  name: null,
  shared: [],
  roadClass: "primary",
  fromKm: 100,
  toKm: 150,
};

/** 50 km to the east that begin at kilometre 100 of the trip. */
const LINE: StageLine = {
  fromKm: 100,
  toKm: 150,
  points: Array.from({ length: 51 }, (_, km): LinePoint => [-10, -50 + km * KM]),
  kmAt: Array.from({ length: 51 }, (_, km) => 100 + km),
  runs: [road],
  unpaved: [],
};
const at = (km: number, north = 0) => ({ lat: -10 + north * KM, lng: -50 + (km - 100) * KM });
const rounded = <T extends { km: number }>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, km: Math.round(row.km) }));
const place = (name: string, km: number, north: number, facts: Partial<CorridorPlace>): CorridorPlace => ({
  ...at(km, north),
  id: name,
  kind: "service",
  category: null,
  name,
  path: "/",
  km,
  beside: north,
  ...facts,
});

it("surfaceNotices() has the end of the asphalt, ferries and missing roads", () => {
  const ferry: RoadRun = { ...road, kind: "ferry", fromKm: 120, toKm: 121 };
  const straight: RoadRun = { ...road, kind: "straight", fromKm: 130, toKm: 134 };
  const unpaved = [
    { fromKm: 105, toKm: 110 },
    { fromKm: 140, toKm: 150 },
  ];
  expect(surfaceNotices({ ...LINE, runs: [road, ferry, straight], unpaved })).toEqual([
    { km: 105, kind: "unpaved", lengthKm: 5 },
    { km: 140, kind: "unpaved", lengthKm: 10 },
    { km: 110, kind: "paved" },
    { km: 120, kind: "ferry", lengthKm: 1 },
    { km: 130, kind: "straight", lengthKm: 4 },
  ]);
});

it("viewNotices() has viewpoints and photo points beside the stage, each name once", () => {
  const rows = [
    place("Mirante", 110, 0.1, { category: "viewpoint" }),
    place("Mirante", 110, 0.2, { kind: "photo_point" }),
    place("Ponte", 120, 0.5, { kind: "photo_point" }),
    place("Longe", 120, 3, { kind: "photo_point" }),
    place("Hotel", 120, 0, { category: "lodging" }),
  ];
  expect(rounded(viewNotices(LINE, rows)).map((row) => [row.km, "name" in row ? row.name : null])).toEqual([
    [110, "Mirante"],
    [120, "Ponte"],
  ]);
});

it("tollNotices() has a plaza of both directions once, with its price", () => {
  const plazas = [
    { name: "P1", ...at(112), cents: 1230 },
    { name: "P1 sul", ...at(113), cents: null },
    { name: "P2", ...at(140), cents: null },
  ];
  expect(rounded(tollNotices(LINE, plazas))).toEqual([
    { km: 112, kind: "toll", name: "P1", cents: 1230 },
    { km: 140, kind: "toll", name: "P2", cents: null },
  ]);
});

describe("fuelNotices()", () => {
  const fuel = (km: number[], covered = [{ fromKm: 0, toKm: 300 }]) => ({ fuel: { km, covered, unknown: [] } });

  it("names the last station before a gap, and one every 30 km", () => {
    const places = [place("Posto Serra", 60, 0, { category: "fuel" })];
    expect(fuelNotices(fuel([5, 10, 20, 34, 60, 120]), places)).toEqual([
      { km: 5, kind: "fuel", name: null, nextKm: null },
      { km: 60, kind: "fuel", name: "Posto Serra", nextKm: 60 },
      { km: 120, kind: "fuel", name: null, nextKm: null },
    ]);
  });

  it("names one of several stations at the same place", () => {
    expect(fuelNotices(fuel([50, 50.4, 50.8, 100]), []).map(({ km }) => km)).toEqual([50.8, 100]);
  });

  it("does not measure a gap through a state without data", () => {
    const covered = [
      { fromKm: 0, toKm: 20 },
      { fromKm: 80, toKm: 300 },
    ];
    expect(fuelNotices(fuel([10, 100], covered), [])).toEqual([
      { km: 10, kind: "fuel", name: null, nextKm: null },
      { km: 100, kind: "fuel", name: null, nextKm: null },
    ]);
  });
});

describe("climbs", () => {
  const profile: Profile = [
    [
      [0, 100, 0],
      [10, 120, 10],
      [18, 760, 18],
      [25, 760, 25],
      [30, 510, 30],
      [40, 510, 40],
    ],
  ];

  it("are those where the altitudes are known, with their mean and steepest slope", () => {
    const found = climbNotices(profile).map((one) => ("percent" in one && "metres" in one ? one : null)!);
    expect(found.map(({ kind, km, lengthKm }) => [kind, Math.round(km), Math.round(lengthKm)])).toEqual([
      ["climb", 10, 8],
      ["descent", 25, 5],
    ]);
    expect(found[0]!.percent).toBeCloseTo(8, 0);
    expect(found[0]!.steepest).toBeCloseTo(8, 1);
  });

  it("take the recordings of the guide elsewhere", () => {
    const grades = [
      { fromKm: 12, toKm: 14, percent: 9 },
      { fromKm: 50, toKm: 51, percent: 6 },
      { fromKm: 51.5, toKm: 53, percent: 9 },
      { fromKm: 60, toKm: 62, percent: 2 },
    ];
    expect(steepNotices(grades, profile)).toEqual([{ km: 50, kind: "steep", lengthKm: 3, percent: 9 }]);
  });
});

it("riseNotices() has towns far above each other where no altitude between them is known", () => {
  const town = (name: string, km: number, metres: number | null) => ({ name, km, metres, lat: 0, lng: 0 });
  const passed = [
    town("A", 10, 20),
    town("B", 30, 200),
    town("C", 40, null),
    town("D", 60, 1245),
    town("E", 90, 220),
    town("F", 190, 700),
  ];
  expect(riseNotices(passed, [])).toEqual([
    { km: 30, kind: "rise", lengthKm: 30, name: "D", fromMetres: 200, toMetres: 1245 },
    { km: 60, kind: "fall", lengthKm: 30, name: "E", fromMetres: 1245, toMetres: 220 },
  ]);
  const profile: Profile = [
    [
      [40, 300, 0],
      [50, 900, 10],
    ],
  ];
  expect(riseNotices(passed, profile).map(({ kind }) => kind)).toEqual(["fall"]);
});

it("windingNotices() has a stretch with bend after bend, not a single bend", () => {
  // Between kilometre 110 and 120 of the trip the road goes to and fro four times a kilometre.
  const points = LINE.points.flatMap((point, index): LinePoint[] => {
    if (index < 10 || index >= 20) return [point];
    return [0, 1, 2, 3].map((step): LinePoint => [point[0] + (step % 2) * 0.15 * KM, point[1] + step * 0.25 * KM]);
  });
  const kmAt = points.map(([, lng]) => 100 + (lng + 50) / KM);
  const [found, ...others] = windingNotices({ ...LINE, points, kmAt });
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: "winding" });
  expect(Math.abs(found!.km - 110)).toBeLessThanOrEqual(1);
  const corner: LinePoint[] = [...LINE.points.slice(0, 25), [-10.2, -50 + 25 * KM]];
  expect(windingNotices({ ...LINE, points: corner, kmAt: corner.map((_, index) => 100 + index * 2) })).toEqual([]);
});

it("sunsetNotice() is where the sun sets between two stops", () => {
  const time = (km: number, arrive: number, leave: number) => ({ km, arrive, leave, sunset: 18 * 60 + 30 });
  const day = { stops: [time(0, 900, 900), time(100, 1020, 1080), time(200, 1200, 1200)] } as unknown as TripDay;
  expect(sunsetNotice(day)).toEqual([{ km: 125, kind: "sunset", minutes: 1110 }]);
});

describe("warningNotices()", () => {
  const route = (...stops: { lat: number; lng: number }[]) => ({ name: "Serra", texts: ["Neblina."], stops });

  it("has the warnings of a route of the guide that the stage follows", () => {
    const found = warningNotices(LINE, [route(at(110), at(125), at(140), at(125, 20))]);
    expect(rounded(found)).toEqual([{ km: 110, kind: "warning", name: "Serra", texts: ["Neblina."] }]);
  });

  it("has none of a route that only begins or crosses here, or has no warning", () => {
    expect(warningNotices(LINE, [route(at(110), at(112), at(112, 60))])).toEqual([]);
    expect(warningNotices(LINE, [{ ...route(at(110), at(140)), texts: [] }])).toEqual([]);
    expect(warningNotices(LINE, [route(at(110))])).toEqual([]);
  });
});
