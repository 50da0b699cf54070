import { gpx, kml } from "@tmcw/togeojson";
import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import { gpxOf, kmlOf } from "../../geo/downloads/rules";
import { greatCircleKm, TRAVEL_AREA } from "../../geo/geo/rules";
import { encodeLine, lengthKm } from "../../geo/roads/rules";
import { daysOf } from "../trips/days/rules";
import { readHeights } from "../../geo/tracks/rules";
import { withProfile } from "../conditions/matching/rules";
import { readTravelFile } from "../../geo/travel-files/files/rules";
import type { TravelFile } from "../../geo/travel-files/rules";
import { savedTripSchema, type Profile, type SavedTrip, type StoredRoute, type TripStop } from "../trips/schema";
import { calendarOf, fileName, routeFileOf, trackOf } from "./files";

const line = (from: readonly [number, number], to: readonly [number, number], points = 40) =>
  Array.from({ length: points }, (_, index) => {
    const share = index / (points - 1);
    const bend = 0.02 * Math.sin(share * 3 * Math.PI);
    return [from[0] + (to[0] - from[0]) * share + bend, from[1] + (to[1] - from[1]) * share] as [number, number];
  });
const LAGES = [-27.81, -50.32] as const;
const MIDDLE = [-27.9, -49.9] as const;
const URUBICI = [-28.01, -49.59] as const;
const [first, second] = [line(LAGES, MIDDLE), line(MIDDLE, URUBICI)];

const section = (points: [number, number][], kind: "road" | "off-network" = "road") => ({
  kind,
  line: encodeLine(points),
  roadClass: "primary" as const,
  ref: "SC-110",
  km: lengthKm(points),
  source: "osm",
});

const stop = (name: string, [lat, lng]: readonly [number, number], more: Partial<TripStop> = {}): TripStop => ({
  id: name,
  kind: "stop",
  name,
  lat,
  lng,
  stayMinutes: 0,
  nights: 0,
  note: "",
  subject: null,
  ...more,
});

function routeOf(sections: StoredRoute["sections"]): StoredRoute {
  const leg = (index: number) => ({
    from: index,
    to: index + 1,
    km: sections[index]!.km,
    estimatedKm: 0,
    minutes: 60,
    firstSection: index,
    endSection: index + 1,
  });
  return {
    sections,
    legs: sections.map((_, index) => leg(index)),
    km: sections.reduce((sum, { km }) => sum + km, 0),
    estimatedKm: 0,
    minutes: 60 * sections.length,
    tolls: [],
    unavoidable: [],
    unsupported: [],
    credits: ["© OpenStreetMap contributors"],
  };
}

const trip: SavedTrip = {
  id: "00000000-0000-4000-8000-00000000f001",
  version: 1,
  updatedAt: "2026-11-24T12:00:00Z",
  route: routeOf([section(first), section(second)]),
  plan: {
    title: "Serra & neve <1>",
    stops: [stop("Lages", LAGES), stop("Painel", MIDDLE, { nights: 1, note: "hotel" }), stop("Urubici", URUBICI)],
    avoid: [],
    leaveOn: "2027-01-10",
    leaveAt: "08:00",
    maxKmPerDay: null,
    maxHoursPerDay: null,
    car: { name: "Fusca", cruiseKmh: 80, tankLitres: null, kmPerLitre: null, fuelPriceCents: null, tollClass: "car" },
  },
};

const file = routeFileOf(trip, trip.plan.title, "about", "https://example.org/viagem/x");
const read = (text: string) => new DOMParser().parseFromString(text, "text/xml");

type Line = { type: string; coordinates: [number, number][] };
const kmOf = (coordinates: readonly [number, number][]) =>
  coordinates
    .slice(1)
    .reduce(
      (sum, [lng, lat], index) =>
        sum + greatCircleKm({ lat, lng }, { lat: coordinates[index]![1], lng: coordinates[index]![0] }),
      0,
    );

