import { describe, expect, it } from "vitest";
import { gpxOf } from "../downloads/rules";
import { BRAZIL_AREA } from "../geo/rules";
import { readTravelFile } from "../travel-files/files/rules";
import type { TravelFile } from "../travel-files/rules";
import {
  MAX_HEIGHTS,
  MAX_PROFILE,
  MAX_TRACK,
  readHeights,
  readRecording,
  thinTrack,
  trackPoints,
  type Recording,
} from "./rules";

const fileOf = (text: string) => readTravelFile(new TextEncoder().encode(text), BRAZIL_AREA);
const recordingOf = (text: string) => {
  const file = fileOf(text);
  return "problem" in file ? { problem: file.problem } : readRecording(file);
};
const parse = (body: string) => recordingOf(`<gpx version="1.1">${body}</gpx>`);
const whole = (body: string) => parse(body) as Recording;
const trkpt = (lat: number, lng: number, ele?: number) =>
  `<trkpt lat="${lat}" lon="${lng}">${ele === undefined ? "" : `<ele>${ele}</ele>`}</trkpt>`;
const trk = (...segments: string[]) => `<trk>${segments.map((points) => `<trkseg>${points}</trkseg>`).join("")}</trk>`;

/** A winding climb with many points, as a file has it. */
const long = (count: number): Pick<TravelFile, "lines" | "points"> => ({
  lines: [
    {
      kind: "track",
      name: "",
      parts: [
        Array.from({ length: count }, (_, i) => ({
          lat: -28.3 + Math.sin(i / 40) / 100,
          lng: -49.5 + i / 20_000,
          metres: 300 + Math.sin(i / 300) * 250,
          name: "",
          note: "",
          line: null,
        })),
      ],
    },
  ],
  points: [],
});

describe("readRecording", () => {
  it("returns length, elevation profile and highest point", () => {
    const { track, profile, distanceKm, maxAltitudeM } = whole(
      trk(trkpt(-28, -49, 400) + trkpt(-28.1, -49, 1421.4) + trkpt(-28.2, -49, 900)),
    );
    expect(distanceKm).toBe(22.2);
    expect(maxAltitudeM).toBe(1421);
    expect(profile).toEqual([
      [0, 400],
      [11.12, 1421],
      [22.24, 900],
    ]);
    expect(track[0]).toEqual([-28, -49]);
  });

  it("limits the number of points and keeps the shape", () => {
    const { track, profile, distanceKm } = readRecording(long(30_000)) as Recording;
    expect(track.length).toBeLessThanOrEqual(MAX_TRACK);
    expect(track.length).toBeGreaterThan(300);
    expect(profile.length).toBeLessThanOrEqual(MAX_PROFILE);
    expect(Math.max(...profile.map(([, metres]) => metres))).toBeGreaterThan(540);
    expect(distanceKm).toBeGreaterThan(100);
  });

  it("does not count the gap between two segments", () => {
    const gap = trk(trkpt(-28, -49) + trkpt(-28.1, -49), trkpt(-29, -49) + trkpt(-29.1, -49));
    expect(whole(gap).distanceKm).toBe(22.2);
  });

  it("returns named waypoints as stops, and no profile without elevations", () => {
    const { stops, profile, maxAltitudeM } = whole(
      `<wpt lat="-28.4" lon="-49.5"><name> Mirante  da Serra </name></wpt><wpt lat="-28.4" lon="-49.5"/>${trk(trkpt(-28, -49) + trkpt(-28.1, -49))}`,
    );
    expect(stops).toEqual([{ name: "Mirante da Serra", note: "", lat: -28.4, lng: -49.5 }]);
    expect([profile, maxAltitudeM]).toEqual([[], null]);
  });

  it("offers the named points of a planned route, those at way points once", () => {
    const rtept = (lat: number, name: string) => `<rtept lat="${lat}" lon="-49"><name>${name}</name></rtept>`;
    const { stops } = whole(
      `<wpt lat="-28" lon="-49"><name>Orleans</name></wpt><rte>${rtept(-28, "Orleans")}${rtept(-28.1, "")}${rtept(-28.2, "Urubici")}</rte>`,
    );
    expect(stops.map(({ name }) => name)).toEqual(["Orleans", "Urubici"]);
  });

  it("ignores the straight lines of our own GPX export", () => {
    const stops = [
      { name: "Orleans", note: "", kind: "town", lat: -28.359, lng: -49.2914 },
      { name: "Mirante", note: "Vista", kind: "view", lat: -28.393, lng: -49.55 },
    ];
    const file = gpxOf({
      name: "Serra",
      description: "",
      url: "https://example.org",
      updatedAt: "2026-01-02T00:00:00Z",
      stops,
      track: [],
      credits: null,
    });
    const found = recordingOf(file) as Recording;
    expect([found.track, found.distanceKm]).toEqual([[], null]);
    expect(found.stops.map(({ name }) => name)).toEqual(["Orleans", "Mirante"]);
  });

  it("uses a planned route when there is no recording", () => {
    const rte = `<rte>${[
      [-28, -49],
      [-28.05, -49.02],
      [-28.1, -49],
    ]
      .map(([lat, lng]) => `<rtept lat="${lat}" lon="${lng}"/>`)
      .join("")}</rte>`;
    expect(whole(rte).track).toHaveLength(3);
    expect(whole(rte + trk(trkpt(-27, -49) + trkpt(-27.1, -49))).track).toEqual([
      [-27, -49],
      [-27.1, -49],
    ]);
  });

  it("parses KML, also nested geometries, and TCX", () => {
    const line = "<LineString><coordinates>-49,-28,400 -49,-28.1,500</coordinates></LineString>";
    const placed = recordingOf(
      `<kml><Document><Placemark><name>Serra</name><MultiGeometry>${line}<Point><coordinates>-49,-28</coordinates></Point></MultiGeometry></Placemark><Placemark><name>Mirante</name><Point><coordinates>-49.5,-28.4</coordinates></Point></Placemark></Document></kml>`,
    ) as Recording;
    expect([placed.distanceKm, placed.stops.map(({ name }) => name)]).toEqual([11.1, ["Serra", "Mirante"]]);
    const point = (lat: number) =>
      `<Trackpoint><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>-49</LongitudeDegrees></Position><AltitudeMeters>400</AltitudeMeters></Trackpoint>`;
    const activity = recordingOf(
      `<TrainingCenterDatabase><Activities><Activity><Lap><Track>${point(-28)}${point(-28.1)}</Track></Lap></Activity></Activities></TrainingCenterDatabase>`,
    ) as Recording;
    expect(activity.distanceKm).toBe(11.1);
  });

  it.each([
    ["nothing", "", "empty"],
    ["one point", trk(trkpt(-28, -49)), "empty"],
    ["a track in Portugal", trk(trkpt(38.7, -9.1) + trkpt(38.8, -9.2)), "outside"],
    [
      "positions that are no numbers",
      '<trk><trkseg><trkpt lat="x" lon="y"/><trkpt lat="" lon=""/></trkseg></trk>',
      "empty",
    ],
  ])("returns the problem of %s", (_, body, problem) => {
    expect(parse(body)).toEqual({ problem });
  });
});

