import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { drain } from "./drain";

/** A server that answers "open" after `release` was called, or at once for `/fast`. */
async function serve(drained: () => Promise<unknown>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const server = http.createServer();
  const shutDown = drain(server, drained);
  const arrived = new Promise<void>((resolve) => {
    server.on("request", (request, response) => {
      if (shutDown.refuse(request, response)) return;
      if (request.url !== "/slow") return void response.end("open");
      resolve();
      void released.then(() => response.end("open"));
    });
  });
  onTestFinished(() => server.closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { shutDown, release, arrived, ask: (path: string) => fetch(address + path) };
}

it("answers 503 to the readiness check while it stops, and everything else as before", async () => {
  let endDrain = () => {};
  const { shutDown, ask } = await serve(() => new Promise<void>((resolve) => (endDrain = resolve)));
  expect((await ask("/api/health/ready")).status).toBe(200);
  const stopped = shutDown.start();
  const check = await ask("/api/health/ready?x=1");
  expect([check.status, check.headers.get("connection")]).toEqual([503, "close"]);
  expect(await check.json()).toEqual({ ready: false, reason: "stopping" });
  const page = await ask("/home");
  expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
  endDrain();
  await stopped;
  await expect(ask("/home")).rejects.toThrow("fetch failed");
});

it("lets a running request end before the server stops", async () => {
  const { shutDown, release, arrived, ask } = await serve(() => Promise.resolve());
  const slow = ask("/slow");
  await arrived;
  const stopped = shutDown.start();
  release();
  expect(await (await slow).text()).toBe("open");
  await stopped;
});
