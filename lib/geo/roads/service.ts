import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { LinePoint } from "../geo/lines";
import { groundOfBrazil } from "../pace/seats/rules";
import type { PaceSettings } from "../pace/rules";
import { runCostly, type Caller } from "../../platform/costs";
import { env } from "../../platform/env";
import type { RoadSource } from "../../platform/settings/rules";
import { missingFiles } from "./network-sources";
import { nearestByServer, routeByServer } from "./osrm";
import type { Junction } from "./junctions";
import { routeCost, type Avoidable, type NearestRoad, type RoadRoute } from "./rules";
import { RoutingThread } from "./thread";

/**
 * `switched`: the sources that the settings of the portal allow; a server of `ROUTING_URL` has its own roads. `pace`: the
 * weights of the driving time.
 */
type Options = { switched: readonly RoadSource[]; pace: PaceSettings; by: Caller; avoid?: readonly Avoidable[] };

/**
 * One thread for the whole process: Next loads this module once per bundle, and each thread takes hundreds of
 * megabytes. Other switches or weights mean other costs of the lines, so the thread is replaced.
 */
const shared = globalThis as { roadThread?: { key: string; thread: RoutingThread } };

function threadFor({ switched, pace }: Pick<Options, "switched" | "pace">): RoutingThread {
  const sources = [...new Set(switched)].sort();
  const key = JSON.stringify([sources, pace]);
  if (shared.roadThread?.key === key) return shared.roadThread.thread;
  void shared.roadThread?.thread.close();
  shared.roadThread = { key, thread: new RoutingThread({ root: process.cwd(), switched: sources }, undefined, pace) };
  return shared.roadThread.thread;
}

/** The route through points in their order: by the server of ROUTING_URL, else by the embedded engine. */
export async function findRoadRoute(
  points: readonly LinePoint[],
  { avoid = [], switched, pace, by }: Options,
): Promise<RoadRoute> {
  const { cost, isShort } = routeCost(points);
  return runCostly("roadRoute", { ...by, points: cost, isShort }, async () => {
    if (env.ROUTING_URL)
      return routeByServer(env.ROUTING_URL, points, avoid, { settings: pace, ground: groundOfBrazil() });
    const task = { kind: "route", points, avoid } as const;
    return (await threadFor({ switched, pace }).run(task, { isShort, signal: by.signal })) as RoadRoute;
  });
}

export async function findNearestRoad(
  point: LinePoint,
  { switched, pace, by }: Omit<Options, "avoid">,
): Promise<NearestRoad | null> {
  return runCostly("roadRoute", { ...by, points: 1, isShort: true }, async () => {
    if (env.ROUTING_URL) return nearestByServer(env.ROUTING_URL, point);
    const task = { kind: "nearest", point } as const;
    return (await threadFor({ switched, pace }).run(task, { isShort: true, signal: by.signal })) as NearestRoad | null;
  });
}

/** The junctions on a line of the embedded network; none with a server of ROUTING_URL, which has other roads. */
export async function findJunctions(
  line: readonly LinePoint[],
  { switched, pace, by }: Omit<Options, "avoid">,
): Promise<Junction[]> {
  if (env.ROUTING_URL || line.length < 2) return [];
  const { cost, isShort } = routeCost([line[0]!, line.at(-1)!]);
  return runCostly("roadRoute", { ...by, points: cost, isShort }, async () => {
    const task = { kind: "junctions", line } as const;
    return (await threadFor({ switched, pace }).run(task, { isShort, signal: by.signal })) as Junction[];
  });
}

/** Brasília and Anápolis, 150 km apart. */
const TEST_POINTS: readonly LinePoint[] = [
  [-15.794, -47.883],
  [-16.327, -48.953],
];

/** For the health page: the engine in use and the length of a fixed route, null while the network still loads. */
export async function testRouting(
  waitMs: number,
  { switched, pace }: Pick<Options, "switched" | "pace">,
): Promise<{ engine: string; km: number | null; missing: readonly string[] }> {
  const engine = env.ROUTING_URL ? new URL(env.ROUTING_URL).host : "embedded";
  const missing = env.ROUTING_URL ? [] : missingFiles({ root: process.cwd(), switched });
  if (missing.length > 0) return { engine, km: null, missing };
  const limit = new AbortController();
  const late = wait(waitMs, null, { signal: limit.signal }).catch(() => null);
  const by = { caller: crypto.randomUUID(), signal: limit.signal, isAnonymous: false };
  const route = await Promise.race([findRoadRoute(TEST_POINTS, { switched, pace, by }), late]).finally(() =>
    limit.abort(),
  );
  return { engine, km: route?.km ?? null, missing };
}
