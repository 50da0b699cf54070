import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HeightTiles } from "./heights";

let folder = "";
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), "portal-hgt-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A tile of 1201 samples a side: 10 m higher with each row from the north, 1 m with each column from the west. */
function writeTile(name: string, change: (samples: DataView) => void = () => undefined): void {
  const side = 1201;
  const bytes = new Uint8Array(side * side * 2);
  const samples = new DataView(bytes.buffer);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) samples.setInt16(2 * (row * side + column), row * 10 + column);
  change(samples);
  writeFileSync(path.join(folder, name), bytes);
}

describe("HeightTiles", () => {
  it("reads the altitude between four samples", () => {
    writeTile("S29W050.hgt");
    const tiles = new HeightTiles(folder);
    expect(tiles.heightAt(-50, -28.000001)).toBeCloseTo(0, 1);
    expect(tiles.heightAt(-49.5, -28.5)).toBeCloseTo(6600, 5);
    expect(tiles.heightAt(-49.5 + 0.5 / 1200, -28.5 - 0.5 / 1200)).toBeCloseTo(6605.5, 5);
  });

  it("has no altitude outside of its tiles and beside a missing sample", () => {
    writeTile("s29w050.SRTMGL3.hgt", (samples) => samples.setInt16(2 * (600 * 1201 + 600), -32_768));
    const tiles = new HeightTiles(folder);
    expect(tiles.heightAt(-49.5, -28.5)).toBeNull();
    expect(tiles.heightAt(-49.4, -28.4)).not.toBeNull();
    expect(tiles.heightAt(-48.5, -28.5)).toBeNull();
  });

  it("refuses a file of another size", () => {
    writeFileSync(path.join(folder, "S29W050.hgt"), "part");
    expect(() => new HeightTiles(folder).heightAt(-49.5, -28.5)).toThrow("S29W050.hgt is no SRTM tile: 4 bytes");
    writeFileSync(path.join(folder, "S29W050.hgt"), new Uint8Array(1000));
    expect(() => new HeightTiles(folder).heightAt(-49.5, -28.5)).toThrow("1000 bytes");
  });
});
