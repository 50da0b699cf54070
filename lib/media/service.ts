import "server-only";
import sharp from "sharp";
import { AppError } from "../platform/error";
import { isHeic, MAX_SIDE } from "./rules";

const MAX_PIXELS = 120_000_000;
const READABLE = ["jpeg", "png", "webp", "heif", "gif", "tiff"];

export type Picture = { bytes: Buffer; width: number; height: number };

/** Re-encodes an image: upright, at most MAX_SIDE pixels, without EXIF metadata (location, camera, owner). */
export async function reencodePicture(upload: Buffer): Promise<Picture> {
  try {
    const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { format } = await picture.metadata();
    if (!READABLE.includes(format ?? "")) throw new Error(`a ${format} is no picture`);
    const { data, info } = await picture
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    // HEVC is patented, so sharp's builds do not include a HEIC decoder.
    if (isHeic(upload)) throw new AppError("picture.heic", { cause });
    throw new AppError("input.invalid", { cause, detail: "not a picture" });
  }
}