describe("a GPX file, read by another program", () => {
  const { features } = gpx(read(gpxOf(file)));
  const named = features.filter(({ geometry }) => geometry?.type === "Point");
  const lines = features.filter(({ geometry }) => geometry?.type === "LineString");

  it("has the stops as way points in the order of travel", () => {
    expect(named.map(({ properties }) => properties!.name as string)).toEqual(["Lages", "Painel", "Urubici"]);
    expect(named.map(({ geometry }) => (geometry as unknown as { coordinates: number[] }).coordinates)).toEqual(
      [LAGES, MIDDLE, URUBICI].map(([lat, lng]) => [lng, lat]),
    );
  });

  it("has the same stops as a route, and the stored line as a track", () => {
    const [track, route] = lines.map(({ geometry }) => geometry as unknown as Line);
    expect(lines.map(({ properties }) => properties!._gpxType as string)).toEqual(["trk", "rte"]);
    expect(route!.coordinates).toEqual([LAGES, MIDDLE, URUBICI].map(([lat, lng]) => [lng, lat]));
    const stored = [...first, ...second.slice(1)];
    expect(track!.coordinates).toHaveLength(stored.length);
    for (const [index, [lng, lat]] of track!.coordinates.entries()) {
      expect(lat).toBeCloseTo(stored[index]![0], 4);
      expect(lng).toBeCloseTo(stored[index]![1], 4);
    }
  });

  it("has the length of the stored route within one percent", () => {
    const track = lines[0]!.geometry as unknown as Line;
    expect(Math.abs(kmOf(track.coordinates) / trip.route!.km - 1)).toBeLessThan(0.01);
  });

  it("escapes the special characters of XML in the title", () => {
    expect(lines[0]!.properties!.name).toBe("Serra & neve <1>");
  });
});

/** Reads GPX 1.1 by its schema only, without the converter that reads files of visitors. */
function readBySchema(text: string) {
  const document = read(text);
  const children = (parent: Element, name: string) =>
    [...parent.childNodes].filter(
      (node): node is Element => node.nodeName === name && (node as Element).namespaceURI === GPX_11,
    );
  const root = document.documentElement as unknown as Element;
  const pointOf = (element: Element) => ({
    lat: Number(element.getAttribute("lat")),
    lng: Number(element.getAttribute("lon")),
    name: children(element, "name")[0]?.textContent ?? "",
  });
  const trackPointOf = (element: Element) => {
    const ele = children(element, "ele")[0]?.textContent;
    return { ...pointOf(element), ele: ele ? Number(ele) : null };
  };
  return {
    root,
    wpt: children(root, "wpt").map(pointOf),
    rtept: children(root, "rte").flatMap((one) => children(one, "rtept").map(pointOf)),
    segments: children(root, "trk").flatMap((one) =>
      children(one, "trkseg").map((part) => children(part, "trkpt").map(trackPointOf)),
    ),
    order: [...new Set([...root.childNodes].filter(({ nodeType }) => nodeType === 1).map(({ nodeName }) => nodeName))],
  };
}
const GPX_11 = "http://www.topografix.com/GPX/1/1";

describe("a GPX file, read by its schema", () => {
  const found = readBySchema(gpxOf(file));

  it("has the elements of GPX 1.1 in the order of the schema", () => {
    expect(found.root.getAttribute("version")).toBe("1.1");
    expect(found.root.getAttribute("creator")).not.toBe("");
    expect(found.order).toEqual(["metadata", "wpt", "rte", "trk"]);
  });

  it("has every stop in the order of travel, as way points and as a route", () => {
    for (const points of [found.wpt, found.rtept])
      expect(points).toEqual(trip.plan.stops.map(({ lat, lng, name }) => ({ lat, lng, name })));
  });

  it("has every point of the stored line in order, and its length within one percent", () => {
    const [segment] = found.segments;
    const stored = [...first, ...second.slice(1)];
    expect(found.segments).toHaveLength(1);
    expect(segment).toHaveLength(stored.length);
    for (const [index, { lat, lng }] of segment!.entries()) {
      expect(lat).toBeCloseTo(stored[index]![0], 4);
      expect(lng).toBeCloseTo(stored[index]![1], 4);
    }
    const km = kmOf(segment!.map(({ lat, lng }) => [lng, lat]));
    expect(Math.abs(km / trip.route!.km - 1)).toBeLessThan(0.01);
  });
});

