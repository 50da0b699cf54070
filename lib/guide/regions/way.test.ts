import { describe, expect, it } from "vitest";
import {
  basisOfWay,
  kmAtStopsOfWay,
  longestFuelGap,
  pointsOnWay,
  positionOnWay,
  roadsOnWay,
  rowsAlongWay,
  sectionsOf,
  sourcesOfWay,
  wayOf,
  withLength,
  type Leg,
} from "./way";

/** Encoded [[-10, -50], [-9.9, -50], [-9.8, -50]]; one tenth of a degree is 11.1 km. */
const NORTH = encode([
  [-10, -50],
  [-9.9, -50],
  [-9.8, -50],
]);

function encode(points: [number, number][]): string {
  let [lastLat, lastLng, text] = [0, 0, ""];
  const add = (delta: number) => {
    let value = delta < 0 ? ~(delta << 1) : delta << 1;
    for (; value >= 32; value >>= 5) text += String.fromCharCode((32 | (value & 31)) + 63);
    text += String.fromCharCode(value + 63);
  };
  for (const [lat, lng] of points) {
    add(Math.round(lat * 1e5) - lastLat);
    add(Math.round(lng * 1e5) - lastLng);
    [lastLat, lastLng] = [Math.round(lat * 1e5), Math.round(lng * 1e5)];
  }
  return text;
}

const STOPS = [
  { position: 1, lat: -10, lng: -50 },
  { position: 2, lat: null, lng: null },
  { position: 3, lat: -9.8, lng: -50 },
  { position: 4, lat: -9.7, lng: -50 },
];

const leg = (change: Partial<Leg> = {}): Leg => ({
  from_position: 1,
  to_position: 3,
  from_lat: -10,
  from_lng: -50,
  to_lat: -9.8,
  to_lng: -50,
  needs: [],
  km: 24,
  line: NORTH,
  sources: { osm: 24 },
  quality: "traced",
  joins: [],
  roads: ["TO-010"],
  classes: {},
  points: [],
  has_fuel_data: true,
  skip: null,
  ...change,
});

const SKIPPED = { km: null, line: null, quality: null, skip: "no-path" };
const LAST = leg({
  from_position: 3,
  to_position: 4,
  from_lat: -9.8,
  to_lat: -9.7,
  line: encode([
    [-9.8, -50],
    [-9.7, -50],
  ]),
  km: 12,
  roads: ["TO-010", "TO-020"],
});

describe("wayOf", () => {
  it.each([
    ["all legs traced", [leg(), LAST], ["traced", "traced"], "traced"],
    ["no legs", [], ["unknown", "unknown"], "estimated"],
    ["a skipped leg", [leg(SKIPPED), LAST], ["unknown", "traced"], "estimated"],
    ["a coarse leg", [leg({ quality: "simplified" }), LAST], ["simplified", "traced"], "traced"],
    ["a straight connection of a third", [leg({ joins: [[0, 1]] }), LAST], ["traced", "traced"], "estimated"],
    ["a stop that moved", [leg({ to_lat: -9.7 }), LAST], ["unknown", "traced"], "estimated"],
    [
      "a line from a switched source before a gap",
      [leg(SKIPPED), leg({ needs: ["sie-sc"] }), LAST],
      ["traced", "traced"],
      "traced",
    ],
    [
      "a line from a switched source before a coarse one",
      [leg({ quality: "simplified" }), leg({ needs: ["der-sp"] }), LAST],
      ["traced", "traced"],
      "traced",
    ],
  ])("%s", (_name, legs, styles, basis) => {
    const way = wayOf(STOPS, legs);
    expect(way.map(({ style }) => style)).toEqual(styles);
    expect(basisOfWay(way)).toBe(basis);
  });

  it("adds the kilometres of legs, and 1.23 times the straight line of gaps", () => {
    expect(wayOf(STOPS, [leg()]).map(({ fromKm, km }) => [fromKm, Math.round(km * 10) / 10])).toEqual([
      [0, 24],
      [24, 13.7],
    ]);
  });

  it("uses an imported recording instead of every leg", () => {
    const way = wayOf(
      STOPS,
      [leg(), LAST],
      [
        [-10, -50],
        [-9.7, -50],
      ],
      40,
    );
    expect(way.map(({ km, style, leg: used }) => [km, style, used])).toEqual([[40, "traced", null]]);
    expect(kmAtStopsOfWay(way, STOPS)).toEqual([0, null, 27, 40]);
  });
});

describe("basisOfWay", () => {
  const piece = (joinedKm: number) => ({
    fromKm: 0,
    km: 100,
    line: [],
    kmAt: [0, joinedKm, 100],
    style: "traced" as const,
    joins: [[0, 1] as const],
    leg: null,
  });
  it.each([
    [0, "traced"],
    [2, "traced"],
    [2.1, "joined"],
    [5, "joined"],
    [5.1, "estimated"],
  ])("with %d % of straight connections is %s", (share, basis) => {
    expect(basisOfWay([piece(share)])).toBe(basis);
  });

  it("of nothing is estimated", () => expect(basisOfWay([])).toBe("estimated"));
});

