import "server-only";
import sharp from "sharp";
import { fileTypeOf } from "../platform/file-type";
import { MAX_SIGNATURE_BYTES } from "./rules";

const WIDEST = 1000;
const MOST_PIXELS = 12_000_000;
/** Grey value (0 to 255); darker pixels count as drawn. */
const INK = 128;

/** Re-encodes a drawn signature as a small PNG on white; null when it has another format, is too large, broken or blank. */
export async function reencodeSignature(bytes: Uint8Array): Promise<Buffer | null> {
  if (bytes.length === 0 || bytes.length > MAX_SIGNATURE_BYTES) return null;
  if (!(await fileTypeOf(bytes, { "image/png": "png" }))) return null;
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .flatten({ background: "#ffffff" })
      .greyscale()
      .resize({ width: WIDEST, height: WIDEST, fit: "inside", withoutEnlargement: true });
    const drawn = await picture.png({ compressionLevel: 9 }).toBuffer();
    const { channels } = await sharp(drawn).stats();
    return channels[0] && channels[0].min < INK ? drawn : null;
  } catch {
    return null;
  }
}
