import "server-only";
import type { Metadata, Sharp } from "sharp";
import { runCostly, type Caller } from "./costs";
import { AppError } from "./error";
import sharp from "./sharp";

const MEGAPIXEL = 1_000_000;
/** 24 megapixels as cameras count them: 5712 × 4284 are 24.5 million. */
const ANONYMOUS_MEGAPIXELS = 25;
/** A picture up to this size counts as a short job. */
const SHORT_MEGAPIXELS = 4;
/** Scans of a progressive JPEG that are decoded in the time of one baseline picture. */
const SCANS_OF_ONE = 5;
/** Memory for each decoded pixel, compared with a baseline JPEG, which is decoded line by line. */
const FACTORS: Partial<Record<string, number>> = { heif: 4, gif: 2 };

type Rules = { formats: readonly string[]; maxMegapixels: number };
/** What a picture may be that a visitor or advertiser uploads. */
export const UPLOAD_RULES: Rules = { formats: ["jpeg", "png", "webp"], maxMegapixels: 60 };

/** Number of scans of a JPEG: the marker is never part of compressed data (ITU-T T.81, B.1.1.5). */
function scansOf(upload: Uint8Array): number {
  const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength);
  const marker = Buffer.from([0xff, 0xda]);
  let scans = 0;
  for (let at = bytes.indexOf(marker); at >= 0; at = bytes.indexOf(marker, at + 2)) scans++;
  return scans;
}

/** Decoding costs of a picture in megapixels of a baseline JPEG. */
export function costOf(upload: Uint8Array, { format, width, height, isProgressive }: Metadata): number {
  const interlaced = format === "jpeg" ? Math.max(2, scansOf(upload) / SCANS_OF_ONE) : 2;
  const factor = isProgressive ? interlaced : (FACTORS[format ?? ""] ?? 1);
  return (width * height * factor) / MEGAPIXEL;
}

const notReadable = (cause: unknown) =>
  cause instanceof AppError ? cause : new AppError("input.invalid", { cause, detail: "not a picture" });

/** Reads the header of an uploaded picture, then lets `work` decode it when it is the turn of the caller. */
export async function decodePicture<T>(
  upload: Uint8Array,
  by: Caller,
  { formats, maxMegapixels }: Rules,
  work: (picture: Sharp, metadata: Metadata) => Promise<T>,
): Promise<T> {
  try {
    const most = by.isAnonymous ? Math.min(ANONYMOUS_MEGAPIXELS, maxMegapixels) : maxMegapixels;
    const picture = sharp(upload, { failOn: "error" });
    const metadata = await picture.metadata();
    if (!formats.includes(metadata.format ?? "")) throw new Error(`a ${metadata.format} is not accepted`);
    const cost = costOf(upload, metadata);
    if (cost > most) throw new AppError("picture.tooManyPixels", { detail: `${Math.round(cost)} megapixels` });
    const job = { ...by, points: Math.ceil(cost), isShort: cost <= SHORT_MEGAPIXELS };
    return await runCostly("picture", job, () => work(picture, metadata));
  } catch (error) {
    throw notReadable(error);
  }
}
