import { describe, expect, it } from "vitest";
import { encodeLine, type RoadClass } from "../../geo/roads/rules";
import { clockOf, daysOf, sunMinutes } from "./days/rules";
import {
  bestPosition,
  EMPTY_PLAN,
  fuelOf,
  legMinutes,
  longestGap,
  middleOfLeg,
  PRICE_CLASS,
  routeKeyOf,
  surfaceOf,
  thinLine,
  withNights,
} from "./rules";
import { tripPlanSchema, type StoredRoute, type TripPlan, type TripStop } from "./schema";
import { TOLL_CLASSES } from "../../platform/supabase/database-constants/garage";

const ZONE = "America/Sao_Paulo";

const stop = (id: string, change: Partial<TripStop> = {}): TripStop => ({
  id,
  kind: "stop",
  name: id,
  lat: -27.6,
  lng: -48.5,
  stayMinutes: 0,
  nights: 0,
  note: "",
  subject: null,
  ...change,
});

const plan = (stops: readonly TripStop[], change: Partial<TripPlan> = {}): TripPlan => ({
  ...EMPTY_PLAN,
  stops: [...stops],
  ...change,
});

/** A route with one section per leg: kilometres and class, at 60 km/h for `secondary`. */
function route(legs: readonly [km: number, roadClass: RoadClass][]): StoredRoute {
  const kmh: Partial<Record<RoadClass, number>> = { secondary: 60, motorway: 80, track: 30, ferry: 10 };
  const line = encodeLine([-48.5, -48.6, -48.8].map((lng) => [-27.6, lng]));
  const minutes = legs.map(([km, roadClass]) => (km / kmh[roadClass]!) * 60);
  const km = legs.reduce((sum, [length]) => sum + length, 0);
  return {
    sections: legs.map(([length, roadClass], index) => ({
      kind: roadClass === "ferry" ? "ferry" : "road",
      line,
      roadClass,
      ref: null,
      km: length,
      source: null,
      minutes: minutes[index]!,
      slower: [60, 40].map((top) => (length / Math.min(top, kmh[roadClass]!)) * 60) as [number, number],
    })),
    legs: legs.map(([length], index) => ({
      from: index,
      to: index + 1,
      km: length,
      estimatedKm: 0,
      minutes: minutes[index]!,
      firstSection: index,
      endSection: index + 1,
    })),
    km,
    estimatedKm: 0,
    minutes: minutes.reduce((sum, one) => sum + one, 0),
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: [],
  };
}

describe("EMPTY_PLAN", () => {
  it("is valid, and every class of the choice has a price class", () => {
    expect(tripPlanSchema.safeParse(EMPTY_PLAN).success).toBe(true);
    expect(Object.keys(PRICE_CLASS).sort()).toEqual([...TOLL_CLASSES].sort());
  });
});

describe("routeKeyOf", () => {
  it("is null below two stops and depends on positions, order and preferences only", () => {
    const [a, b] = [stop("a"), stop("b", { lat: -28 })];
    expect(routeKeyOf(plan([a]))).toBeNull();
    const key = routeKeyOf(plan([a, b], { avoid: ["toll", "ferry"] }));
    expect(key).toBe("points=-27.60000,-48.50000;-28.00000,-48.50000&avoid=ferry,toll");
    expect(routeKeyOf(plan([{ ...a, name: "other", nights: 2 }, b], { avoid: ["ferry", "toll"], title: "x" }))).toBe(
      key,
    );
    expect(routeKeyOf(plan([b, a], { avoid: ["toll", "ferry"] }))).not.toBe(key);
  });
});

describe("legMinutes", () => {
  it.each([
    ["a classic's pace when the driver may go faster", "motorway", 110, 60],
    ["the driver's speed when it is lower", "motorway", 40, 120],
    ["the speed of a ferry, which no car changes", "ferry", 40, 480],
  ] as const)("is %s", (_, roadClass, cruise, minutes) => {
    expect(legMinutes(route([[80, roadClass]]), 0, cruise)).toBeCloseTo(minutes);
  });
});

