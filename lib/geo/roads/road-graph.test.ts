import { describe, expect, it } from "vitest";
import { decodeLine, type LinePoint } from "../geo/lines";
import { EmbeddedRouter } from "./embedded";
import type { NetworkLine } from "./network-file";
import type { Layer } from "./network-layers";
import { buildRoadGraph } from "./road-graph";
import { ROAD_CLASSES, type Avoidable, type RoadClass, type TollPlaza } from "./rules";

const lineOf = (roadClass: RoadClass, ref: string | null, ...points: LinePoint[]): NetworkLine => ({
  roadClass: ROAD_CLASSES.indexOf(roadClass),
  ref,
  flag: 0,
  points: points.flatMap(([lat, lng]) => [Math.round(lng * 1e5), Math.round(lat * 1e5)]),
});

const layerOf = (source: string, lines: NetworkLine[], facts: Partial<Layer> = {}): Layer => ({
  source,
  fillsGaps: false,
  isCoarse: false,
  lines,
  ...facts,
});

const CREDITS = new Map([
  ["base", "credit of base"],
  ["other", "credit of other"],
]);
const routerOf = (layers: Layer[], plazas: TollPlaza[] = []) =>
  new EmbeddedRouter(buildRoadGraph(layers, plazas), CREDITS);

// Four towns 0.5 degrees (about 55 km) apart; a motorway leads straight from A to B, a road through C avoids it.
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
const router = routerOf([layerOf("base", NETWORK)], [{ name: "Praça", lat: -10.0005, lng: -49.3 }]);
const refs = (points: LinePoint[], avoid: Avoidable[] = []) =>
  router.route(points, avoid).sections.map(({ ref, kind }) => ref ?? kind);

describe("a route on a small network", () => {
  it("takes the fastest roads and gives length, minutes and credit", () => {
    const route = router.route([A, B], []);
    expect(route.sections.map(({ ref, roadClass }) => [ref, roadClass])).toEqual([["BR-1", "motorway"]]);
    expect(route.km).toBeCloseTo(109.5, 0);
    expect(route.minutes).toBe(Math.round((route.km / 80) * 60));
    expect(route.credits).toEqual(["credit of base"]);
    expect(decodeLine(route.sections[0]!.line)).toEqual([A, [-10, -49.5], B]);
  });

  it("has one leg per pair of points, and its sections in order", () => {
    const { legs, sections, km } = router.route([A, C, B], []);
    expect(legs.map(({ from, to, firstSection, endSection }) => [from, to, firstSection, endSection])).toEqual([
      [0, 1, 0, 1],
      [1, 2, 1, 2],
    ]);
    expect(sections.map(({ ref }) => ref)).toEqual(["XX-2", "XX-3"]);
    expect(sections.map(({ line }) => decodeLine(line))).toEqual([
      [A, C],
      [C, B],
    ]);
    expect(km).toBeCloseTo(legs[0]!.km + legs[1]!.km, 1);
  });

  it("costs nothing between a stop and itself, also beside the road", () => {
    const beside: LinePoint = [-10.005, -49.7];
    const { legs, km } = router.route([A, beside, beside, [-10.005, -49.70001], B], []);
    expect(legs.slice(1, 3).map((leg) => [leg.km, leg.minutes, leg.firstSection === leg.endSection])).toEqual([
      [0, 0, true],
      [0, 0, true],
    ]);
    expect(km).toBeCloseTo(router.route([A, beside, B], []).km, 2);
  });

  it("goes there and back on the same line", () => {
    const [there, back] = [router.route([A, B], []), router.route([B, A], [])];
    expect(back.km).toBe(there.km);
    expect(decodeLine(back.sections[0]!.line)).toEqual(decodeLine(there.sections[0]!.line).toReversed());
  });

  it("begins and ends between the ends of a line", () => {
    const { sections, km } = router.route(
      [
        [-10, -49.8],
        [-10, -49.3],
      ],
      [],
    );
    expect(sections.map(({ kind }) => kind)).toEqual(["road"]);
    expect(km).toBeCloseTo(54.7, 0);
  });

  it("has no section between two equal points", () => {
    expect(router.route([A, A], [])).toMatchObject({ sections: [], km: 0, minutes: 0 });
  });

  it("gives the same answer to the same question", () => {
    const first = router.route([A, C, D], ["toll"]);
    router.route([D, A], ["ferry"]);
    expect(router.route([A, C, D], ["toll"])).toEqual(first);
    expect(routerOf([layerOf("base", NETWORK)], first.tolls).route([A, C, D], ["toll"]).sections).toEqual(
      first.sections,
    );
  });
});

