/** `npm run bench:routing`: load time, memory and times of the embedded engine, and delays of the process beside it. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { municipios } from "municipios-brasil/dados";
import type { LinePoint } from "@/lib/geo/lines";
import type { RoadRoute } from "@/lib/roads/rules";
import { RoutingThread } from "@/lib/roads/thread";
import { percentile, randomPairs } from "./random-pairs";
import { table } from "./table";

const { values } = parseArgs({
  options: { pairs: { type: "string", default: "200" }, seed: { type: "string", default: "14" } },
});

/** Units of N, NE and CO. */
const UNITS = "AC AM AP PA RO RR TO AL BA CE MA PB PE PI RN SE DF GO MS MT".split(" ");
const STOPS_MS = 1000;
const PAIRS_MS = 500;
const LONG_KM = 1500;
/** Ten stops of a journey through Goiás, Tocantins, Maranhão and Piauí. */
const STOPS: LinePoint[] = [
  [-15.794, -47.883],
  [-16.327, -48.953],
  [-15.934, -50.14],
  [-14.133, -47.51],
  [-13.525, -48.226],
  [-11.73, -49.069],
  [-10.184, -48.334],
  [-7.192, -48.207],
  [-5.526, -47.476],
  [-5.09, -42.803],
];

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
const memory = () => megabytes(process.memoryUsage.rss());

type Timed = { ms: number; cpu: number; route: RoadRoute };

/** Time on the clock and of the processor; on a busy machine only the second one is a figure of the engine. */
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
const thread = new RoutingThread({ root: process.cwd(), switched: [] }, { queue: 1, loadMs: 300_000, jobMs: 60_000 });
const load = await timeOf(() => thread.run({ kind: "route", points: STOPS.slice(0, 2), avoid: [] }));
const loaded = memory();
await thread.run({ kind: "route", points: STOPS, avoid: [] });
const journey = await timeOf(() => thread.run({ kind: "route", points: STOPS, avoid: [] }));

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
if (journey.ms > STOPS_MS || p95 > PAIRS_MS) process.exitCode = 1;
console.log(
  table(
    ["measure", "time", "processor", "budget"],
    [
      row("load and first route", [load], 1),
      row(`ten stops, ${Math.round(journey.route.km)} km`, [journey], 1, ms(STOPS_MS)),
      row(`${times.length} town pairs, median`, times, 0.5),
      row(`${times.length} town pairs, 95th percentile`, times, 0.95, ms(PAIRS_MS)),
      row(`${long.length} pairs over ${LONG_KM} km, 95th percentile`, long, 0.95),
      row("slowest pair", times, 1),
    ],
  ),
);
console.log(`memory of the process: ${before} MB, ${loaded} MB with the network, ${after} MB after all routes`);
console.log(`event loop delay in ms (p50, p99, max): ${idle.join(", ")} without routing, ${busy.join(", ")} meanwhile`);
