import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { isHeic, UPLOAD_TYPES } from "./rules";
import { reencodePicture } from "./service";

const CALLER = { caller: "192.0.2.1", isAnonymous: true };
const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#a33" } });

describe("reencodePicture", () => {
  it("rotates a photo upright, shrinks it and removes all metadata", async () => {
    const photo = await blank(3000, 1500)
      .withExif({ IFD0: { Artist: "Ana" }, IFD3: { GPSLatitude: "28/1 0/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes, width, height } = await reencodePicture(photo, CALLER);
    const kept = await sharp(bytes).metadata();
    expect([width, height, kept.format]).toEqual([1000, 2000, "webp"]);
    expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("does not enlarge a small image", async () => {
    expect(await reencodePicture(await blank(40, 30).png().toBuffer(), CALLER)).toMatchObject({
      width: 40,
      height: 30,
    });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a text file with an image's name", Buffer.from("not a picture")],
    [
      "an SVG, which can contain scripts",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>'),
    ],
    ["a web page", Buffer.from("<!doctype html><img src=x onerror=alert(1)>")],
  ])("rejects %s", async (_, upload) => {
    await expect(reencodePicture(upload, CALLER)).rejects.toMatchObject({ code: "input.invalid" });
  });

  it("rejects a truncated photo", async () => {
    const whole = await blank(400, 300).jpeg().toBuffer();
    await expect(reencodePicture(whole.subarray(0, whole.length / 2), CALLER)).rejects.toMatchObject({
      code: "input.invalid",
    });
  });
});

describe("HEIC", () => {
  const heic = (brands: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brands}`), Buffer.alloc(100)]);

  it.each(["heic\0\0\0\0mif1heic", "mif1\0\0\0\0mif1heic", "heix\0\0\0\0mif1heix", "msf1\0\0\0\0msf1hevc"])(
    "%j is rejected with its own error code",
    async (brands) => {
      await expect(reencodePicture(heic(brands), CALLER)).rejects.toMatchObject({ code: "picture.heic" });
    },
  );

  it("AVIF is accepted", async () => {
    const avif = await blank(40, 30).avif().toBuffer();
    expect(isHeic(avif)).toBe(false);
    expect(await reencodePicture(avif, CALLER)).toMatchObject({ width: 40, height: 30 });
  });

  it("file inputs offer only readable formats", async () => {
    const formats = {
      "image/jpeg": "jpeg",
      "image/png": "png",
      "image/webp": "webp",
      "image/avif": "avif",
      "image/gif": "gif",
      "image/tiff": "tiff",
    } as const;
    expect(Object.keys(formats)).toEqual(UPLOAD_TYPES.split(","));
    for (const format of Object.values(formats))
      expect(await reencodePicture(await blank(8, 8).toFormat(format).toBuffer(), CALLER)).toMatchObject({ width: 8 });
  });
});
