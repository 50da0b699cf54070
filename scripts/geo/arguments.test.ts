import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { geoOptions } from "./arguments";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "portal-arguments-"));
  for (const name of ["sul.osm.pbf", "sudeste.osm.pbf"]) writeFileSync(path.join(folder, name), "");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => path.join(folder, name);

describe("geoOptions", () => {
  it("reads several extracts, the folder of altitudes and the switch for streets", () => {
    const args = ["--osm", file("sul.osm.pbf"), "--osm", file("sudeste.osm.pbf"), "--hgt", folder, "--streets"];
    expect(geoOptions(args)).toEqual({
      osm: [file("sul.osm.pbf"), file("sudeste.osm.pbf")],
      hgt: folder,
      withStreets: true,
      work: ".cache/geo",
    });
  });

  it.each([
    [[], "usage: npm run geo"],
    [["--osm", "nowhere.osm.pbf"], "nowhere.osm.pbf does not exist"],
    [["--osm", tmpdir()], "does not exist"],
    [["--pbf", "a"], "--pbf"],
  ])("refuses %j", (args, message) => expect(() => geoOptions(args)).toThrow(message));

  it("refuses a file as the folder of altitudes", () => {
    expect(() => geoOptions(["--osm", file("sul.osm.pbf"), "--hgt", file("sul.osm.pbf")])).toThrow("is no folder");
  });
});