describe("daysOf", () => {
  it.each([
    ["one day", [{}, {}], ["08:00", "09:00"], 1],
    ["a stay before the next leg", [{}, { stayMinutes: 30 }, {}], ["08:00", "09:00", "10:30"], 1],
    ["no stay at the start and the end", [{ stayMinutes: 60 }, { stayMinutes: 60 }], ["08:00", "09:00"], 1],
    ["no stay at a bend", [{}, { kind: "shape", stayMinutes: 30 }, {}], ["08:00", "09:00", "10:00"], 1],
    ["a night and the departure of the next day", [{}, { nights: 1 }, {}], ["08:00", "09:00", "08:00", "09:00"], 2],
  ] as const)("shows %s", (_, stops, times, count) => {
    const all = stops.map((change, index) => stop(`s${index}`, change as Partial<TripStop>));
    const days = daysOf(plan(all), route(stops.slice(1).map(() => [60, "secondary"])), ZONE);
    expect(days).toHaveLength(count);
    expect(days.flatMap((day) => day.stops).map(({ arrive }) => clockOf(arrive))).toEqual(times);
  });

  it("dates the days with the nights between them", () => {
    const days = daysOf(
      plan([stop("a"), stop("b", { nights: 2 }), stop("c")], { leaveOn: "2026-12-31" }),
      route([
        [60, "secondary"],
        [60, "secondary"],
      ]),
      ZONE,
    );
    expect(days.map(({ date, offset, km }) => [date, offset, km])).toEqual([
      ["2026-12-31", 0, 60],
      ["2027-01-02", 2, 60],
    ]);
  });

  it("leaves the day after an arrival past midnight", () => {
    const days = daysOf(
      plan([stop("a"), stop("b", { nights: 1 }), stop("c")], { leaveAt: "14:00" }),
      route([
        [720, "secondary"],
        [60, "secondary"],
      ]),
      ZONE,
    );
    expect(days[1]).toMatchObject({ offset: 1 });
    expect(clockOf(days[0]!.stops[1]!.arrive)).toBe("02:00");
    expect(days[1]!.stops[0]!.leave).toBe(24 * 60 + 14 * 60);
  });

  it.each([
    [{ maxKmPerDay: 100 }, "km"],
    [{ maxKmPerDay: 120 }, null],
    [{ maxHoursPerDay: 1.5 }, "hours"],
    [{ maxHoursPerDay: 2 }, null],
    [{}, null],
  ])("with the limit %j marks a day of 120 km and 2 hours as %s", (limit, over) => {
    const [day] = daysOf(plan([stop("a"), stop("b")], limit), route([[120, "secondary"]]), ZONE);
    expect(day!.over).toBe(over);
  });

  it("warns of an arrival after sunset, only with a date", () => {
    const late = { leaveAt: "17:00" };
    const way = route([[180, "secondary"]]);
    const [dark] = daysOf(plan([stop("a"), stop("b")], { ...late, leaveOn: "2026-06-21" }), way, ZONE);
    expect(dark!.stops.map(({ isAfterSunset }) => isAfterSunset)).toEqual([false, true]);
    const [undated] = daysOf(plan([stop("a"), stop("b")], late), way, ZONE);
    expect(undated!.stops[1]).toMatchObject({ sunset: null, isAfterSunset: false });
  });

  it("is empty for the route of other stops", () => {
    expect(daysOf(plan([stop("a")]), route([[60, "secondary"]]), ZONE)).toEqual([]);
  });
});

describe("sunMinutes", () => {
  it.each([
    ["2026-06-21", "America/Sao_Paulo", "07:0", "17:2"],
    ["2026-12-21", "America/Sao_Paulo", "05:1", "19:0"],
    ["2026-12-21", "America/Manaus", "04:1", "18:0"],
  ])("of Florianópolis on %s in %s begin with %s and %s", (date, zone, rise, set) => {
    const { sunrise, sunset } = sunMinutes(date, { lat: -27.6, lng: -48.5 }, zone)!;
    expect([sunrise, sunset].map((minutes) => clockOf(minutes).slice(0, 4))).toEqual([rise, set]);
  });
});

