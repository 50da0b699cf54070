/** `npm run bench:routing`: load time, memory and times of the embedded engine, and delays of the process beside it. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { municipios } from "municipios-brasil/dados";
import type { LinePoint } from "@/lib/geo/geo/lines";
import type { RoadRoute } from "@/lib/geo/roads/rules";
import { RoutingThread } from "@/lib/geo/roads/thread";
import { PLANNER_TRIPS } from "./planner-trips";
import { percentile, randomPairs } from "./random-pairs";
import { table } from "./table";

const { values } = parseArgs({
  options: { pairs: { type: "string", default: "200" }, seed: { type: "string", default: "14" } },
});

/** States of the regions North, Northeast and Central-West. */
const UNITS = "AC AM AP PA RO RR TO AL BA CE MA PB PE PI RN SE DF GO MS MT".split(" ");
const STOPS_MS = 1000;
const PAIRS_MS = 500;
const LONG_KM = 1500;
/** Its first route loads the network, so that the later times do not contain that. */
const WARM_UP = PLANNER_TRIPS[0]!.stops.slice(0, 2);

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
const memory = () => megabytes(process.memoryUsage.rss());

type Timed = { ms: number; cpu: number; route: RoadRoute };

/** Elapsed time and processor time; on a busy machine only the second one measures the engine. */
async function timeOf(work: () => Promise<unknown>): Promise<Timed> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const route = (await work()) as RoadRoute;
  const { user, system } = process.cpuUsage(used);
  return { ms: performance.now() - start, cpu: (user + system) / 1000, route };
}

/** Delays of the event loop in milliseconds while `work` runs. */
async function delaysDuring(work: () => Promise<void>): Promise<string[]> {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  await work();
  delays.disable();
  return [50, 99].map((share) => (delays.percentile(share) / 1e6).toFixed(1)).concat((delays.max / 1e6).toFixed(1));
}

const towns: LinePoint[] = municipios
  .filter(({ uf }) => UNITS.includes(uf))
  .map(({ latitude, longitude }) => [latitude, longitude]);
const before = memory();
const thread = new RoutingThread({ root: process.cwd(), switched: [] }, { loadMs: 300_000, stepMs: 60_000 });
const load = await timeOf(() => thread.run({ kind: "route", points: WARM_UP, avoid: [] }));
const loaded = memory();
const trips: Timed[] = [];
for (const { stops } of PLANNER_TRIPS)
  trips.push(await timeOf(() => thread.run({ kind: "route", points: stops, avoid: [] })));

const times: Timed[] = [];
const idle = await delaysDuring(() => new Promise((resolve) => setTimeout(resolve, 3000)));
const busy = await delaysDuring(async () => {
  for (const points of randomPairs(towns, Number(values.pairs), Number(values.seed)))
    times.push(await timeOf(() => thread.run({ kind: "route", points, avoid: [] })));
});
const after = memory();
await thread.close();

const ms = (value: number) => `${Math.round(value)} ms`;
const row = (name: string, of: readonly Timed[], share: number, budget = "") => [
  name,
  ...(["ms", "cpu"] as const).map((key) =>
    ms(
      percentile(
        of.map((time) => time[key]),
        share,
      ),
    ),
  ),
  budget,
];
const long = times.filter(({ route }) => route.km > LONG_KM);
const p95 = percentile(
  times.map(({ ms: time }) => time),
  0.95,
);
const lengths = trips.map(({ route }) => route.km);
const median = percentile(
  trips.map(({ ms: time }) => time),
  0.5,
);
if (median > STOPS_MS || p95 > PAIRS_MS) process.exitCode = 1;
console.log(
  table(
    ["measure", "time", "processor", "budget"],
    [
      row("load and first route", [load], 1),
      row(`${trips.length} trips of ten stops, median`, trips, 0.5, ms(STOPS_MS)),
      row(`${trips.length} trips of ten stops, 95th percentile`, trips, 0.95),
      row(`${times.length} town pairs, median`, times, 0.5),
      row(`${times.length} town pairs, 95th percentile`, times, 0.95, ms(PAIRS_MS)),
      row(`${long.length} pairs over ${LONG_KM} km, 95th percentile`, long, 0.95),
      row("slowest pair", times, 1),
    ],
  ),
);
console.log(
  `trips: ${Math.round(Math.min(...lengths))} to ${Math.round(Math.max(...lengths))} km, median ${Math.round(percentile(lengths, 0.5))} km`,
);
console.log(`memory of the process: ${before} MB, ${loaded} MB with the network, ${after} MB after all routes`);
console.log(`event loop delay in ms (p50, p99, max): ${idle.join(", ")} without routing, ${busy.join(", ")} meanwhile`);
