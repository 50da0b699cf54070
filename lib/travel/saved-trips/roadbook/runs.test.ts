import { describe, expect, it } from "vitest";
import type { LinePoint } from "../../../geo/geo/lines";
import { encodeLine, type RoadClass, type SectionKind } from "../../../geo/roads/rules";
import type { StoredRoute } from "../../trips/schema";
import { roadPiecesOf, stageLineOf } from "./runs";

type Part = [ref: string | null, km: number, roadClass?: RoadClass, kind?: SectionKind];

/** A route to the east on one leg, with a point at both ends of each part. */
function routeOf(...parts: Part[]): StoredRoute {
  let east = -50;
  const sections = parts.map(([ref, km, roadClass = "primary", kind = "road"]) => {
    const points: LinePoint[] = [
      [-27, east],
      [-27, east + km / 100],
    ];
    east += km / 100;
    return { kind, line: encodeLine(points), roadClass, ref, km, source: "omt" };
  });
  const km = parts.reduce((sum, part) => sum + part[1], 0);
  const leg = { from: 0, to: 1, km, estimatedKm: 0, minutes: 60, firstSection: 0, endSection: sections.length };
  return {
    sections,
    legs: [leg],
    km,
    estimatedKm: 0,
    minutes: 60,
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: [],
  };
}

const runsOf = (...parts: Part[]) =>
  stageLineOf(routeOf(...parts), 0, 1, 0).runs.map(({ ref, kind, fromKm, toKm, shared }) => [
    ref ?? kind,
    Math.round((toKm - fromKm) * 10) / 10,
    ...shared,
  ]);

describe("the roads of a stage", () => {
  it("are one line where a motorway has its number on some of its pieces", () => {
    const pieces: Part[] = [1, 2, 3, 4, 5].flatMap((km): Part[] => [
      ["BR-101", km, "motorway"],
      [null, km, "motorway"],
    ]);
    expect(runsOf(...pieces, ["BR-101", 8, "motorway"])).toEqual([["BR-101", 38]]);
  });

  it("leave out access in a straight line, slip roads and crossings", () => {
    expect(
      runsOf([null, 0.2, "join", "join"], ["BR-282", 4], [null, 0.2, "minor"], ["SC-110", 5], ["BR-282", 0.3]),
    ).toEqual([
      ["BR-282", 4.4],
      ["SC-110", 5.3],
    ]);
  });

  it("name the other road where two are one on the way", () => {
    expect(runsOf(["GO-118", 39], ["BR-10", 17], ["GO-118", 46])).toEqual([["GO-118", 102, "BR-10"]]);
    expect(runsOf(["GO-118", 39], ["BR-10", 25], ["GO-118", 46])).toHaveLength(3);
  });

  it("are one over a longer stretch without a number that has the same class", () => {
    expect(runsOf(["BR-40", 9, "trunk"], [null, 41, "trunk"], ["BR-40", 9, "trunk"])).toEqual([["BR-40", 59]]);
    expect(runsOf(["BR-40", 9, "trunk"], [null, 41, "primary"], ["BR-40", 9, "trunk"])).toHaveLength(3);
  });

  it("stay apart where a smaller road without a number is between them", () => {
    expect(runsOf(["BR-101", 9, "motorway"], [null, 5, "tertiary"], ["BR-101", 9, "motorway"])).toHaveLength(3);
  });

  it("have a line of their own for a ferry and for a longer straight line over missing roads", () => {
    expect(
      runsOf(["BR-1", 9], [null, 4.7, "join", "join"], ["BR-1", 9], [null, 0.3, "ferry", "ferry"], ["BR-1", 9]),
    ).toEqual([
      ["BR-1", 9],
      ["straight", 4.7],
      ["BR-1", 9],
      ["ferry", 0.3],
      ["BR-1", 9],
    ]);
  });
});

describe("the line of a stage", () => {
  it("begins at a kilometre of the trip and has the length of its legs", () => {
    const route = routeOf(["A-1", 10], ["A-2", 20]);
    route.legs[0]!.km = 60;
    const line = stageLineOf(route, 0, 1, 100);
    expect([line.fromKm, line.toKm]).toEqual([100, 160]);
    expect(line.kmAt.map(Math.round)).toEqual([100, 120, 160]);
    expect(line.points).toHaveLength(3);
  });

  it("has the earth as one span over short gaps", () => {
    const route = routeOf(["A-1", 5], [null, 3, "track"], [null, 0.2, "minor"], [null, 2, "track"], ["A-1", 5]);
    expect(stageLineOf(route, 0, 1, 0).unpaved).toEqual([{ fromKm: 5, toKm: 10.2 }]);
  });

  it("has the surface and the name of a road where the network has them", () => {
    const route = routeOf(["A-1", 5], [null, 3, "tertiary"], [null, 2, "track"]);
    Object.assign(route.sections[1]!, { surface: "unpaved", name: "Estrada da Serra" });
    Object.assign(route.sections[2]!, { surface: "paved" });
    const { unpaved, runs } = stageLineOf(route, 0, 1, 0);
    expect(unpaved).toEqual([{ fromKm: 5, toKm: 8 }]);
    expect(runs.map(({ ref, name }) => ref ?? name)).toEqual(["A-1", "Estrada da Serra", null]);
  });
});

it("gives each road with a number its part of the line", () => {
  const pieces = roadPiecesOf(routeOf(["BR-101", 10], [null, 5, "tertiary"], ["SC-390", 20]));
  expect(pieces.map(({ leg }) => leg.roads)).toEqual([["BR-101"], ["SC-390"]]);
  expect(pieces.every(({ line }) => line.length > 1)).toBe(true);
});
