import { describe, expect, it } from "vitest";
import type { LinePoint } from "../geo/lines";
import { EmbeddedRouter } from "./embedded";
import type { NetworkLine } from "./network-file";
import type { Layer } from "./network-layers";
import { buildRoadGraph } from "./road-graph";
import { ROAD_CLASSES, type Avoidable, type RoadClass } from "./rules";

const lineOf = (roadClass: RoadClass, ref: string | null, ...points: LinePoint[]): NetworkLine => ({
  roadClass: ROAD_CLASSES.indexOf(roadClass),
  ref,
  flag: 0,
  points: points.flatMap(([lat, lng]) => [Math.round(lng * 1e5), Math.round(lat * 1e5)]),
});

const layerOf = (source: string, lines: NetworkLine[]): Layer => ({ source, fillsGaps: false, isCoarse: false, lines });
const routerOf = (layers: Layer[]) => new EmbeddedRouter(buildRoadGraph(layers), new Map());

// Three towns 0.5 degrees (about 55 km) apart; a motorway leads straight from A to B, a road through C avoids it.
const [A, B, C, D]: [LinePoint, LinePoint, LinePoint, LinePoint] = [
  [-10, -50],
  [-10, -49],
  [-10.2, -49.5],
  [-10, -48.5],
];
const NETWORK = [
  lineOf("motorway", "BR-1", A, [-10, -49.5], B),
  lineOf("primary", "XX-2", A, C),
  lineOf("primary", "XX-3", C, B),
  lineOf("ferry", null, B, D),
];

describe("one-way lines", () => {
  const oneWay = (line: NetworkLine): NetworkLine => ({ ...line, isOneWay: true });
  // A block: its long side from A to B is one-way, the way around is C.
  const block = [oneWay(NETWORK[0]!), NETWORK[1]!, NETWORK[2]!, NETWORK[3]!];
  const refsOf = (lines: NetworkLine[], points: LinePoint[]) =>
    routerOf([layerOf("base", lines)])
      .route(points, [])
      .sections.map(({ ref, kind }) => ref ?? kind);

  it("are driven in their direction only", () => {
    expect(refsOf(block, [A, B])).toEqual(["BR-1"]);
    expect(refsOf(block, [B, A])).toEqual(["XX-3", "XX-2"]);
    expect(refsOf(block, [B, A, B])).toEqual(["XX-3", "XX-2", "BR-1"]);
  });

  it("are left in their direction by a route that begins or ends on them", () => {
    const [first, second]: LinePoint[] = [
      [-10, -49.8],
      [-10, -49.3],
    ];
    expect(refsOf(block, [first!, second!])).toEqual(["BR-1"]);
    const around = routerOf([layerOf("base", block)]).route([second!, first!], [], false);
    expect(around.sections.map(({ ref }) => ref)).toEqual(["BR-1", "XX-3", "XX-2", "BR-1"]);
    expect(around.km).toBeGreaterThan(150);
  });

  it("become one line with those that continue in the same direction, in any order of the file", () => {
    const middle: LinePoint = [-10, -49.5];
    const halves = [oneWay(lineOf("motorway", "BR-1", middle, B)), oneWay(lineOf("motorway", "BR-1", A, middle))];
    for (const lines of [halves, halves.toReversed()]) {
      expect(refsOf([...lines, NETWORK[1]!, NETWORK[2]!], [A, B])).toEqual(["BR-1"]);
      expect(refsOf([...lines, NETWORK[1]!, NETWORK[2]!], [B, A])).toEqual(["XX-3", "XX-2"]);
    }
    const apart = [oneWay(lineOf("motorway", "BR-1", A, middle)), oneWay(lineOf("motorway", "BR-1", B, middle))];
    expect(refsOf([...apart, NETWORK[1]!, NETWORK[2]!], [A, B])).toEqual(["XX-2", "XX-3"]);
  });

  it("that cannot be left again are no place to begin or end at", () => {
    const ramp = oneWay(lineOf("motorway", "RAMP", A, [-9.99, -50.1]));
    const { sections } = routerOf([layerOf("base", [...NETWORK, ramp])]).route([[-9.99, -50.1], B], []);
    expect(sections.map(({ ref, kind }) => ref ?? kind)).toEqual(["off-network", "BR-1"]);
  });
});

it("that end beside another one are connected with it only where they have no common vertices", () => {
  const spur = lineOf("minor", null, C, [-10.0001, -49.75]);
  const linesOf = (facts: Partial<Layer>) =>
    buildRoadGraph([{ ...layerOf("base", [...NETWORK.slice(0, 3), spur]), ...facts }]).table.count;
  expect(linesOf({})).toBe(5);
  expect(linesOf({ isExact: true })).toBe(4);
});

it("have altitudes at the kilometres of the route also after a way that is an estimate", () => {
  const climb = Array.from({ length: 5 }, (_, at): LinePoint => [-10, -50 + at * 0.005]);
  const hill = { ...lineOf("primary", "XX-1", ...climb), heights: [0, 50, 100, 75, 50] };
  const route = routerOf([layerOf("base", [hill])]).route([[-11, -50], climb[0]!, climb[4]!], []);
  expect(route.legs[0]!.isUnknown).toBe(true);
  expect(route.ground![0]!.at(-1)![0]).toBeCloseTo(route.km, 1);
});

