import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );

async function freePort(): Promise<number> {
  const server = http.createServer();
  const { port } = new URL(await listen(server));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}

const started = process.cwd();

beforeEach(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-observe-"));
  mkdirSync(path.join(folder, ".next"));
  writeFileSync(path.join(folder, ".next/routes-manifest.json"), '{"staticRoutes":[],"dynamicRoutes":[]}');
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(started);
    rmSync(folder, { recursive: true, force: true });
  });
});

/** A site that observes its requests, and the database it asks. */
async function site(settings: Record<string, string>) {
  vi.resetModules();
  const database = http.createServer((_, response) => response.end("[]"));
  vi.stubEnv("NEXT_PUBLIC_SUPABASE_URL", await listen(database));
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { observeRequests } = await import("./observe");
  const observe = await observeRequests();
  const server = http.createServer((request, response) => {
    observe?.(request, response);
    response.setHeader("x-request-id", "request-1");
    response.writeHead(request.url?.startsWith("/sc") ? 200 : 404, { "x-page-cache": "hit" }).end();
  });
  const address = await listen(server);
  onTestFinished(() => {
    server.close();
    database.close();
  });
  return { observe, database, ask: (target: string) => fetch(address + target) };
}

describe("metrics", () => {
  it("count requests by route pattern and status, cache states, memory, event loop and the database", async () => {
    const port = await freePort();
    const { ask, database } = await site({ METRICS_PORT: String(port) });
    await ask("/sc/rota/serra-do-rio-do-rastro?utm=ana@example.org");
    await ask("/pagamento/secret-token");
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await vi.waitFor(async () => expect(await read()).toContain('route="/pagamento/:token",status="4xx"'));
    const text = await read();
    expect(text).toContain('portal_http_request_duration_seconds_count{route="/:uf/rota/:regionSlug",status="2xx"} 1');
    expect(text).toContain('portal_page_cache_requests_total{state="hit"} 2');
    for (const name of ["portal_page_cache_bytes", "process_resident_memory_bytes", "nodejs_eventloop_lag_seconds"])
      expect(text).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, "m"));
    expect(text).toMatch(/^portal_database_up 1$/m);
    expect(text).not.toMatch(/secret-token|serra-do|ana@/);
    database.closeAllConnections();
    await new Promise((resolve) => database.close(resolve));
    expect(await read()).toMatch(/^portal_database_up 0$/m);
  });

  it("are at one path of a port of their own", async () => {
    const port = await freePort();
    await site({ METRICS_PORT: String(port) });
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });

  it("are off unless a port is set", async () => {
    expect((await site({})).observe).toBeNull();
  });
});

describe("the access log", () => {
  it("has route, status and request id, and neither path nor query nor address", async () => {
    const printed = vi.spyOn(console, "log").mockImplementation(() => {});
    const { ask } = await site({ ACCESS_LOG: "1" });
    await ask("/pagamento/secret-token?email=ana@example.org");
    await vi.waitFor(() => expect(printed).toHaveBeenCalledOnce());
    const line = JSON.parse(String(printed.mock.calls[0]![0])) as object;
    expect(line).toEqual({
      time: expect.any(String),
      level: "info",
      where: "access",
      request: "request-1",
      method: "GET",
      route: "/pagamento/:token",
      status: 404,
      ms: expect.any(Number),
      cache: "hit",
    });
  });
});
