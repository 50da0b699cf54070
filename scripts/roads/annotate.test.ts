import { expect, it } from "vitest";
import { Annotator } from "./annotate";
import type { TracedLeg } from "./legs";
import { encodeLine } from "./polyline";

const road = (roadClass: number, ...points: [number, number][]) => ({ roadClass, ref: "BR-101", flag: 0, points });
const leg = (sources: TracedLeg["sources"]): TracedLeg => ({
  from: 1,
  to: 2,
  needs: [],
  km: 16.7,
  line: encodeLine([
    [0, 0],
    [0, 0.1],
    [0.05, 0.1],
  ]),
  sources,
  quality: "traced",
  joins: [],
  roads: [],
  classes: {},
});

it("marks a long straight without a road as a join", () => {
  const { joins, sources, classes } = new Annotator({
    scale: 1e4,
    lines: [road(4, [0, 0], [0, 1000])],
  }).annotate(leg({ osm: 16.7 }));
  expect(joins).toEqual([[1, 2]]);
  expect(sources.join).toBeCloseTo(5.6, 1);
  expect(classes).toEqual({ secondary: 11.12 });
});

it("does not count a join of the network as a road", () => {
  const lines = [road(4, [0, 0], [0, 1000]), road(9, [0, 1000], [500, 1000])];
  expect(new Annotator({ scale: 1e4, lines }).annotate(leg({ osm: 16.7 })).joins).toEqual([[1, 2]]);
  const whole = [road(4, [0, 0], [0, 1000]), road(4, [0, 1000], [500, 1000])];
  expect(new Annotator({ scale: 1e4, lines: whole }).annotate(leg({ osm: 16.7 })).joins).toEqual([]);
});