describe("preferences", () => {
  it("change the line", () => {
    expect(refs([A, B])).toEqual(["BR-1"]);
    expect(refs([A, B], ["motorway"])).toEqual(["XX-2", "XX-3"]);
    expect(refs([A, B], ["toll"])).toEqual(["XX-2", "XX-3"]);
    expect(refs([A, B], ["motorway", "main"])).not.toEqual([]);
  });

  it("count the toll plazas on the way", () => {
    expect(router.route([A, B], []).tolls.map(({ name }) => name)).toEqual(["Praça"]);
    expect(router.route([A, [-10, -49.4]], []).tolls).toEqual([]);
    expect(router.route([A, B], ["toll"]).unavoidable).toEqual([]);
  });

  it("tell what could not be avoided", () => {
    const { unavoidable, sections } = router.route([A, D], ["ferry", "main"]);
    expect(sections.at(-1)).toMatchObject({ kind: "ferry", ref: null });
    expect(unavoidable).toEqual([{ kind: "ferry", km: expect.closeTo(54.8, 0) as number }]);
  });

  it("tell which ones the network has no data for", () => {
    expect(router.route([A, B], ["unpaved", "motorway"]).unsupported).toEqual(["unpaved"]);
  });
});

describe("a point beside the network", () => {
  it("is joined with a straight line up to 5 km", () => {
    const { sections, estimatedKm } = router.route([[-9.98, -50], B], []);
    expect(sections.map(({ kind }) => kind)).toEqual(["join", "road"]);
    expect(estimatedKm).toBeCloseTo(2.2, 1);
  });

  it("is off the network beyond 5 km", () => {
    const { sections } = router.route([A, [-9.9, -48.9]], []);
    expect(sections.at(-1)).toMatchObject({ kind: "off-network", ref: null, source: null });
    expect(decodeLine(sections.at(-1)!.line).at(-1)).toEqual([-9.9, -48.9]);
  });

  it("uses connected roads although an unconnected one is nearer", () => {
    const island = lineOf("secondary", "IS-1", [-9.97, -49.95], [-9.97, -49.85]);
    const { sections } = routerOf([layerOf("base", [...NETWORK, island])]).route([[-9.975, -49.9], B], []);
    expect(sections.map(({ ref, kind }) => ref ?? kind)).toEqual(["join", "BR-1"]);
  });

  it("finds the nearest road", () => {
    expect(router.nearest([-10.01, -49.7])).toEqual({
      lat: -10,
      lng: -49.7,
      km: expect.closeTo(1.1, 1) as number,
      roadClass: "motorway",
      ref: "BR-1",
    });
  });
});

