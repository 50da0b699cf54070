import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, getPriority, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LinePoint } from "../geo/lines";
import { RoutingThread, type ThreadLimits } from "./thread";

const LOAD_MS = 120_000;
const LIMITS: ThreadLimits = { loadMs: LOAD_MS, stepMs: LOAD_MS };
/** One primary road from -10, -50 to -10, -49 in units of 1e-4 degrees: class, road, flag, count, differences. */
const NETWORK = Uint8Array.from([3, 1, 0, 2, 0xbf, 0x84, 0x3d, 0xbf, 0x9a, 0x0c, 0xa0, 0x9c, 0x01, 0]);
const HEADER = JSON.stringify({ credit: "credit of the test", scale: 10_000, refs: ["XX-1"] });
const ROUTE = {
  kind: "route" as const,
  points: [
    [-10, -50],
    [-10, -49],
  ] as LinePoint[],
  avoid: [],
};

const LONG = { ...ROUTE, points: Array.from({ length: 25 }, (_, index): LinePoint => [-10, -50 + (index % 2)]) };

let root = "";
let thread: RoutingThread;

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), content);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "portal-roads-"));
  for (const name of ["osm/network", "gov/network-dnit"]) {
    write(`public/dados-abertos/${name}.bin`, name === "osm/network" ? NETWORK : new Uint8Array());
    write(`public/dados-abertos/${name}.json`, HEADER);
  }
  for (const name of ["gov/tolls-antt", "osm/toll-booths"])
    write(`public/dados-abertos/${name}.json`, JSON.stringify({ rows: [] }));
  write("public/map/states.json", JSON.stringify({ features: [] }));
  write("supabase/seed/roads/route-legs.json", JSON.stringify({ routes: [] }));
});

afterEach(async () => {
  await thread.close();
  rmSync(root, { recursive: true, force: true });
});

/** Priorities of the threads of this process (the field `nice` of proc_pid_stat). */
const threadPriorities = () =>
  readdirSync("/proc/self/task").map((id) =>
    Number(readFileSync(`/proc/self/task/${id}/stat`, "utf8").split(") ")[1]!.split(" ")[16]),
  );

const start = (limits: Partial<ThreadLimits> = {}) => {
  thread = new RoutingThread({ root, switched: [] }, { ...LIMITS, ...limits });
  return thread;
};

describe("the routing thread", () => {
  it("loads the network at the first job and answers the next ones from memory", { timeout: LOAD_MS }, async () => {
    start();
    const route = await thread.run(ROUTE);
    expect(route).toMatchObject({ sections: [{ ref: "XX-1", kind: "road" }], credits: ["credit of the test"] });
    rmSync(path.join(root, "public"), { recursive: true });
    expect(await thread.run(ROUTE)).toEqual(route);
    expect(await thread.run({ kind: "nearest", point: [-10.01, -49.5] })).toMatchObject({ ref: "XX-1", lat: -10 });
    expect(await thread.run({ kind: "junctions", line: ROUTE.points })).toEqual([]);
  });

  it("uses the lines of a switched source only when it is switched on", { timeout: LOAD_MS }, async () => {
    // The same road at the latitude -11.
    const south = NETWORK.with(7, 0xdf).with(8, 0xb6).with(9, 0x0d);
    write("supabase/seed/roads/switched/network-sie-sc.bin", south);
    write(
      "supabase/seed/roads/switched/network-sie-sc.json",
      JSON.stringify({ credit: "credit of the switched source", scale: 10_000, refs: ["SC-1"] }),
    );
    const nearest = { kind: "nearest", point: [-11, -50] } as const;
    start();
    expect(await thread.run(nearest)).toMatchObject({ ref: "XX-1", lat: -10 });
    await thread.close();
    thread = new RoutingThread({ root, switched: ["sie-sc"] }, LIMITS);
    expect(await thread.run(nearest)).toMatchObject({ ref: "SC-1", lat: -11 });
  });

  it.runIf(process.platform === "linux")("has a lower priority than the site", { timeout: LOAD_MS }, async () => {
    const own = getPriority();
    start();
    await thread.run(ROUTE);
    expect(getPriority()).toBe(own);
    const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
    expect(threadPriorities()).toContain(Math.min(own + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  });

  it("calculates short routes between the legs of a long one", { timeout: LOAD_MS }, async () => {
    start();
    await thread.run(ROUTE);
    const order: string[] = [];
    const long = thread.run(LONG).then(() => order.push("long"));
    const short = ["first", "second"].map((name) => thread.run(ROUTE, { isShort: true }).then(() => order.push(name)));
    await Promise.all([long, ...short]);
    expect(order).toEqual(["first", "second", "long"]);
  });

  it("gives long routes their turn between short ones", { timeout: LOAD_MS }, async () => {
    start();
    await thread.run(ROUTE);
    const order: string[] = [];
    const short = Array.from({ length: 40 }, () =>
      thread.run(ROUTE, { isShort: true }).then(() => order.push("short")),
    );
    await Promise.all([...short, thread.run(LONG).then(() => order.push("long"))]);
    expect(order.indexOf("long")).toBeLessThan(40);
  });

  it(
    "drops the job of a client that disconnected, also while its legs are calculated",
    { timeout: LOAD_MS },
    async () => {
      start();
      await thread.run(ROUTE);
      const clients = [new AbortController(), new AbortController()];
      const dropped = Promise.allSettled(clients.map(({ signal }) => thread.run(LONG, { signal })));
      const kept = thread.run(ROUTE, { isShort: true });
      clients[0]!.abort();
      await kept;
      clients[1]!.abort();
      expect((await dropped).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      expect(await thread.run(ROUTE)).toMatchObject({ sections: [{ ref: "XX-1" }] });
    },
  );

  it("ends a job that takes too long, and starts again for the next one", { timeout: LOAD_MS }, async () => {
    const limits = { ...LIMITS, loadMs: 1 };
    thread = new RoutingThread({ root, switched: [] }, limits);
    await expect(thread.run(ROUTE)).rejects.toMatchObject({ problem: "timeout" });
    limits.loadMs = LOAD_MS;
    expect(await thread.run(ROUTE)).toMatchObject({ sections: [{ ref: "XX-1" }] });
  });

  it("fails every job while the network cannot be loaded", { timeout: LOAD_MS }, async () => {
    rmSync(path.join(root, "public/dados-abertos/gov/network-dnit.bin"));
    start();
    const results = await Promise.allSettled([thread.run(ROUTE), thread.run(ROUTE)]);
    expect(results.map((result) => (result as PromiseRejectedResult).reason)).toEqual([
      expect.objectContaining({ problem: "failed" }),
      expect.objectContaining({ problem: "failed" }),
    ]);
  });

  it("fails the jobs that wait when it is closed", async () => {
    start();
    const waiting = Promise.allSettled([thread.run(ROUTE), thread.run(ROUTE)]);
    await thread.close();
    expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
