import type { Permission } from "../platform/auth/permissions";

/** What a device may send; what is stored is far smaller. */
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
/** No screen of ours shows more. */
export const MAX_SIDE = 2000;
export const MAX_GALLERY = 30;

/** Formats a file input offers: those that `redrawPicture` reads. Devices of Apple convert HEIC to JPEG where it is not listed. */
export const UPLOAD_TYPES = "image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff";

/** Why a picture was not stored; `records.errors.picture` has the sentences. */
export type PictureProblem =
  | "address"
  | "private"
  | "unreachable"
  | "redirects"
  | "timeout"
  | "tooLarge"
  | "broken"
  | "heic"
  | "limited"
  | "tooMany"
  | "signedOut"
  | "forbidden"
  | "unavailable";

const HEVC_BRANDS = /hei[cxms]|hev[cxms]|mif1|msf1/;

/** Whether a file is HEIC by its first bytes: an ISO container (ISO/IEC 23008-12) that names no AVIF. */
export function isHeic(file: Uint8Array): boolean {
  const brands = String.fromCharCode(...file.subarray(4, 40));
  return brands.startsWith("ftyp") && HEVC_BRANDS.test(brands) && !brands.includes("avi");
}

/** Whoever writes any content may add pictures; `private.edits_content` holds the same list. */
export const CONTENT_PERMISSIONS = [
  "blog", "magazine", "state_content", "photo_points", "website_content", "events", "clubs", "ads", "services", "vouchers", "city_gallery",
] as const satisfies readonly Permission[];

const PREFIX = "/midia/";
const KEY = /^\d{4}-\d{2}\/[0-9a-f-]{36}\.webp$/;

/** The address pages show a stored file at. */
export const pictureAddress = (key: string): string => PREFIX + key;

/** The stored file behind an address of ours; null for any other address. */
export function pictureKey(address: string): string | null {
  const key = address.startsWith(PREFIX) ? address.slice(PREFIX.length) : "";
  return KEY.test(key) ? key : null;
}

/** Whether an address is a picture of another site, which no page loads: it is imported or refused. */
export const isExternal = (address: unknown): address is string => typeof address === "string" && /^https?:\/\//i.test(address);

/** Whether pages may show this address: only files of this site are shown. */
export function isShown(address: string | null): address is string {
  return address !== null && /^\/(?![/\\])[^\\\s"'<>]+$/.test(address);
}

/** Width and height that fit into `side`, never enlarged. */
export function fitInto(side: number, { width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
