import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compressBuild } from "./compress-build";
import { staticFiles } from "./static-files";

const SCRIPT = "console.log('rota');".repeat(50);
const LARGE = randomBytes(4 * 2 ** 20).toString("hex");
const folder = mkdtempSync(path.join(os.tmpdir(), "static-"));
let server: http.Server;
let port: number;

beforeAll(async () => {
  writeFileSync(path.join(folder, "a.js"), SCRIPT);
  writeFileSync(path.join(folder, "font.woff2"), "font");
  await compressBuild(folder);
  writeFileSync(path.join(folder, "large.js"), LARGE);
  writeFileSync(path.join(folder, "removed.js"), SCRIPT);
  const send = staticFiles(folder, "/_next/static");
  rmSync(path.join(folder, "removed.js"));
  server = http.createServer(
    (request, response) => void (send(request, response) || response.writeHead(404, { "x-url": request.url }).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** Sends a path as it is, without the changes that `fetch` makes. */
function get(target: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path: `/_next/static${target}`, headers, method, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
      answer.on("error", reject);
    });
    request.on("error", reject).end();
  });
}

/** Number of open files with this name in this process. */
const openFiles = (name: string) =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).endsWith(name);
    } catch {
      return false;
    }
  }).length;

describe("static files", () => {
  it.each([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (body: Buffer) => body],
  ] as const)("for Accept-Encoding '%s' have the encoding %s", async (accepted, encoding, decode) => {
    const { status, headers, body } = await get("/a.js?v=1", { "accept-encoding": accepted });
    expect([status, headers["content-encoding"], decode(body).toString()]).toEqual([200, encoding, SCRIPT]);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(headers).toMatchObject({
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "content-length": String(body.length),
    });
  });

  it("answer 304 to their own ETag", async () => {
    const { etag = "" } = (await get("/a.js")).headers;
    const again = await get("/a.js", { "if-none-match": etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each([
    "/nada.js",
    "/",
    "",
    "/../static-files.ts",
    "/%2e%2e/a.js",
    "/..%2fa.js",
    "/a.js/",
    "/%",
    "/font.woff2",
    "/a.js.br",
    "/a.js.gz",
    "/__proto__.js",
    "/constructor",
    "//a.js",
  ])("leave %s to the next handler, with its address unchanged", async (target) => {
    const { status, headers } = await get(target);
    expect([status, headers["x-url"]]).toEqual([404, `/_next/static${target}`]);
  });

  it.each(["POST", "PUT", "HEAD"])("leave %s to the next handler", async (method) =>
    expect((await get("/a.js", {}, method)).status).toBe(404),
  );
});

describe("byte ranges", () => {
  it("are answered with the part", async () => {
    const { status, headers, body } = await get("/a.js", { range: "bytes=3-10" });
    expect([status, headers["content-range"], body.toString()]).toEqual([
      206,
      `bytes 3-10/${SCRIPT.length}`,
      SCRIPT.slice(3, 11),
    ]);
    expect((await get("/a.js", { range: "bytes=990-" })).body.toString()).toBe(SCRIPT.slice(990));
  });

  it("behind the end are answered with 416", async () =>
    expect((await get("/a.js", { range: "bytes=5000-" })).status).toBe(416));

  it.each<Record<string, string>>([
    { range: "bytes=-5" },
    { range: "bytes=10-3" },
    { range: "bytes=0-0" },
    { range: "bytes=0-1,4-5" },
    { range: "lines=1-2" },
    { range: `bytes=${"9".repeat(40)}-` },
    { range: "bytes=0-5", "if-range": '"old"' },
  ])("of the kind %j are ignored", async (headers) => {
    const { status, body } = await get("/a.js", headers);
    expect([status, body.toString()]).toEqual([200, SCRIPT]);
  });
});

describe("failures", () => {
  it.runIf(process.platform === "linux")("a client that disconnects leaves no file open", async () => {
    const socket = net.connect(port, "127.0.0.1");
    socket.write("GET /_next/static/large.js HTTP/1.1\r\nHost: x\r\n\r\n");
    await new Promise((resolve) => socket.once("readable", resolve));
    expect(openFiles("large.js")).toBe(1);
    socket.destroy();
    await vi.waitFor(() => expect(openFiles("large.js")).toBe(0));
  });

  it("a file that was removed ends the connection, not the server", async () => {
    await expect(get("/removed.js")).rejects.toThrow(/aborted|socket hang up/);
    expect((await get("/a.js")).status).toBe(200);
  });
});
