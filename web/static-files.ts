import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

/** Where a first start puts the copy that it compresses after the first page. */
export const COMPRESSED_AGAIN = ".next/static-compressed";

/** The text files of the build with their smallest compressed copies. */
export const buildFiles = () =>
  staticFiles(existsSync(COMPRESSED_AGAIN) ? COMPRESSED_AGAIN : ".next/static", "/_next/static");

/** Immutable text files of the build. Next sends its fonts and pictures, with the headers of next.config.ts. */
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
};
const TEXT_FILE = new RegExp(`\\.(${Object.keys(TYPES).join("|")})$`);
const SINGLE_RANGE = /^bytes=(\d{1,15})-(\d{1,15})?$/;

/**
 * Whether sirv reads a Range header as RFC 9110 defines it: it misreads suffixes, several ranges, and an end of 0 or
 * before the start.
 */
function isUsableRange({ range, "if-range": condition }: IncomingMessage["headers"]): boolean {
  const [, start, end] = SINGLE_RANGE.exec(range ?? "") ?? [];
  if (start === undefined || condition !== undefined) return false;
  return end === undefined || (Number(end) > 0 && Number(end) >= Number(start));
}

/** Closes the file when the client disconnects, and the connection when the file cannot be read; sirv does neither. */
function closeBoth(response: ServerResponse): void {
  response.once("pipe", (file: NodeJS.ReadableStream & { destroy: () => void }) => {
    file.once("error", () => response.destroy());
    response.once("close", () => file.destroy());
  });
}

/** Sends the build's text files, compressed at build time (see compress-build.ts); returns false for other requests. */
export function staticFiles(folder: string, prefix: string) {
  const send = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response, path) => {
      closeBoth(response);
      response.setHeader("content-type", TYPES[TEXT_FILE.exec(path)?.[1] ?? ""] ?? "application/octet-stream");
      response.setHeader("cache-control", "public, max-age=31536000, immutable");
      response.setHeader("x-content-type-options", "nosniff");
      response.setHeader("vary", "accept-encoding");
    },
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = "", method, headers } = request;
    const path = url.split("?", 1)[0] ?? "";
    if (method !== "GET" || !path.startsWith(`${prefix}/`) || !TEXT_FILE.test(path)) return false;
    if (!isUsableRange(headers)) delete headers.range;
    let isSent = true;
    request.url = path.slice(prefix.length);
    send(request, response, () => void (isSent = false));
    request.url = url;
    return isSent;
  };
}
