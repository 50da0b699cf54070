import "server-only";
import type { Caller } from "../../platform/costs";
import { decodePicture, UPLOAD_RULES } from "../../platform/pictures";
import { AD_SIZE, type AdSide } from "./rules";

/** Re-encodes a banner in the exact size of its placement; rejects images smaller than half of it, because they would look blurred. */
export function reencodeArt(upload: Buffer, side: AdSide, by: Caller): Promise<Buffer> {
  const { width, height } = AD_SIZE[side];
  return decodePicture(upload, by, UPLOAD_RULES, (picture, found) => {
    if (found.width < width / 2 || found.height < height / 2) throw new Error("too small");
    return picture.rotate().resize({ width, height, fit: "cover" }).webp({ quality: 84 }).toBuffer();
  });
}
