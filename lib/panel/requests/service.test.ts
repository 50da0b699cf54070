import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { reencodePhoto } from "./service";

const CALLER = { caller: "192.0.2.1", isAnonymous: true };
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#7a4a21" } });

describe("reencodePhoto", () => {
  it("rotates a photo upright, shrinks it and removes its location", async () => {
    const exif = { IFD0: { Artist: "Ana" }, IFD3: { GPSLatitudeRef: "S", GPSLatitude: "27/1 35/1 0/1" } };
    const upload = await canvas(3000, 2000).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { width, height, format, exif: kept } = await sharp(await reencodePhoto(upload, CALLER)).metadata();
    expect({ width, height, format, kept }).toEqual({ width: 1067, height: 1600, format: "webp", kept: undefined });
  });

  it.each([
    ["text", Buffer.from("não é foto")],
    ["nothing", Buffer.alloc(0)],
    [
      "an SVG with scripts",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    ],
    ["a truncated photo", Buffer.from("ffd8ffe000104a464946", "hex")],
  ])("rejects %s", async (_, upload) => {
    await expect(reencodePhoto(upload, CALLER)).rejects.toThrow("input.invalid");
  });
});
