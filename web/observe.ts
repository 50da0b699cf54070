import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram } from "prom-client";
import { env } from "../lib/platform/env";
import { logLine } from "../lib/platform/log";
import { registry, serveMetrics } from "../lib/platform/metrics";
import { pageCache } from "../lib/platform/page-cache";
import { REQUEST_ID_HEADER } from "../lib/platform/request-id";
import { nextHandlers } from "./next-files";
import { routeLabels } from "./route-label";

const PROBE_MS = 2000;
const registers = [registry];

/** Seconds; a cached page takes less than a millisecond, a PDF several seconds. */
const durations = new Histogram({
  name: "portal_http_request_duration_seconds",
  help: "Duration of requests by route pattern and status class",
  labelNames: ["route", "status"],
  buckets: [0.001, 0.01, 0.05, 0.2, 1, 5, 20],
  registers,
});
const cacheRequests = new Counter({
  name: "portal_page_cache_requests_total",
  help: "Requests for public pages by the state of the page cache: hit, miss, stale, limited",
  labelNames: ["state"],
  registers,
});

const gauge = (name: string, help: string) => new Gauge({ name: `portal_${name}`, help, registers });

/** Asks the database for one row through the REST API, as public pages do. */
async function probeDatabase(): Promise<{ up: number; seconds: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${env.NEXT_PUBLIC_SUPABASE_URL}/rest/v1/states?select=abbr&limit=1`, {
    headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY },
    signal: AbortSignal.timeout(PROBE_MS),
  }).catch(() => null);
  await response?.body?.cancel();
  return { up: response?.ok ? 1 : 0, seconds: (performance.now() - startedAt) / 1000 };
}

function createGauges() {
  return {
    bytes: gauge("page_cache_bytes", "Bytes of finished pages in memory"),
    pages: gauge("page_cache_pages", "Finished pages in memory"),
    up: gauge("database_up", "Whether the database answered over REST within two seconds"),
    latency: gauge("database_latency_seconds", "Time of one small query over REST"),
  };
}

async function serveWebMetrics(port: number, address: string): Promise<void> {
  const { bytes, pages, up, latency } = createGauges();
  await serveMetrics(port, address, async () => {
    bytes.set(pageCache.size.bytes);
    pages.set(pageCache.size.pages);
    const probe = await probeDatabase();
    up.set(probe.up);
    latency.set(probe.seconds);
  });
}

type Observe = (request: IncomingMessage, response: ServerResponse) => void;

/** Counts and logs requests when metrics or the access log are on; null when both are off. */
export async function observeRequests(): Promise<Observe | null> {
  if (!env.METRICS_PORT && !env.ACCESS_LOG) return null;
  const labelOf = routeLabels(await nextHandlers());
  if (env.METRICS_PORT) await serveWebMetrics(env.METRICS_PORT, env.METRICS_ADDRESS);
  return (request, response) => {
    const startedAt = performance.now();
    const { method, url = "/" } = request;
    response.once("close", () => {
      const seconds = (performance.now() - startedAt) / 1000;
      const route = labelOf(url.split("?", 1)[0] ?? "/");
      // A client that went away before the answer.
      const status = response.headersSent ? response.statusCode : 499;
      const state = response.getHeader("x-page-cache");
      durations.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds);
      if (typeof state === "string") cacheRequests.inc({ state });
      if (!env.ACCESS_LOG) return;
      const id = response.getHeader(REQUEST_ID_HEADER);
      console.log(
        logLine("info", "access", {
          request: typeof id === "string" ? id : undefined,
          method,
          route,
          status,
          ms: Math.round(seconds * 1000),
          cache: typeof state === "string" ? state : undefined,
        }),
      );
    });
  };
}