describe("surfaces and names", () => {
  const earth: NetworkLine = { ...lineOf("secondary", "XX-1", A, B), surface: "unpaved" };
  const asphalt = NETWORK.slice(1, 3).map((line): NetworkLine => ({ ...line, surface: "paved" }));

  it("are facts of the sections, and earth takes longer", () => {
    const { sections, minutes, km } = routerOf([layerOf("base", [{ ...earth, name: "Estrada Velha" }])]).route(
      [A, B],
      [],
    );
    expect(sections).toMatchObject([{ surface: "unpaved", name: "Estrada Velha", ref: "XX-1" }]);
    expect(minutes).toBe(Math.round((km / 30) * 60));
  });

  it("let a route avoid earth where it can", () => {
    const roads = routerOf([layerOf("base", [{ ...earth, roadClass: ROAD_CLASSES.indexOf("trunk") }, ...asphalt])]);
    const refsWith = (avoid: Avoidable[]) => roads.route([A, B], avoid).sections.map(({ ref }) => ref);
    expect(refsWith(["unpaved"])).toEqual(["XX-2", "XX-3"]);
    expect(roads.route([A, B], ["unpaved"])).toMatchObject({ unavoidable: [], unsupported: [] });
    const only = routerOf([layerOf("base", [earth])]).route([A, B], ["unpaved"]);
    expect(only.unavoidable).toEqual([{ kind: "unpaved", km: expect.closeTo(109.5, 0) as number }]);
    expect(only.unsupported).toEqual([]);
  });

  it("separate sections where the asphalt ends, and streets without a number by their names", () => {
    const middle: LinePoint = [-10, -49.5];
    const half = (ref: string | null, from: LinePoint, to: LinePoint, facts: Partial<NetworkLine>) => ({
      ...lineOf("secondary", ref, from, to),
      ...facts,
    });
    const sectionsOf = (lines: NetworkLine[]) => routerOf([layerOf("base", lines)]).route([A, B], []).sections;
    const [paved, unpaved] = [{ surface: "paved" }, { surface: "unpaved" }] as const;
    expect(sectionsOf([half("X", A, middle, paved), half("X", middle, B, unpaved)])).toHaveLength(2);
    expect(sectionsOf([half("X", A, middle, { name: "a" }), half("X", middle, B, { name: "b" })])).toHaveLength(1);
    expect(sectionsOf([half(null, A, middle, { name: "a" }), half(null, middle, B, { name: "b" })])).toHaveLength(2);
  });
});

describe("altitudes", () => {
  // 21.9 km of road: up 1,000 m on the first half, down 500 m on the second.
  const climb = [0, 0.05, 0.1, 0.15, 0.2].map((east): LinePoint => [-10, -50 + east]);
  const hill: NetworkLine = { ...lineOf("primary", "XX-1", ...climb), heights: [0, 500, 1000, 750, 500] };
  const groundOf = (lines: NetworkLine[], points: LinePoint[]) =>
    routerOf([layerOf("base", lines)]).route(points, []).ground;
  const dense = (line: NetworkLine): NetworkLine => {
    const steps = Array.from({ length: 101 }, (_, index) => index / 25);
    const between = (values: number[], at: number) => {
      const [low, high] = [values[Math.floor(at)]!, values[Math.ceil(at)]!];
      return low + (high - low) * (at % 1);
    };
    const [lngs, lats] = [0, 1].map((axis) => line.points.filter((_, index) => index % 2 === axis)) as [
      number[],
      number[],
    ];
    return {
      ...line,
      points: steps.flatMap((at) => [Math.round(between(lngs, at)), Math.round(between(lats, at))]),
      heights: steps.map((at) => Math.round(between(line.heights!, at))),
    };
  };

  it("become the profile of a route, in both directions", () => {
    const there = groundOf([dense(hill)], [climb[0]!, climb[4]!])!;
    expect(there).toHaveLength(1);
    const rounded = (part: [number, number, number][]) => part.map(([km, metres]) => [Math.round(km), metres]);
    expect(rounded(there[0]!)[0]).toEqual([0, 0]);
    expect(Math.max(...there[0]!.map(([, metres]) => metres))).toBeGreaterThan(970);
    const back = groundOf([dense(hill)], [climb[4]!, climb[0]!])!;
    expect(back[0]!.at(-1)![1]).toBeCloseTo(there[0]![0]![1], 0);
    expect(back[0]![0]![1]).toBeCloseTo(there[0]!.at(-1)![1], 0);
  });

  it("are not known over a kilometre without one, nor where no line has them", () => {
    expect(groundOf([hill], [climb[0]!, climb[4]!])).toBeUndefined();
    expect(groundOf([lineOf("primary", "XX-1", ...climb)], [climb[0]!, climb[4]!])).toBeUndefined();
    const flat = dense({ ...hill, ref: "XX-1" });
    const other = lineOf("primary", "XX-2", climb[4]!, [-10, -49.7]);
    const ground = groundOf([flat, other], [climb[0]!, [-10, -49.7]])!;
    expect(ground[0]!.at(-1)![0]).toBeCloseTo(21.9, 0);
  });
});