describe("a GPX file with altitudes on half of the way", () => {
  const half = trip.route!.km / 2;
  const profile: Profile = [
    [
      [0, 900, 0],
      [half, 1300, half],
    ],
  ];
  const text = gpxOf(
    routeFileOf({ ...trip, route: { ...trip.route!, profile } }, "Serra", "about", "https://example.org"),
  );
  const [segment] = readBySchema(text).segments;
  const known = segment!.filter(({ ele }) => ele !== null);

  it("has them where they are known, at least every 100 m, and nowhere else", () => {
    expect(known[0]!.ele).toBe(900);
    expect(known.at(-1)!.ele).toBeCloseTo(1300, -1);
    expect(segment!.findLastIndex(({ ele }) => ele !== null)).toBe(known.length - 1);
    for (const [index, point] of known.slice(1).entries()) {
      expect(point.ele).toBeGreaterThanOrEqual(known[index]!.ele!);
      expect(greatCircleKm(known[index]!, point)).toBeLessThan(0.11);
    }
  });

  it("still has every point of the stored line in order, and its length within one percent", () => {
    let place = 0;
    for (const [lat, lng] of [...first, ...second.slice(1)]) {
      const isHere = (point: { lat: number; lng: number }) =>
        Math.abs(point.lat - lat) < 2e-5 && Math.abs(point.lng - lng) < 2e-5;
      const next = segment!.findIndex((point, index) => index >= place && isHere(point));
      expect(next).toBeGreaterThanOrEqual(place);
      place = next;
    }
    const km = kmOf(segment!.map(({ lat, lng }) => [lng, lat]));
    expect(Math.abs(km / trip.route!.km - 1)).toBeLessThan(0.01);
  });

  it("is stored with the trip, with at most 1,000 points per profile", () => {
    const parse = (given: Profile) =>
      savedTripSchema.safeParse({ ...trip, route: { ...trip.route!, profile: given } }).data?.route?.profile;
    expect(parse(profile)).toEqual(profile);
    expect(parse([Array.from({ length: 1001 }, (_, index) => [index, 1, index])])).toBeUndefined();
  });

  it("has the same altitudes when the planner reads it", () => {
    const heights = readHeights(readTravelFile(new TextEncoder().encode(text), TRAVEL_AREA) as TravelFile);
    const [part] = withProfile(trip.route!, heights).profile!;
    expect(part!.at(-1)![0]).toBeCloseTo(half, 0);
    expect([part![0]![1], part!.at(-1)![1]].map((metres) => Math.round(metres / 10))).toEqual([90, 130]);
  });
});

it("a KML file has the stops and one line", () => {
  const { features } = kml(read(kmlOf(file, "way")));
  const kinds = features.map(({ geometry }) => geometry?.type);
  expect(kinds).toEqual(["Point", "Point", "Point", "LineString"]);
  const last = features.at(-1)!.geometry as unknown as Line;
  expect(Math.abs(kmOf(last.coordinates) / trip.route!.km - 1)).toBeLessThan(0.01);
});

it("the track has a gap where there is no road", () => {
  const gap = line(MIDDLE, [-27.95, -49.8], 2);
  const rest = line([-27.95, -49.8], URUBICI);
  const parts = trackOf(routeOf([section(first), section(gap, "off-network"), section(rest)]));
  expect(parts.map(({ length }) => length)).toEqual([first.length, rest.length]);
});

describe("the calendar", () => {
  const words = { name: "Serra", day: (number: number) => `Dia ${number}`, url: "https://example.org/x" };
  const entries = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`^${name}:(.*)$`, "gm"))].map(([, value]) => value!.trim());

  it("has an entry per day with local times", () => {
    const text = calendarOf(trip, daysOf(trip.plan, trip.route!, "America/Sao_Paulo"), words)!;
    expect(entries(text, "DTSTART")).toEqual(["20270110T080000", "20270111T080000"]);
    expect(entries(text, "DTEND")).toEqual(["20270110T090000", "20270111T090000"]);
    expect(entries(text, "SUMMARY")).toEqual(["Serra · Dia 1", "Serra · Dia 2"]);
    expect(entries(text, "LOCATION")).toEqual(["Painel", "Urubici"]);
  });

  it("does not exist without a day of departure", () => {
    const undated = { ...trip, plan: { ...trip.plan, leaveOn: null } };
    expect(calendarOf(undated, daysOf(undated.plan, trip.route!, "America/Sao_Paulo"), words)).toBeNull();
  });
});

it("a file has the name of the trip, or `viagem` when the title has no letters", () => {
  expect([fileName("Serra & neve", "gpx"), fileName("¿?", "kml")]).toEqual(["serra-neve.gpx", "viagem.kml"]);
});

it("names no licence for a file with lines of a source whose terms are not confirmed", () => {
  const route = { ...trip.route!, credits: ["© OpenStreetMap contributors", "SIE-SC, sistema rodoviário estadual"] };
  const { credits } = routeFileOf({ ...trip, route }, "Serra", "", "http://localhost");
  expect(credits).toMatchObject({ licenceUrl: null });
  expect(credits!.licence).not.toContain("ODbL");
});