describe("withNights", () => {
  const five = ["a", "b", "c", "d", "e"].map((id) => stop(id));
  const legs = route(five.slice(1).map(() => [100, "secondary"]));
  it.each([
    ["250 km", { maxKmPerDay: 250 }, [0, 0, 1, 0, 0]],
    ["120 km", { maxKmPerDay: 120 }, [0, 1, 1, 1, 0]],
    ["four hours", { maxHoursPerDay: 4 }, [0, 0, 1, 0, 0]],
    ["a limit below every leg", { maxKmPerDay: 50 }, [0, 1, 1, 1, 0]],
    ["no limit", {}, [0, 0, 0, 0, 0]],
    ["250 km and a bed at b only", { maxKmPerDay: 250, beds: "b" }, [0, 1, 0, 1, 0]],
  ])("with %s adds the nights %j", (_, { beds = "abcde", ...limit }: Partial<TripPlan> & { beds?: string }, nights) => {
    expect(withNights(plan(five, limit), legs, ({ id }) => beds.includes(id)).stops.map((one) => one.nights)).toEqual(
      nights,
    );
  });

  it("keeps the nights of the driver and never sleeps at a bend", () => {
    const stops = [five[0]!, stop("b", { nights: 3 }), stop("c"), stop("d", { kind: "shape" }), five[4]!];
    const result = withNights(plan(stops, { maxKmPerDay: 210 }), legs);
    expect(result.stops.map((one) => one.nights)).toEqual([0, 3, 1, 0, 0]);
  });
});

describe("fuelOf", () => {
  const car = { ...EMPTY_PLAN.car, kmPerLitre: 10, tankLitres: 40, fuelPriceCents: 600 };
  it.each([
    ["litres, cost and range", car, { litres: 20, costCents: 12_000, rangeKm: 400 }],
    ["no cost without a price", { ...car, fuelPriceCents: null }, { litres: 20, costCents: null, rangeKm: 400 }],
    ["nothing without consumption", { ...car, kmPerLitre: null }, { litres: null, costCents: null, rangeKm: null }],
    ["no range without a tank", { ...car, tankLitres: null }, { litres: 20, costCents: 12_000, rangeKm: null }],
  ])("gives %s, without the kilometres of a ferry", (_, figures, result) => {
    const way = route([
      [200, "secondary"],
      [5, "ferry"],
    ]);
    expect(fuelOf(way, figures)).toEqual(result);
  });
});

it("counts tracks as earth, motorways as paved and other roads as unknown", () => {
  const way = route([
    [10, "track"],
    [20, "motorway"],
    [30, "secondary"],
    [5, "ferry"],
  ]);
  expect(surfaceOf(way)).toEqual({ unpaved: 10, paved: 20, unknown: 30 });
});

it("counts kilometres by the surface of the data, whatever the class of the road", () => {
  const way = route([
    [10, "track"],
    [20, "secondary"],
    [30, "secondary"],
  ]);
  const surfaces = ["paved", "unpaved", undefined] as const;
  const sections = way.sections.map((section, index) => ({ ...section, surface: surfaces[index] }));
  expect(surfaceOf({ ...way, sections })).toEqual({ unpaved: 20, paved: 10, unknown: 30 });
});

describe("longestGap", () => {
  it.each([
    ["no data", [], [], null],
    ["no mark", [], [[0, 100]], [0, 100]],
    ["a mark", [30], [[0, 100]], [30, 100]],
    ["marks in any order", [80, 30], [[0, 100]], [30, 80]],
    [
      "only inside the spans",
      [50],
      [
        [0, 40],
        [60, 70],
      ],
      [0, 40],
    ],
    ["marks outside are ignored", [10, 55], [[0, 40]], [10, 40]],
  ] as [string, number[], [number, number][], [number, number] | null][])("%s", (_, marks, spans, gap) => {
    const found = longestGap(
      marks,
      spans.map(([fromKm, toKm]) => ({ fromKm, toKm })),
    );
    expect(found && [found.fromKm, found.toKm]).toEqual(gap);
  });
});

describe("lines", () => {
  it("give the middle of a leg and a simplified copy", () => {
    const way = route([[30, "secondary"]]);
    expect(middleOfLeg(way, 0)).toEqual({ lat: -27.6, lng: -48.8 });
    // The middle point is on the straight line between the others.
    expect(thinLine(way)).toBe(
      encodeLine([
        [-27.6, -48.5],
        [-27.6, -48.8],
      ]),
    );
  });
});

describe("bestPosition", () => {
  const at = (lng: number) => ({ lat: -27, lng });
  it.each([
    [[], -50, 0],
    [[-50], -49, 1],
    [[-50, -48], -49, 1],
    [[-50, -48, -46], -47, 2],
    [[-50, -48, -46], -44, 2],
  ])("between stops at %j a stop at %d gets the position %d", (stops, lng, position) => {
    expect(bestPosition(stops.map(at), at(lng))).toBe(position);
  });
});
