import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncoding, type Encoding } from "./finish-page";

const TYPES: Record<string, string> = { ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json" };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compressed(file: string, encoding: Encoding): Promise<Buffer> {
  const raw = await readFile(file);
  if (encoding === "br") return brotli(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return encoding === "gzip" ? zip(raw, { level: 9 }) : raw;
}

/** Serves the build's immutable text files and compresses each once per encoding; returns false for other requests. */
export async function staticFiles(folder: string, prefix: string) {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && TYPES[path.extname(file)]) files.set(`${prefix}/${path.relative(folder, file).split(path.sep).join("/")}`, file);
  }
  const bodies = new Map<string, Promise<Buffer>>();
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = (request.url ?? "").split("?", 1)[0] ?? "";
    const file = request.method === "GET" ? files.get(url) : undefined;
    if (!file) return false;
    const encoding = acceptedEncoding(request.headers["accept-encoding"]);
    const key = `${encoding} ${url}`;
    const body = bodies.get(key) ?? compressed(file, encoding);
    bodies.set(key, body);
    void body.then((bytes) => {
      response.writeHead(200, {
        "content-type": TYPES[path.extname(file)],
        "content-length": bytes.length,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        vary: "accept-encoding",
        ...(encoding !== "identity" && { "content-encoding": encoding }),
      });
      response.end(bytes);
    });
    return true;
  };
}
