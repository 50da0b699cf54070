import { describe, expect, it } from "vitest";
import { TRAVEL_AREA } from "../../../geo/geo/rules";
import { readTravelFile } from "../../../geo/travel-files/files/rules";
import type { TravelFile } from "../../../geo/travel-files/rules";
import { linesOf, stopsOf, stopsToChoose } from "./rules";

const file = (body: string): TravelFile => {
  const read = readTravelFile(new TextEncoder().encode(`<gpx version="1.1">${body}</gpx>`), TRAVEL_AREA);
  if ("problem" in read) throw new Error(read.problem);
  return read;
};
const wpt = (lat: number, lng: number, name: string, desc = "") =>
  `<wpt lat="${lat}" lon="${lng}"><name>${name}</name><desc>${desc}</desc></wpt>`;
const trkpt = ([lat, lng]: readonly [number, number]) => `<trkpt lat="${lat}" lon="${lng}"/>`;
const ROUND = [
  [-28.359, -49.2914],
  [-28.3755, -49.4021],
  [-28.3931, -49.55],
  [-28.015, -49.5917],
  [-28.2, -49.38],
  [-28.359, -49.2914],
] as const;
const trk = (points: readonly (readonly [number, number])[], name = "Volta") =>
  `<trk><name>${name}</name><trkseg>${points.map(trkpt).join("")}</trkseg></trk>`;

describe("a recording with way points", () => {
  const read = file(wpt(-28.3931, -49.55, "Mirante", "Vista") + wpt(-28.3755, -49.4021, "Café") + trk(ROUND));
  const [line] = linesOf(read);
  const stops = stopsToChoose(read, line!);

  it("offers both", () => {
    expect(line).toMatchObject({ kind: "track", name: "Volta" });
    expect(stops.map(({ name }) => name)).toEqual(["Mirante", "Café"]);
  });

  it("gives the ends, the bends and the chosen points in the order of the line", () => {
    expect(stopsOf(line!, stops, 25, "Ponto").map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      "stop Ponto",
      "stop Café",
      "stop Mirante",
      "shape Ponto",
      "shape Ponto",
      "stop Ponto",
    ]);
    expect(stopsOf(line!, stops, 25, "Ponto")[2]?.note).toBe("Vista");
  });

  it("gives the points alone, or the line alone", () => {
    expect(stopsOf(null, stops, 25, "Ponto").map(({ name }) => name)).toEqual(["Mirante", "Café"]);
    expect(stopsOf(line!, [], 25, "Ponto")).toHaveLength(6);
  });

  it("leaves bends out before stops where little room is left", () => {
    const kinds = stopsOf(line!, stops, 4, "Ponto").map(({ kind }) => kind);
    expect(kinds).toEqual(["stop", "stop", "stop", "stop"]);
  });
});

it("names the ends of a line after points there", () => {
  const read = file(wpt(-28.359, -49.2914, "Orleans") + trk(ROUND));
  const [line] = linesOf(read);
  const stops = stopsOf(line!, stopsToChoose(read, line!), 25, "Ponto");
  expect([stops[0]?.name, stops.at(-1)?.name]).toEqual(["Orleans", "Orleans"]);
});

it("offers a planned route first, then all recordings together, then each", () => {
  const rte = `<rte><name>Plano</name>${ROUND.map(([lat, lng]) => `<rtept lat="${lat}" lon="${lng}"/>`).join("")}</rte>`;
  const lines = linesOf(file(trk(ROUND.slice(0, 3), "Dia 1") + trk(ROUND.slice(3), "Dia 2") + rte));
  expect(lines.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "route Plano",
    "all ",
    "track Dia 1",
    "track Dia 2",
  ]);
  expect(lines[1]?.km).toBeCloseTo((lines[2]?.km ?? 0) + (lines[3]?.km ?? 0));
});

it("keeps the named points of a route as stops and its other points as bends", () => {
  const named = (index: number, name: string) =>
    `<rtept lat="${ROUND[index]![0]}" lon="${ROUND[index]![1]}">${name && `<name>${name}</name>`}</rtept>`;
  const read = file(
    `<rte>${named(0, "Orleans")}${named(1, "")}${named(3, "Urubici")}</rte>${wpt(-28.015, -49.5917, "Urubici")}`,
  );
  const [line] = linesOf(read);
  const stops = stopsToChoose(read, line!);
  expect(stops.map(({ name }) => name)).toEqual(["Orleans", "Urubici"]);
  expect(stopsOf(line!, stops, 25, "Ponto").map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    "stop Orleans",
    "shape Ponto",
    "stop Urubici",
  ]);
});

it("offers all 60 way points", () => {
  const read = file(Array.from({ length: 60 }, (_, index) => wpt(-28 - index / 100, -49, `Parada ${index}`)).join(""));
  expect(stopsToChoose(read, null)).toHaveLength(60);
  expect(stopsOf(null, stopsToChoose(read, null), 60, "Ponto")).toHaveLength(60);
});

it("a recording without movement becomes one stop", () => {
  const read = file(trk([ROUND[0]]));
  expect(linesOf(read)).toEqual([]);
  expect(stopsOf(null, stopsToChoose(read, null), 25, "Ponto")).toMatchObject([{ name: "Ponto", lat: -28.359 }]);
  const beside = file(wpt(-28.1, -49.1, "Café") + trk([ROUND[0]]) + trk([ROUND[1]]) + trk(ROUND));
  expect(stopsToChoose(beside, linesOf(beside)[0]!).map(({ lat }) => lat)).toEqual([-28.1, -28.359, -28.3755]);
});

it("names a note that a stop has no room for", () => {
  const { points, findings } = file(wpt(-28.1, -49.1, "Café", "x".repeat(501)));
  expect(points[0]?.note).toHaveLength(500);
  expect(findings).toMatchObject([{ effect: "changed", reason: "cut", places: [{ line: 1 }] }]);
});
