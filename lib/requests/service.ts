import "server-only";
import sharp from "sharp";
import { AppError } from "../platform/error";

const MAX_SIDE = 1600;
const MAX_PIXELS = 60_000_000;

/** Re-encodes a photo: upright, at most MAX_SIDE pixels, without EXIF metadata (location, camera, owner). */
export async function reencodePhoto(upload: Buffer): Promise<Buffer> {
  try {
    const photo = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { format } = await photo.metadata();
    if (!["jpeg", "png", "webp"].includes(format ?? "")) throw new Error(`a ${format} is no photo`);
    return await photo
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
  } catch (cause) {
    throw new AppError("input.invalid", { cause, detail: "not a photo" });
  }
}
