import { describe, expect, it } from "vitest";
import { encodeLine } from "../../../geo/roads/rules";
import { EMPTY_PLAN } from "../../trips/rules";
import type { StoredRoute, TripPlan, TripStop } from "../../trips/schema";
import { linesOf, placedSections, pointAt, stretchesOf } from "./rules";

const ZONE = "America/Sao_Paulo";

const stop = (name: string, change: Partial<TripStop> = {}): TripStop => ({
  id: name,
  kind: "stop",
  name,
  lat: -10,
  lng: -50,
  stayMinutes: 0,
  nights: 0,
  note: "",
  subject: null,
  ...change,
});

/** Legs with one section each, one degree of longitude at the equator long, at 60 km/h. */
function routeOf(...kms: number[]): StoredRoute {
  const km = kms.reduce((sum, one) => sum + one, 0);
  return {
    sections: kms.map((length, index) => ({
      kind: "road",
      line: encodeLine([
        [0, -60 + index],
        [0, -59 + index],
      ]),
      roadClass: "secondary",
      ref: null,
      km: length,
      source: null,
    })),
    legs: kms.map((length, index) => ({
      from: index,
      to: index + 1,
      km: length,
      estimatedKm: 0,
      minutes: length,
      firstSection: index,
      endSection: index + 1,
    })),
    km,
    estimatedKm: 0,
    minutes: km,
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: [],
  };
}

const planOf = (stops: TripStop[], change: Partial<TripPlan> = {}): TripPlan => ({ ...EMPTY_PLAN, stops, ...change });
const shown = (plan: TripPlan, route: StoredRoute) =>
  stretchesOf(plan, route, ZONE).map(({ from, to, fromKm, toKm, start, end }) => [from, to, fromKm, toKm, start, end]);

describe("stretchesOf", () => {
  it("are the ways between stops, cut into equal parts of at most 50 km", () => {
    expect(shown(planOf([stop("a"), stop("b", { stayMinutes: 30 }), stop("c")]), routeOf(120, 50))).toEqual([
      ["a", "b", 0, 40, 480, 520],
      ["a", "b", 40, 80, 520, 560],
      ["a", "b", 80, 120, 560, 600],
      ["b", "c", 120, 170, 630, 680],
    ]);
  });

  it("pass over points that only bend the line", () => {
    expect(shown(planOf([stop("a"), stop("x", { kind: "shape" }), stop("b")]), routeOf(20, 28))).toEqual([
      ["a", "b", 0, 48, 480, 528],
    ]);
  });

  it("carry the date of their day", () => {
    const plan = planOf([stop("a"), stop("b", { nights: 2 }), stop("c")], { leaveOn: "2027-01-30" });
    expect(stretchesOf(plan, routeOf(40, 40), ZONE).map(({ date }) => date)).toEqual(["2027-01-30", "2027-02-01"]);
  });

  it("are none for a route of other stops, and none of a way without length", () => {
    expect(shown(planOf([stop("a"), stop("b")]), routeOf(10, 10))).toEqual([]);
    expect(shown(planOf([stop("a"), stop("b"), stop("c")]), routeOf(0, 10))).toEqual([["b", "c", 0, 10, 480, 490]]);
  });
});

describe("the line of a route", () => {
  const sections = placedSections(routeOf(100, 100));

  it.each([
    [0, -60],
    [50, -59.5],
    [150, -58.5],
    [200, -58],
  ])("at km %d is at longitude %d", (km, lng) => {
    expect(pointAt(sections, km)!.lng).toBeCloseTo(lng, 3);
  });

  it("between two kilometres has the end points and the bends between them", () => {
    const lines = linesOf(sections, { fromKm: 75, toKm: 125 });
    expect(lines.map((line) => line.map(([, lng]) => Math.round(lng * 100) / 100))).toEqual([
      [-59.25, -59],
      [-59, -58.75],
    ]);
  });

  it("is none for a section of a single point", () => {
    const route = routeOf(10);
    route.sections[0]!.line = encodeLine([[0, -60]]);
    expect(pointAt(placedSections(route), 5)).toBeNull();
  });
});
