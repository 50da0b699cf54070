/** Maximum upload size; stored images are much smaller. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
/** Most bytes of a picture or PDF of an event. */
export const MAX_EVENT_FILE_BYTES = 10 * 1024 * 1024;
/** Maximum side length in pixels; no page shows larger images. */
export const MAX_SIDE = 2000;

/** Formats of the file input, all readable by `reencodePicture`. Apple devices convert HEIC to JPEG when HEIC is not listed. */
export const UPLOAD_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff";

/** Why an image was not stored; the messages are in `records.errors.picture`. */
export type PictureProblem =
  | "address"
  | "private"
  | "unreachable"
  | "redirects"
  | "timeout"
  | "tooLarge"
  | "fileTooLarge"
  | "broken"
  | "heic"
  | "tooManyPixels"
  | "activePdf"
  | "limited"
  | "tooMany"
  | "signedOut"
  | "forbidden"
  | "unavailable";

const HEVC_BRANDS = /hei[cxms]|hev[cxms]|mif1|msf1/;

/**
 * Whether a file is HEIC by its first bytes: an ISO container (ISO/IEC 23008-12) without an AVIF brand. The browser
 * checks it too, before an upload, and the library `file-type` is too large for that.
 */
export function isHeic(file: Uint8Array): boolean {
  const brands = String.fromCharCode(...file.subarray(4, 40));
  return brands.startsWith("ftyp") && HEVC_BRANDS.test(brands) && !brands.includes("avi");
}

const PREFIX = "/midia/";
const KEY = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/;

/** Public path of a stored file. */
export const pictureAddress = (key: string): string => PREFIX + key;

/** Storage key of an image path; null for any other path. */
export function pictureKey(address: string): string | null {
  const key = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : "";
  return KEY.test(key) ? key : null;
}

const EVENT_FILES = "/arquivo-evento/";
const EVENT_FILE_KEY = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.(?:webp|pdf)$/;

/** Public path of a file of bucket event-files; its name is `2026-11/<uuid>.webp` or `.pdf`. */
export const eventFileUrl = (path: string): string => EVENT_FILES + path;

/** Name in bucket event-files of a public path; null for any other path. */
export function eventFileKey(address: string): string | null {
  const key = address.startsWith(EVENT_FILES) ? address.slice(EVENT_FILES.length) : "";
  return EVENT_FILE_KEY.test(key) ? key : null;
}

/** Whether a URL is an external image; pages never load these, they are imported or rejected. */
export const isExternal = (address: unknown): address is string =>
  typeof address === "string" && /^https?:\/\//i.test(address);

/** Whether pages may show this URL: only files of this site. */
export function isShown(address: string | null): address is string {
  return address !== null && /^\/(?![/\\])[^\\\s"'<>]+$/.test(address);
}

/** Scales a size down to fit into `side`; never enlarges. */
export function fitInto(
  side: number,
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
