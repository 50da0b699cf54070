import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { takeFillMark } from "./ask-next";
import { pageCache, type FinishedPage } from "../lib/platform/page-cache";
import { PublicPages } from "./pages";

const lag = vi.hoisted(() => ({ ms: 0 }));
vi.mock(import("./busy"), async (actual) => ({ ...(await actual()), measureLag: () => lag as never }));

const copy: FinishedPage = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: { br: Buffer.from("br"), gzip: Buffer.from("gzip") },
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
  ["recent", "/sc/regioes", 0, 150, 1000],
  ["older", "/sc/clubes-parceiros", -120, 1500, 10_000],
])("sends a %s copy when Next takes longer than a visitor waits for it", async (_, path, seconds, least, most) => {
  lag.ms = 0;
  handle.mockImplementation(() => new Promise(() => {}));
  pageCache.store(path, copy, seconds, pageCache.generation, ["clubs"]);
  const begun = performance.now();
  const answer = await fetch(site + path);
  expect(answer.headers.get("x-page-cache")).toBe("stale");
  expect(performance.now() - begun).toBeGreaterThan(least - 20);
  expect(performance.now() - begun).toBeLessThan(most);
});
