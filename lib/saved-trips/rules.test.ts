import { describe, expect, it } from "vitest";
import { encodeLine } from "../roads/rules";
import { daysOf } from "../trips/rules";
import type { StoredRoute, TripPlan } from "../trips/schema";
import { isTripFormat, isTripId, roadParts, stagesOf, turnBetween } from "./rules";

type Point = [number, number];
const START: Point = [-27, -50];
const CROSSING: Point = [-27, -49.9];
const to = (lat: number, lng: number): Point[] => [CROSSING, [CROSSING[0] + lat, CROSSING[1] + lng]];

describe("turnBetween() for a driver to the east", () => {
  it.each([
    ["straight", to(0, 0.1)],
    ["left", to(0.1, 0)],
    ["right", to(-0.1, 0)],
    ["slight-left", to(0.05, 0.1)],
    ["slight-right", to(-0.05, 0.1)],
    ["back", to(0, -0.1)],
  ] as const)("%s", (turn, after) => expect(turnBetween([START, CROSSING], after)).toBe(turn));

  it("is unknown where the lines do not touch", () => {
    expect(
      turnBetween(
        [START, CROSSING],
        [
          [-27, -49],
          [-26, -49],
        ],
      ),
    ).toBeNull();
  });
});

const section = (ref: string | null, km: number, points: Point[], roadClass: "primary" | "minor" = "primary") => ({
  kind: "road" as const,
  line: encodeLine(points),
  roadClass,
  ref,
  km,
  source: "osm",
});

describe("roadParts()", () => {
  it("joins stretches of one road, and ramps with the road before them", () => {
    const parts = roadParts([
      section("BR-282", 4, [START, [-27, -49.95]]),
      section("BR-282", 6, [[-27, -49.95], CROSSING]),
      section(null, 0.2, [CROSSING, [-27.001, -49.9]], "minor"),
      section("SC-110", 5, [
        [-27.001, -49.9],
        [-27.1, -49.9],
      ]),
    ]);
    expect(parts.map(({ ref, km }) => [ref, Number(km.toFixed(1))])).toEqual([
      ["BR-282", 10.2],
      ["SC-110", 5],
    ]);
  });

  it("tells the turn at which a road begins", () => {
    const parts = roadParts([section("BR-282", 10, [START, CROSSING]), section("SC-110", 5, to(-0.1, 0))]);
    expect(parts.map(({ turn }) => turn)).toEqual([null, "right"]);
  });

  it.each([
    ["has the angle of a turn between two detailed lines", "osm", 90],
    ["has no angle where a line was drawn from far away", "omt", null],
  ])("%s", (_, source, angle) => {
    const next = { ...section("SC-110", 5, to(-0.1, 0)), source };
    expect(roadParts([section("BR-282", 10, [START, CROSSING]), next]).map((part) => part.angle)).toEqual([
      null,
      angle,
    ]);
  });
});

it("stagesOf() passes over points that only bend the line and adds up the day", () => {
  const stop = (name: string, kind: "stop" | "shape", [lat, lng]: Point, nights = 0) => ({
    id: name,
    kind,
    name,
    lat,
    lng,
    nights,
    stayMinutes: 0,
    note: "",
    subject: null,
  });
  const plan = {
    title: "",
    stops: [
      stop("A", "stop", START),
      stop("b", "shape", CROSSING),
      stop("C", "stop", [-27.1, -49.9], 1),
      stop("D", "stop", [-27.2, -49.9]),
    ],
    avoid: [],
    leaveOn: null,
    leaveAt: "08:00",
    maxKmPerDay: null,
    maxHoursPerDay: null,
    car: { name: "", cruiseKmh: 130, tankLitres: null, kmPerLitre: null, fuelPriceCents: null, tollClass: "car" },
  } satisfies TripPlan;
  const sections = [
    section("BR-282", 10, [START, CROSSING]),
    section("SC-110", 11, to(-0.1, 0)),
    section("SC-110", 12, to(-0.2, 0)),
  ];
  const leg = (index: number) => ({
    from: index,
    to: index + 1,
    km: sections[index]!.km,
    estimatedKm: index === 2 ? 1 : 0,
    minutes: 10,
    firstSection: index,
    endSection: index + 1,
  });
  const route: StoredRoute = {
    sections,
    legs: [0, 1, 2].map(leg),
    km: 33,
    estimatedKm: 1,
    minutes: 30,
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: [],
  };
  const days = daysOf(plan, route, "America/Sao_Paulo").map((day) => stagesOf(day, plan, route));
  expect(
    days.map((stages) => stages.map(({ from, to: end, km, dayKm }) => [from.stop.name, end.stop.name, km, dayKm])),
  ).toEqual([[["A", "C", 21, 21]], [["C", "D", 12, 12]]]);
  expect(days[0]![0]!.parts.map(({ ref, turn }) => [ref, turn])).toEqual([
    ["BR-282", null],
    ["SC-110", "right"],
  ]);
  expect(days[1]![0]!.estimatedKm).toBe(1);
});

it("recognises ids and formats in addresses", () => {
  expect(["00000000-0000-4000-8000-00000000f001", "experimentar", ""].map(isTripId)).toEqual([true, false, false]);
  expect(["gpx", "pdf"].map(isTripFormat)).toEqual([true, false]);
});
