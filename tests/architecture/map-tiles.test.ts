import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { PMTiles } from "pmtiles";
import { describe, expect, it } from "vitest";
import { archiveOf, archivesOfState } from "@/components/geo/map/base/archives";
import archives from "@/components/geo/map/base/archives.json";
import { STATES } from "@/lib/geo/states/rules";
import { readVectorTile } from "@/scripts/map-tiles/vector-tile";

const FOLDER = "public/map/tiles/";
const fileOf = (name: string) => `${FOLDER}${name}.pmtiles`;

async function layersOf(name: string, z: number, x: number, y: number) {
  const bytes = Uint8Array.from(readFileSync(fileOf(name))).buffer;
  const archive = new PMTiles({
    getKey: () => name,
    getBytes: (offset, length) => Promise.resolve({ data: bytes.slice(offset, offset + length) }),
  });
  const tile = await archive.getZxy(z, x, y);
  return tile ? readVectorTile(new Uint8Array(tile.data), { z, x, y }) : {};
}

describe("the tiles of the base map", () => {
  it("are the listed files with their sizes and hashes", () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(archives.map(({ name }) => `${name}.pmtiles`).toSorted());
    const written = archives.map(({ name }) => {
      const file = readFileSync(fileOf(name));
      return { name, bytes: file.length, hash: createHash("sha256").update(file).digest("hex").slice(0, 8) };
    });
    expect(archives).toMatchObject(written);
  });

  it("have at most 12 MB in total and 600 kB for the first view", () => {
    expect(archives.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(12_000_000);
    expect(archiveOf(3, 2, 4)?.bytes).toBeLessThanOrEqual(600_000);
  });

  it.each([
    ["São Paulo", -46.63, -23.55, "BR-116"],
    ["Florianópolis", -48.55, -27.59, "BR-101"],
    ["Manaus", -60.02, -3.1, "AM-010"],
    ["Salvador", -38.5, -12.97, "BR-324"],
  ])("show %s with its name and road", async (town, lng, lat, road) => {
    const x = Math.floor(((lng + 180) / 360) * 2 ** 9);
    const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** 9);
    const { roads = [], places = [], water = [] } = await layersOf(archiveOf(9, x, y)?.name ?? "none", 9, x, y);
    expect(places.map(({ properties }) => properties.name)).toContain(town);
    expect(roads.map(({ properties }) => properties.ref)).toContain(road);
    expect(water.length).toBeGreaterThan(0);
  });

  it.each(STATES)("of $abbr are the country's and a few blocks, together at most 4 MB", ({ abbr }) => {
    const own = archivesOfState(abbr);
    expect(own.map(({ name }) => name)).toContain("brasil");
    expect(own.length).toBeGreaterThan(1);
    expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(4_000_000);
  });
});
