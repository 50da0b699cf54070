import type { Sql } from "postgres";
import { addGate, type TestGate } from "./gate";
import { startReverseProxy, type ReverseProxy } from "./reverse-proxy";
import { test as base } from "./test";

async function useGate(sql: Sql, use: (gate: TestGate) => Promise<void>): Promise<void> {
  const gate = await addGate(sql);
  await use(gate);
  await gate.remove();
}

/** A test with an event of today and a proxy that cuts the network of a device. */
export const test = base.extend<{ gate: TestGate; otherGate: TestGate; siteProxy: ReverseProxy }>({
  gate: ({ sql }, use) => useGate(sql, use),
  otherGate: ({ sql }, use) => useGate(sql, use),
  siteProxy: async ({ baseURL, extraHTTPHeaders }, use) => {
    const siteProxy = await startReverseProxy(baseURL ?? "", extraHTTPHeaders?.["x-forwarded-for"] ?? "");
    await use(siteProxy);
    await siteProxy.stop();
  },
});
/** Errors of a device without a connection or without access. */
export const OFFLINE_ERRORS =
  /Failed to load resource|Failed to fetch|fetching the script|net::ERR|page view|wasm|ArrayBuffer instantiation/;
