import { PMTiles } from "pmtiles";
import { describe, expect, it } from "vitest";
import { writeArchive } from "./archive";

function open(bytes: Uint8Array): PMTiles {
  const buffer = Uint8Array.from(bytes).buffer;
  return new PMTiles({
    getKey: () => "test",
    getBytes: (offset, length) => Promise.resolve({ data: buffer.slice(offset, offset + length) }),
  });
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("writeArchive", () => {
  const tiles = [
    { z: 7, x: 47, y: 74, bytes: bytesOf("florianopolis") },
    { z: 6, x: 23, y: 36, bytes: bytesOf("south") },
    { z: 7, x: 46, y: 74, bytes: bytesOf("sea") },
    { z: 7, x: 46, y: 75, bytes: bytesOf("sea") },
    { z: 7, x: 0, y: 0, bytes: bytesOf("sea") },
  ];
  const archive = open(writeArchive(tiles, { name: "test" }));

  it.each(tiles)("has tile $z/$x/$y", async ({ z, x, y, bytes }) => {
    const tile = await archive.getZxy(z, x, y);
    expect(new TextDecoder().decode(tile?.data)).toBe(new TextDecoder().decode(bytes));
  });

  it("has no other tile", async () => {
    expect(await archive.getZxy(7, 45, 74)).toBeUndefined();
    expect(await archive.getZxy(8, 94, 148)).toBeUndefined();
  });

  it("stores equal tiles once and names its zoom levels and metadata", async () => {
    const header = await archive.getHeader();
    expect(header).toMatchObject({ minZoom: 6, maxZoom: 7, numAddressedTiles: 5, numTileContents: 3, tileType: 1 });
    expect(await archive.getMetadata()).toEqual({ name: "test" });
  });

  it("refuses a directory that readers would not find", () => {
    const many = Array.from({ length: 9000 }, (_, index) => ({
      z: 14,
      x: (index * 7919) % 16_381,
      y: (index * 104_729) % 16_381,
      bytes: bytesOf(String(index * 7919).repeat(index % 13)),
    }));
    expect(() => writeArchive(many, {})).toThrow("root directory");
  });
});
