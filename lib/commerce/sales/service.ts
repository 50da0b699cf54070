import "server-only";
import type { Caller } from "../../platform/costs";
import { AppError } from "../../platform/error";
import { fileTypeOf } from "../../platform/file-type";
import { decodePicture } from "../../platform/pictures";
import sharp from "../../platform/sharp";
import { MAX_SIGNATURE_BYTES } from "./rules";

const WIDEST = 1000;
const RULES = { formats: ["png"], maxMegapixels: 12 };
/** Grey value (0 to 255); darker pixels count as drawn. */
const INK = 128;

const REFUSALS: readonly string[] = ["rate.limited", "service.busy"];

/** Re-encodes a drawn signature as a small PNG on white; null when it has another format, is too large, broken or blank. */
export async function reencodeSignature(bytes: Uint8Array, by: Caller): Promise<Buffer | null> {
  if (bytes.length === 0 || bytes.length > MAX_SIGNATURE_BYTES) return null;
  if (!(await fileTypeOf(bytes, { "image/png": "png" }))) return null;
  try {
    return await decodePicture(bytes, by, RULES, async (picture) => {
      const drawn = await picture
        .flatten({ background: "#ffffff" })
        .greyscale()
        .resize({ width: WIDEST, height: WIDEST, fit: "inside", withoutEnlargement: true })
        .png({ compressionLevel: 9 })
        .toBuffer();
      const { channels } = await sharp(drawn).stats();
      return channels[0] && channels[0].min < INK ? drawn : null;
    });
  } catch (error) {
    if (error instanceof AppError && REFUSALS.includes(error.code)) throw error;
    return null;
  }
}
