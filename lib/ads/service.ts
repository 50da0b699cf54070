import "server-only";
import sharp from "sharp";
import { AppError } from "../platform/error";
import { AD_SIZE, type AdSide } from "./rules";

const MAX_PIXELS = 60_000_000;
const READABLE = ["jpeg", "png", "webp"];

/** Re-encodes a banner in the exact size of its placement; rejects images smaller than half of it, because they would look blurred. */
export async function reencodeArt(upload: Buffer, side: AdSide): Promise<Buffer> {
  const { width, height } = AD_SIZE[side];
  try {
    const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const found = await picture.metadata();
    if (!READABLE.includes(found.format ?? "")) throw new Error(`a ${found.format} is no banner`);
    if (found.width < width / 2 || found.height < height / 2) throw new Error("too small");
    return await picture.rotate().resize({ width, height, fit: "cover" }).webp({ quality: 84 }).toBuffer();
  } catch (cause) {
    throw new AppError("input.invalid", { cause, detail: "not a banner" });
  }
}