it("thinTrack keeps both end points", () => {
  const track = Array.from({ length: 2000 }, (_, i) => [-28 + Math.sin(i / 9) / 50, -49 + i / 1000] as const);
  const thin = thinTrack(track, 300);
  expect(thin.length).toBeLessThanOrEqual(300);
  expect([thin[0], thin.at(-1)]).toEqual([track[0], track.at(-1)]);
});

it.each([
  [null, 0],
  ["x", 0],
  [[[1, 2]], 0],
  [
    [
      [1, 2],
      [3, 4],
      ["a", 1],
    ],
    2,
  ],
])("trackPoints of %j has length %d", (value, count) => {
  expect(trackPoints(value)).toHaveLength(count);
});

describe("readHeights", () => {
  const read = (body: string) => readHeights(fileOf(`<gpx version="1.1">${body}</gpx>`) as TravelFile);
  /** A point every 20 m to the north. */
  const north = (heights: readonly (number | undefined)[]) =>
    heights.map((ele, index) => trkpt(Number((-28 + index * 0.00018).toFixed(5)), -49, ele)).join("");
  const flat = Array.from({ length: 100 }, () => 400);

  it("returns the line with altitudes and the recorded kilometres", () => {
    const [line, ...others] = read(trk(trkpt(-28, -49, 400) + trkpt(-28.005, -49, 450.26)));
    expect(others).toEqual([]);
    expect(line).toEqual([
      [-28, -49, 400, 0],
      [-28.005, -49, 450.3, 0.556],
    ]);
  });

  it("keeps a climb that lasts and drops single wrong altitudes", () => {
    // 8 % over 20 m are 1.6 m.
    const climb = flat.map((metres, index) => metres + index * 1.6);
    const metresOf = (heights: number[]) => read(trk(north(heights)))[0]!.map(([, , metres]) => metres);
    const wrong = climb.with(50, 900).with(70, 5);
    expect(Math.max(...metresOf(wrong))).toBeLessThanOrEqual(Math.max(...climb));
    expect(Math.min(...metresOf(wrong))).toBeGreaterThanOrEqual(400);
    expect(metresOf(climb)[50]).toBeCloseTo(480, 1);
  });

  it.each([
    ["no altitudes", flat.map(() => undefined)],
    ["the 0 that KML writes", flat.map(() => 0)],
    ["the same altitude everywhere", flat],
    ["impossible altitudes", flat.map((_, index) => 9000 + index)],
  ])("returns nothing for %s", (_, heights) => {
    expect(read(trk(north(heights)))).toEqual([]);
  });

  it("divides a line where altitudes are missing for more than 1 km", () => {
    const climb = Array.from({ length: 200 }, (_, index) => (index > 60 && index < 130 ? undefined : 400 + index));
    const kms = read(trk(north(climb))).map((line) => line.at(-1)![3]);
    expect(kms.map((km) => Math.round(km * 10) / 10)).toEqual([1.4, 1.2]);
  });

  it("simplifies a long recording", () => {
    const lines = readHeights(long(30_000));
    expect(lines.flat().length).toBeLessThanOrEqual(MAX_HEIGHTS);
    expect(lines.flat().length).toBeGreaterThan(MAX_HEIGHTS / 4);
  });
});
