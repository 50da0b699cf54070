import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { LinePoint } from "../geo/lines";
import { env } from "../platform/env";
import type { RoadSource } from "../settings/rules";
import { missingFiles } from "./network-sources";
import { nearestByServer, routeByServer } from "./osrm";
import type { Avoidable, NearestRoad, RoadRoute } from "./rules";
import { RoutingThread } from "./thread";

/** `switched`: the sources that the settings of the portal allow; a server of `ROUTING_URL` has its own roads. */
type Options = { switched: readonly RoadSource[]; avoid?: readonly Avoidable[] };

/**
 * One thread for the whole process: Next loads this module once per bundle, and each thread takes hundreds of
 * megabytes. Other switches mean another network, so the thread is replaced.
 */
const shared = globalThis as { roadThread?: { key: string; thread: RoutingThread } };

function threadFor(switched: readonly RoadSource[]): RoutingThread {
  const sources = [...new Set(switched)].sort();
  const key = sources.join();
  if (shared.roadThread?.key === key) return shared.roadThread.thread;
  void shared.roadThread?.thread.close();
  shared.roadThread = { key, thread: new RoutingThread({ root: process.cwd(), switched: sources }) };
  return shared.roadThread.thread;
}

/** The route through points in their order: by the server of ROUTING_URL, else by the embedded engine. */
export async function findRoadRoute(
  points: readonly LinePoint[],
  { avoid = [], switched }: Options,
): Promise<RoadRoute> {
  if (env.ROUTING_URL) return routeByServer(env.ROUTING_URL, points, avoid);
  return (await threadFor(switched).run({ kind: "route", points, avoid })) as RoadRoute;
}

export async function findNearestRoad(
  point: LinePoint,
  { switched }: Pick<Options, "switched">,
): Promise<NearestRoad | null> {
  if (env.ROUTING_URL) return nearestByServer(env.ROUTING_URL, point);
  return (await threadFor(switched).run({ kind: "nearest", point })) as NearestRoad | null;
}

/** Brasília and Anápolis, 150 km apart. */
const TEST_POINTS: readonly LinePoint[] = [
  [-15.794, -47.883],
  [-16.327, -48.953],
];

/** For the health page: the engine in use and the length of a fixed route, null while the network still loads. */
export async function testRouting(
  waitMs: number,
  { switched }: Pick<Options, "switched">,
): Promise<{ engine: string; km: number | null; missing: readonly string[] }> {
  const engine = env.ROUTING_URL ? new URL(env.ROUTING_URL).host : "embedded";
  const missing = env.ROUTING_URL ? [] : missingFiles({ root: process.cwd(), switched });
  if (missing.length > 0) return { engine, km: null, missing };
  const limit = new AbortController();
  const late = wait(waitMs, null, { signal: limit.signal }).catch(() => null);
  const route = await Promise.race([findRoadRoute(TEST_POINTS, { switched }), late]).finally(() => limit.abort());
  return { engine, km: route?.km ?? null, missing };
}
