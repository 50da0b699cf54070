import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { firstFiles } from "./first-files";
import { zoomToFit, type MapBounds } from "./room";
import { WORKER_PATH } from "../base/worker";

const COUNTRY: MapBounds = [-74, -33.8, -34.7, 5.3];
const SC: MapBounds = [-53.84, -29.36, -48.36, -25.95];
const namesOf = (paths: readonly string[] = []) => paths.map((path) => /([^/]+)\.pmtiles/.exec(path)?.[1]);

describe("firstFiles", () => {
  it("has the country's archive for the country, and the archives of its blocks for a state", () => {
    expect(namesOf(firstFiles(COUNTRY).tiles[0]?.paths)).toEqual(["brasil"]);
    expect(firstFiles(SC).tiles.map(({ paths }) => namesOf(paths))).toEqual([["brasil"], ["5-11-18"], ["7-11-18"]]);
  });

  it("has the worker of the installed version of MapLibre", () => {
    const { version } = JSON.parse(readFileSync("node_modules/maplibre-gl/package.json", "utf8")) as {
      version: string;
    };
    expect(firstFiles(SC).worker).toBe(WORKER_PATH);
    expect(WORKER_PATH).toContain(version);
  });
});

describe("zoomToFit", () => {
  it.each([
    [390, 780, 3.5, 5.5],
    [1280, 836, 6.5, 7],
  ])("of a state on a screen %i pixels wide", (width, height, least, most) => {
    vi.stubGlobal("window", { innerWidth: width });
    const zoom = zoomToFit(SC, width, height);
    expect(zoom).toBeGreaterThan(least);
    expect(zoom).toBeLessThan(most);
    vi.unstubAllGlobals();
  });
});