describe("withLength", () => {
  const way = () => wayOf(STOPS, [leg(), LAST]);
  const marks = (shown: number | null) => kmAtStopsOfWay(withLength(way(), shown), STOPS).at(-1);
  it.each([
    ["nothing is shown", null, 36],
    ["an editor's length within 10 % is shown", 34, 34],
    ["another way is shown", 60, 36],
  ])("when %s, the last stop is at %s km", (_name, shown, last) => {
    expect(marks(shown)).toBe(last);
  });

  it("moves the points beside the way with it", () => {
    const points = [{ kind: "toll", km: 12, beside: 0, name: "", road: "", lat: 0, lng: 0, source: "" }];
    const half = wayOf(STOPS, [leg({ points }), LAST]);
    expect(pointsOnWay(withLength(half, 37.8), "toll").map(({ km }) => Math.round(km * 10) / 10)).toEqual([12.6]);
  });
});

describe("sectionsOf", () => {
  it.each([
    ["joins neighbouring legs of the same style", [leg(), LAST], [["traced", 4]]],
    [
      "starts a section where the style changes",
      [leg({ quality: "simplified" }), LAST],
      [
        ["simplified", 3],
        ["traced", 2],
      ],
    ],
    [
      "draws a gap as a straight section",
      [leg()],
      [
        ["traced", 3],
        ["unknown", 2],
      ],
    ],
    [
      "draws a straight connection inside a leg as unknown",
      [leg({ joins: [[0, 1]] }), LAST],
      [
        ["unknown", 2],
        ["traced", 3],
      ],
    ],
  ])("%s", (_name, legs, sections) => {
    expect(sectionsOf(wayOf(STOPS, legs)).map(({ style, line }) => [style, line.length])).toEqual(sections);
  });
});

describe("positions on a way", () => {
  it("gives each stop its kilometre mark", () => {
    expect(kmAtStopsOfWay(wayOf(STOPS, [leg(), LAST]), STOPS)).toEqual([0, null, 24, 36]);
  });

  it("measures a point along the road and beside it", () => {
    const position = positionOnWay(wayOf(STOPS, [leg(), LAST]), { lat: -9.9, lng: -49.99 });
    expect([Math.round(position!.kmAlong), Math.round(position!.kmBeside)]).toEqual([12, 1]);
  });

  it("gives no position beside a gap", () => {
    expect(positionOnWay(wayOf(STOPS, []), { lat: -9.9, lng: -50 })).toBeNull();
  });
});

describe("rowsAlongWay", () => {
  const row = (name: string, lat: number | null, lng: number) => ({
    name,
    lat,
    lng: lat === null ? null : lng,
    km: 3,
    basis: "position" as const,
  });
  const rows = [row("far", -9.9, -49), row("late", -9.75, -50), row("town", null, 0), row("early", -9.95, -50.01)];

  it("orders rows beside the line by kilometre mark, before the others", () => {
    const found = rowsAlongWay(rows, wayOf(STOPS, [leg(), LAST]));
    expect(
      found.map(({ name, km, kmAlong }) => [name, Math.round(km!), kmAlong === undefined ? null : Math.round(kmAlong)]),
    ).toEqual([
      ["early", 1, 6],
      ["late", 0, 30],
      ["far", 3, null],
      ["town", 3, null],
    ]);
  });

  it("changes nothing without a line", () => {
    expect(rowsAlongWay(rows, wayOf(STOPS, []))).toEqual(rows);
  });
});

describe("facts of a way", () => {
  const fuel = (km: number) => ({ kind: "fuel", km, beside: 0, name: "", road: "", lat: 0, lng: 0, source: "" });

  it("lists roads and sources once", () => {
    const way = wayOf(STOPS, [leg(), LAST]);
    expect(roadsOnWay(way)).toEqual(["TO-010", "TO-020"]);
    expect(sourcesOfWay(way)).toEqual(["osm"]);
  });

  it("counts the kilometres of points from the start of the route", () => {
    const way = wayOf(STOPS, [leg(), { ...LAST, points: [fuel(5)] }]);
    expect(pointsOnWay(way, "fuel").map(({ km }) => km)).toEqual([29]);
    expect(pointsOnWay(way, "toll")).toEqual([]);
  });

  it.each([
    ["between start, stations and end", [fuel(10)], true, { fromKm: 10, km: 26 }],
    ["without any station it is the whole way", [], true, { fromKm: 0, km: 36 }],
    ["unknown where a leg has no data", [fuel(10)], false, null],
  ])("the longest stretch without fuel: %s", (_name, points, has_fuel_data, gap) => {
    expect(longestFuelGap(wayOf(STOPS, [leg({ points }), { ...LAST, has_fuel_data }]))).toEqual(gap);
  });

  it("has no longest stretch over a gap", () => {
    expect(longestFuelGap(wayOf(STOPS, [leg()]))).toBeNull();
  });
});
