import { announceSessionEnd } from "@/components/ui/session-end";
import {
  fitInto,
  isHeic,
  MAX_EVENT_FILE_BYTES,
  MAX_SIDE,
  MAX_UPLOAD_BYTES,
  UPLOAD_TYPES,
  type PictureProblem,
} from "@/lib/platform/media/rules";

export type Area = { x: number; y: number; width: number; height: number };
type Sent = { path: string; preview?: string } | { problem: PictureProblem; code?: string };

/** Larger pictures are scaled down in the browser before the upload. */
const SMALL_BYTES = 3 * 1024 * 1024;
const PROBLEMS: Partial<Record<number, PictureProblem>> = {
  401: "signedOut",
  403: "forbidden",
  413: "tooLarge",
  415: "broken",
  429: "limited",
};
const PROBLEM_OF_CODE: Partial<Record<string, PictureProblem>> = {
  "picture.heic": "heic",
  "picture.tooManyPixels": "tooManyPixels",
  "pdf.active": "activePdf",
};

/** Whether this device can show a file as a picture, so that a part of it can be selected. */
export async function isDrawable(file: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  bitmap?.close();
  return bitmap !== null;
}

/** The selected part of a picture, scaled down to the largest size the site shows; the file itself when this device cannot decode it. */
export async function shrinkPicture(file: Blob, area: Area | null): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  const part = area ?? { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
  const size = fitInto(MAX_SIDE, part);
  // A device that can decode HEIC converts it here, because the server cannot.
  const isSendable = UPLOAD_TYPES.split(",").includes(file.type);
  if (isSendable && !area && file.size <= SMALL_BYTES && size.width === bitmap.width) return file;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  canvas.getContext("2d")?.drawImage(bitmap, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((drawn) => resolve(drawn ?? file), "image/webp", 0.9));
}

/** Handlers that store a picture; that of the team for events also takes PDFs. */
export type UploadAddress = "/api/media" | "/api/event-files" | "/api/event-posters";

/** Uploads a picture and reports the progress (0 to 1); returns its address. */
export async function sendPicture(
  picture: Blob,
  onProgress: (share: number) => void,
  to: UploadAddress = "/api/media",
): Promise<Sent> {
  if (to !== "/api/media" && picture.size > MAX_EVENT_FILE_BYTES) return { problem: "fileTooLarge" };
  if (picture.size > MAX_UPLOAD_BYTES) return { problem: "tooLarge" };
  const head = await picture
    .slice(0, 64)
    .arrayBuffer()
    .catch(() => null);
  // The file was deleted or its drive was removed.
  if (!head) return { problem: "broken" };
  if (isHeic(new Uint8Array(head))) return { problem: "heic" };
  return sendFile(to, picture, onProgress);
}

/** Uploads a file to a handler that returns its address; reports the progress (0 to 1). */
export function sendFile(
  to: string,
  file: Blob,
  onProgress: (share: number) => void,
  headers: Record<string, string> = {},
): Promise<Sent> {
  return new Promise((resolve) => {
    // `fetch` cannot report the upload progress.
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener("error", () => resolve({ problem: "unavailable" }));
    request.addEventListener("load", () => {
      if (request.status === 401) announceSessionEnd();
      const body = request.response as { path?: string; preview?: string; code?: string } | null;
      if (request.status === 201 && body?.path) resolve({ path: body.path, preview: body.preview });
      else {
        const problem = PROBLEM_OF_CODE[body?.code ?? ""] ?? PROBLEMS[request.status] ?? "unavailable";
        resolve({ problem, code: body?.code });
      }
    });
    request.responseType = "json";
    request.open("POST", to);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(file);
  });
}
