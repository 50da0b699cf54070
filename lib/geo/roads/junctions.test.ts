import { describe, expect, it } from "vitest";
import type { LinePoint } from "../geo/lines";
import { junctionsOn } from "./junctions";
import type { NetworkLine } from "./network-file";
import type { Layer } from "./network-layers";
import { buildRoadGraph } from "./road-graph";
import { ROAD_CLASSES, type RoadClass } from "./rules";

const lineOf = (roadClass: RoadClass, ref: string | null, ...points: LinePoint[]): NetworkLine => ({
  roadClass: ROAD_CLASSES.indexOf(roadClass),
  ref,
  flag: 0,
  points: points.flatMap(([lat, lng]) => [Math.round(lng * 1e5), Math.round(lat * 1e5)]),
});
const graphOf = (source: string, ...lines: NetworkLine[]) => {
  const layer: Layer = { source, fillsGaps: false, isCoarse: source !== "osm", lines };
  return buildRoadGraph([layer]);
};

const MIDDLE: LinePoint = [-10, -50];
const [WEST, EAST, NORTH, SOUTH]: [LinePoint, LinePoint, LinePoint, LinePoint] = [
  [-10, -50.1],
  [-10, -49.9],
  [-9.9, -50],
  [-10.1, -50],
];
const CROSSING = [
  lineOf("primary", "XX-1", WEST, MIDDLE),
  lineOf("primary", "XX-1", MIDDLE, EAST),
  lineOf("secondary", "XX-2", MIDDLE, NORTH),
  lineOf("minor", null, SOUTH, MIDDLE),
];

describe("junctionsOn()", () => {
  it("has the directions of all roads that meet on a line, by road", () => {
    expect(junctionsOn(graphOf("osm", ...CROSSING), [WEST, MIDDLE, NORTH])).toEqual([
      {
        first: 1,
        last: 1,
        from: 270,
        to: 0,
        others: [
          { bearing: 90, ref: "XX-1", roadClass: "primary" },
          { bearing: 180, ref: null, roadClass: "minor" },
        ],
        isDetailed: true,
      },
    ]);
  });

  it("takes directions over a longer way where lines were drawn from far away", () => {
    // The road to the north starts 100 m to the east, which a map from far away draws wrong.
    const bent = lineOf("secondary", "XX-2", MIDDLE, [-10, -49.9991], [-9.9, -49.9991]);
    const lines = [CROSSING[0]!, CROSSING[1]!, bent];
    const [near] = junctionsOn(graphOf("osm", ...lines), [WEST, MIDDLE, EAST]);
    const [far] = junctionsOn(graphOf("omt", ...lines), [WEST, MIDDLE, EAST]);
    expect(near).toBeUndefined();
    expect(far).toMatchObject({ isDetailed: false });
    expect(far!.others.map(({ bearing }) => Math.round(bearing / 10) * 10)).toEqual([20]);
  });

  it("is one junction where the nodes of a roundabout are close together", () => {
    const ring: LinePoint[] = [
      [-10, -50.0003],
      [-9.9997, -50],
      [-10, -49.9997],
      [-10.0003, -50],
    ];
    const arcs = ring.map((start, index) => lineOf("primary", null, start, ring[(index + 1) % 4]!));
    const roads = [WEST, NORTH, EAST, SOUTH].map((end, index) => lineOf("primary", `XX-${index}`, ring[index]!, end));
    const found = junctionsOn(graphOf("osm", ...arcs, ...roads), [WEST, ring[0]!, ring[1]!, ring[2]!, EAST]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ first: 1, last: 3, from: 270, to: 90 });
    expect(found[0]!.others.map(({ bearing, ref }) => [bearing, ref])).toEqual([
      [180, "XX-3"],
      [0, "XX-1"],
    ]);
  });

  it("leaves out the second carriageway of the own road, and the ends of the line", () => {
    const second = lineOf("primary", "XX-1", MIDDLE, [-10.0001, -49.999], [-10.0001, -49.9]);
    const graph = graphOf("osm", ...CROSSING, second);
    expect(junctionsOn(graph, [WEST, MIDDLE, EAST])[0]!.others.map(({ ref }) => ref)).toEqual(["XX-2", null]);
    expect(junctionsOn(graph, [MIDDLE, EAST])).toEqual([]);
  });

  it("finds nothing on a line that is not of the network", () => {
    expect(
      junctionsOn(graphOf("osm", ...CROSSING), [
        [-12, -50],
        [-12, -49],
      ]),
    ).toEqual([]);
  });
});
