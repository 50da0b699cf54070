import http from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { takeFillMark } from "./ask-next";
import { FRAME_CSP } from "../lib/platform/csp";
import { env } from "../lib/platform/env";
import { pageCache, type FinishedPage } from "../lib/platform/page-cache";
import { PublicPages } from "./pages";

const lag = vi.hoisted(() => ({ ms: 0 }));
vi.mock(import("./busy"), async (actual) => ({ ...(await actual()), measureLag: () => lag as never }));

const copy: FinishedPage = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: { br: brotliCompressSync("<p>1</p>!") },
  length: 9,
  etag: '"x"',
};
const handle = vi.fn<(request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>>();
const server = http.createServer(
  (request, response) => void (takeFillMark(request) ? handle(request, response) : pages.answer(request, response)),
);
let pages: PublicPages;
let site: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  site = `http://localhost:${port}`;
  pages = new PublicPages(port, handle, (path) => path.startsWith("/api/"));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  lag.ms = 60_000;
  handle.mockReset().mockImplementation(async (_, response) => void response.end("Next"));
  pageCache.expire();
});

it("sends a copy that is too old at once while the process is busy", async () => {
  pageCache.store("/sc/home", copy, 0, pageCache.generation, ["regions"]);
  const answer = await fetch(`${site}/sc/home`, { headers: { "accept-encoding": "br" } });
  expect([answer.status, answer.headers.get("x-page-cache")]).toEqual([200, "stale"]);
  expect(handle).not.toHaveBeenCalled();
});

it.each(["/pr/home", "/admin", "/api/search?q=x"])("refuses %s while the process is busy", async (path) => {
  const answer = await fetch(site + path);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(handle).not.toHaveBeenCalled();
});

it("answers the health check while the process is busy, and everything again afterwards", async () => {
  expect((await fetch(`${site}/api/health`)).status).toBe(200);
  lag.ms = 0;
  expect((await fetch(`${site}/admin`)).status).toBe(200);
  expect(handle).toHaveBeenCalledTimes(2);
});

it.each([
  ["a recent copy after a tenth of it", "/sc/regioes", 0, 20_000, 2000],
  ["an older copy after it", "/sc/clubes-parceiros", -120, 500, 500],
])("sends %s when Next takes longer than a visitor waits", async (_, path, seconds, patience, least) => {
  lag.ms = 0;
  env.PAGE_WAIT_MS = patience;
  handle.mockImplementation(() => new Promise(() => {}));
  pageCache.store(path, copy, seconds, pageCache.generation, ["clubs"]);
  const begun = performance.now();
  const answer = await fetch(site + path);
  const waited = performance.now() - begun;
  expect(answer.headers.get("x-page-cache")).toBe("stale");
  expect(waited).toBeGreaterThan(least - 20);
  // Without the tenth, a recent copy would come after 20 s; the process that runs the test may be slow.
  expect(waited).toBeLessThan(20_000);
});

it("refuses a page with one that says so in the language of the address", async () => {
  handle.mockImplementation(async ({ url }, response) => {
    response.writeHead(url!.includes(".xml") ? 200 : 503, { "content-type": "text/html" }).end(`<p>${url}</p>`);
  });
  await pages.refresh();
  const answer = await fetch(`${site}/english/pr/home?utm_source=x`);
  expect([answer.status, answer.headers.get("retry-after"), await answer.text()]).toEqual([
    503,
    "5",
    "<p>/english/indisponivel</p>",
  ]);
  expect((await fetch(`${site}/api/search?q=x`)).headers.get("content-type")).toBe("application/json");
  const frame = await fetch(`${site}/embed/eventos/sc`);
  expect([frame.status, frame.headers.get("content-type")]).toEqual([503, "text/plain; charset=utf-8"]);
});

it("answers an unknown address of a frame with the 404 page that may be shown there, in the language of the address", async () => {
  lag.ms = 0;
  handle.mockImplementation(async ({ url }, response) => {
    // Headers first, as Next does, so that the server can replace the answer.
    response.statusCode = 404;
    response.setHeader("content-type", "text/html");
    response.setHeader("content-security-policy", FRAME_CSP);
    response.end(`<p>${url}</p>`);
  });
  for (const again of [false, true]) {
    const answer = await fetch(`${site}/english/embed/evento/nada?tema=escuro`);
    expect([answer.status, answer.headers.get("content-security-policy"), await answer.text()], `${again}`).toEqual([
      404,
      FRAME_CSP,
      "<p>/english/embed/nao-encontrado</p>",
    ]);
  }
  expect(handle).toHaveBeenCalledTimes(2);
});
