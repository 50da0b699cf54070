import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { PLAIN_PACE } from "@/lib/geo/pace/drive/rules";
import { STATES } from "@/lib/geo/states/rules";
import { longestFuelGap, wayOf, type Leg } from "@/lib/guide/regions/way";
import { hasStations, readRoadPoints, type Point } from "@/supabase/seed/road-points";
import { legRows } from "@/supabase/seed/route-legs";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder of data files with these petrol stations; without the file of points when there are none given. */
function folderWith(fuel?: [lat: number, lng: number, name: string, date?: string][]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-points-"));
  folders.push(folder);
  mkdirSync(path.join(folder, "osm"));
  if (fuel) writeFileSync(path.join(folder, "osm/points.json"), JSON.stringify({ fuel }));
  return folder;
}

/** An encoded straight line from Rio Branco (AC) to a viewpoint, 75 km. */
const LINE = "tf{{@z|}|KusMbxM";
const LEG = {
  from: 1,
  to: 2,
  needs: [],
  km: 75,
  line: LINE,
  sources: { osm: 75 },
  quality: "traced" as const,
  joins: [] as [number, number][],
  roads: ["BR-364"],
  classes: { trunk: 75 },
};
const STOPS = [
  { region_slug: "rota", position: 1, lat: -9.97499, lng: -67.82494 },
  { region_slug: "rota", position: 2, lat: -9.9, lng: -67.9 },
];

/** The longest stretch without a petrol station, as the route page shows it. */
function gapWith(points: readonly Point[]) {
  const region = { slug: "rota", state_abbr: "AC", surface: null, paved_pct: null };
  return longestFuelGap(wayOf(STOPS, legRows([LEG], region, STOPS, PLAIN_PACE, points) as unknown as Leg[]));
}

describe("petrol stations of the data files", () => {
  it("give the longest stretch without a station", () => {
    const onTheWay: [number, number, string] = [-9.937, -67.862, "Posto"];
    expect(gapWith(readRoadPoints(folderWith([onTheWay])))!.km).toBeCloseTo(37.5, 0);
    expect(gapWith(readRoadPoints(folderWith([[-9.2, -70.3, "elsewhere in AC"]])))).toEqual({ fromKm: 0, km: 75 });
  });

  it("name the year of their source", () => {
    const points = readRoadPoints(
      folderWith([
        [-9.1, -61.4, "old"],
        [-27.1, -49.1, "of an extract", "2026-11-20"],
      ]),
    );
    expect(points.map(({ source }) => source)).toEqual(["OpenStreetMap, 2021", "OpenStreetMap, 2026"]);
  });

  it.each([
    ["without the file", undefined],
    ["with an empty file", []],
    ["with stations of other states only", [[-12.97, -38.5, "Salvador"]]],
  ] as [string, [number, number, string][] | undefined][])("have no stretch %s", (_name, fuel) => {
    expect(gapWith(readRoadPoints(folderWith(fuel)))).toBeNull();
  });

  it("are known in the twenty units of N, NE and CO", () => {
    const points = readRoadPoints();
    const units = STATES.filter(({ region }) => region !== "Sul" && region !== "Sudeste");
    expect(units).toHaveLength(20);
    expect(units.filter(({ abbr }) => !hasStations(points, abbr))).toEqual([]);
  });
});