describe("several sources", () => {
  it("fill only the gaps of the ones before them, and give them road numbers", () => {
    const base = layerOf("base", [
      lineOf("trunk", null, [-10, -50], [-10, -49.5]),
      lineOf("trunk", null, [-10, -49.4], [-10, -49]),
    ]);
    const whole = lineOf("trunk", "BR-9", [-10.0003, -50], [-10.0003, -49]);
    const route = routerOf([base, layerOf("other", [whole], { fillsGaps: true, isCoarse: true })]).route([A, B], []);
    expect(new Set(route.sections.map(({ ref }) => ref))).toEqual(new Set(["BR-9"]));
    const kmOf = (source: string) =>
      route.sections.filter((section) => section.source === source).reduce((km, section) => km + section.km, 0);
    expect(kmOf("other")).toBeCloseTo(11, 0);
    expect(kmOf("base")).toBeCloseTo(98.6, 0);
    expect(route.credits).toEqual(["credit of base", "credit of other"]);
  });

  it("reach the road that they meet, although it covers their last cells", () => {
    const main = layerOf("base", [lineOf("trunk", "BR-1", A, B)], { isCoarse: true });
    const side = lineOf("secondary", "XX-7", [-9.5, -49.5], [-10, -49.5]);
    const { km, sections } = routerOf([main, layerOf("other", [side], { fillsGaps: true, isCoarse: true })]).route(
      [[-9.5, -49.5], A],
      [],
    );
    expect(sections.map(({ ref }) => ref)).toEqual(["XX-7", "BR-1"]);
    expect(km).toBeCloseTo(55.6 + 54.8, 0);
  });

  it("give way to a finer source where it draws the same road", () => {
    const bends: LinePoint[] = Array.from({ length: 21 }, (_, at) => [-10 + (at % 2) * 0.0005, -50 + at * 0.001]);
    const fine = layerOf("base", [lineOf("secondary", "XX-1", ...bends)], { isCoarse: true });
    const tile = lineOf("primary", null, [-10, -50.02], [-10, -50], [-10, -49.98], [-10, -49.96]);
    const coarse = layerOf("other", [tile], { isCoarse: true, givesWayKm: 0.2 });
    const { sections } = routerOf([fine, coarse]).route(
      [
        [-10, -50.02],
        [-10, -49.96],
      ],
      [],
    );
    const between = sections.filter(({ ref }) => ref === "XX-1").reduce((km, section) => km + section.km, 0);
    expect(between).toBeGreaterThan(2.35);
    expect(sections.every(({ kind }) => kind === "road")).toBe(true);
  });

  it("do not bridge a bend that the road goes around", () => {
    const bend: LinePoint[] = [A, [-10, -49.99], [-9.98, -49.985], [-10, -49.98], B];
    const spur = lineOf("secondary", "XX-3", [-10.0005, -49.991], [-10, -49.99]);
    const { estimatedKm } = routerOf([
      layerOf("base", [lineOf("primary", "XX-1", ...bend), spur], { isCoarse: true }),
    ]).route([A, B], []);
    expect(estimatedKm).toBe(0);
  });

  it("are joined with a straight line where their roads end near each other", () => {
    const gap = [lineOf("primary", "XX-1", A, [-10, -49.5]), lineOf("primary", "XX-1", [-10, -49.49], B)];
    const { sections, estimatedKm } = routerOf([layerOf("base", gap)]).route([A, B], []);
    expect(sections.map(({ kind }) => kind)).toEqual(["road", "join", "road"]);
    expect(estimatedKm).toBeCloseTo(1.1, 1);
  });

  it("are connected where a road ends beside roads of two of them", () => {
    const coarse = { isCoarse: true };
    const spur = lineOf("secondary", "S-1", [-10.1, -49.8], [-10.001, -49.8]);
    const bend = lineOf("secondary", "S-2", [-9.9995, -49.9], [-10.05, -49.85], [-10.0012, -49.8002], [-10.05, -49.75]);
    const roads = routerOf([
      layerOf("base", [spur, bend], coarse),
      layerOf("other", [lineOf("primary", "O-1", [-9.9995, -49.9], [-9.9995, -49.7])], coarse),
    ]);
    const { km } = roads.route(
      [
        [-10.1, -49.8],
        [-9.9995, -49.7],
      ],
      [],
    );
    expect(km).toBeCloseTo(22, 0);
  });

  it("are connected where both carriageways of a road end", () => {
    const coarse = { isCoarse: true };
    const [start, end]: [LinePoint, LinePoint] = [
      [-10.1, -49.8],
      [-10.001, -49.8],
    ];
    const roads = routerOf([
      layerOf("base", [lineOf("trunk", "T-1", start, end), lineOf("trunk", "T-1", end, start)], coarse),
      layerOf("other", [lineOf("primary", "O-1", [-10, -49.9], [-10, -49.7])], coarse),
    ]);
    const { sections } = roads.route([start, [-10, -49.7]], []);
    expect(sections.map(({ ref }) => ref)).toEqual(expect.arrayContaining(["T-1", "O-1"]));
  });

  it("meet where coarse lines cross", () => {
    const cross = [lineOf("primary", "XX-1", A, B), lineOf("primary", "XX-2", [-9.8, -49.5], [-10.2, -49.5])];
    const from: LinePoint = [-9.8, -49.5];
    expect(
      routerOf([layerOf("base", cross, { isCoarse: true })])
        .route([from, A], [])
        .sections.map(({ ref }) => ref),
    ).toEqual(["XX-2", "XX-1"]);
    const apart = routerOf([layerOf("base", cross)]).route([from, A], []);
    expect(apart.sections.map(({ kind }) => kind)).toContain("off-network");
  });
});

it("refuses an empty network", () => {
  expect(() => routerOf([layerOf("base", [])])).toThrow("the road network is empty");
});
