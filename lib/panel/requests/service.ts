import "server-only";
import type { Caller } from "../../platform/costs";
import { decodePicture, UPLOAD_RULES } from "../../platform/pictures";

const MAX_SIDE = 1600;

/** Re-encodes a photo: upright, at most MAX_SIDE pixels, without EXIF metadata (location, camera, owner). */
export function reencodePhoto(upload: Buffer, by: Caller): Promise<Buffer> {
  return decodePicture(upload, by, UPLOAD_RULES, (photo) =>
    photo
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  );
}
