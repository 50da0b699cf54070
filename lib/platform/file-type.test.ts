import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fileTypeOf } from "./file-type";

const ALLOWED = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "application/pdf": "pdf" } as const;

const blank = sharp({ create: { width: 4, height: 4, channels: 3, background: "#ffffff" } });
const typeOf = async (bytes: Uint8Array) => (await fileTypeOf(bytes, ALLOWED))?.extension ?? null;

describe("fileTypeOf", () => {
  it.each([
    ["jpg", "\xff\xd8\xff\xe0"],
    ["webp", "RIFF0000WEBPVP8 "],
    ["pdf", "%PDF-1.7"],
    [null, "\x89PNG\r\n\x1a\n"],
    [null, "<svg/>"],
    [null, "<html>%PDF-1.7"],
    [null, "MZ"],
    [null, ""],
  ])("is %s for %j", async (extension, text) => {
    expect(await typeOf(Buffer.from(text, "latin1"))).toBe(extension);
  });

  it("detects whole pictures and null for a picture of another type", async () => {
    const formats = ["jpeg", "png", "webp", "gif"] as const;
    const pictures = await Promise.all(formats.map((format) => blank.clone().toFormat(format).toBuffer()));
    expect(await Promise.all(pictures.map(typeOf))).toEqual(["jpg", "png", "webp", null]);
  });
});
