import "server-only";
import type { Caller } from "../costs";
import { AppError } from "../error";
import { decodePicture } from "../pictures";
import { isHeic, MAX_SIDE } from "./rules";

const RULES = { formats: ["jpeg", "png", "webp", "heif", "gif", "tiff"], maxMegapixels: 120 };

export type Picture = { bytes: Buffer; width: number; height: number };

/** Re-encodes an image: upright, at most MAX_SIDE pixels, without EXIF metadata (location, camera, owner). */
export async function reencodePicture(upload: Buffer, by: Caller): Promise<Picture> {
  try {
    return await decodePicture(upload, by, RULES, async (picture) => {
      const { data, info } = await picture
        .rotate()
        .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    });
  } catch (cause) {
    // HEVC is patented, so sharp's builds do not include a HEIC decoder.
    if (cause instanceof AppError && cause.code === "input.invalid" && isHeic(upload))
      throw new AppError("picture.heic", { cause });
    throw cause;
  }
}
