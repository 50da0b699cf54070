import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { randomNumbers } from "../bench/random-pairs";
import { arrivals, weighted } from "./arrivals";
import type { Call, Work } from "./call";
import type { Plan } from "./plan";
import { firstReaders, readers } from "./readers";
import { send } from "./send";
import { Tally, type Line } from "./tally";
import { everyWork } from "./work";

/**
 * `first`: every often read page once. `closed`: each connection sends its next request after the answer to the last
 * one. `open`: requests arrive at a rate, however slow the answers are.
 */
export type Order =
  | { kind: "first"; connections: number }
  | { kind: "closed"; connections: number; seconds: number }
  | { kind: "open"; rate: number; seconds: number; onlyPages?: true };
/** `cpu`: share of one core that this process used; `lateMs`: the most that it sent a request too late. */
export type Report = { lines: Record<string, Line>; seconds: number; cpu: number; lateMs: number };
export type Message = { type: "plan"; plan: Plan } | { type: "order"; order: Order };

const SEED = 33;

type Loaded = { site: string; works: Work[]; pages: Work[]; first: () => Call | null; random: () => number };

function loadPlan(plan: Plan): Loaded {
  const random = randomNumbers(SEED);
  const works = everyWork(plan, random);
  return { site: plan.site, works, pages: [readers(plan, random)], first: firstReaders(plan), random };
}

/** Sends a request; its time begins when it should have been sent, so that a late one counts as slow. */
async function ask(site: string, tally: Tally, name: string, call: Call, due: number): Promise<void> {
  // As browsers do with every POST.
  const headers = call.method === "POST" ? { ...call.headers, origin: site } : call.headers;
  const answer = await send(site + call.path, { ...call, ...(headers && { headers }) });
  const ms = performance.now() - due;
  const { work = name, note } = call.judge?.(answer) ?? {};
  tally.add(work, ms, { status: answer.status, retryAfter: answer.headers["retry-after"], note });
}

async function closed(loaded: Loaded, tally: Tally, connections: number, next: () => [string, Call] | null) {
  const loop = async () => {
    for (let work = next(); work; work = next()) await ask(loaded.site, tally, work[0], work[1], performance.now());
  };
  await Promise.all(Array.from({ length: connections }, loop));
}

const nextOf = ({ random }: Loaded, works: readonly Work[]): [string, Call] => {
  const work = weighted(works, random);
  return [work.name, work.next()];
};

/** Returns the most milliseconds that a request was sent too late. */
async function open(loaded: Loaded, tally: Tally, { rate, seconds, onlyPages }: Order & { kind: "open" }) {
  const works = onlyPages ? loaded.pages : loaded.works;
  const start = performance.now();
  const sent = new Set<Promise<void>>();
  let late = 0;
  for (const at of arrivals(rate, seconds, loaded.random)) {
    const wait = start + at - performance.now();
    if (wait >= 1) await sleep(wait);
    late = Math.max(late, performance.now() - start - at);
    const [name, call] = nextOf(loaded, works);
    const asked = ask(loaded.site, tally, name, call, start + at).finally(() => sent.delete(asked));
    sent.add(asked);
  }
  await Promise.all(sent);
  return late;
}

async function run(loaded: Loaded, order: Order): Promise<Report> {
  const [tally, start, cpu] = [new Tally(), performance.now(), process.cpuUsage()];
  let lateMs = 0;
  if (order.kind === "open") lateMs = await open(loaded, tally, order);
  else if (order.kind === "first")
    await closed(loaded, tally, order.connections, () => {
      const call = loaded.first();
      return call && ["page", call];
    });
  else {
    const until = start + order.seconds * 1000;
    await closed(loaded, tally, order.connections, () =>
      performance.now() < until ? nextOf(loaded, loaded.works) : null,
    );
  }
  const passed = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  // The last answers come after the time; as many as arrived in it are counted for it.
  const seconds = order.kind === "open" ? order.seconds : passed;
  return { lines: tally.summary(), seconds, cpu: (user + system) / 1e6 / passed, lateMs };
}

let loaded: Loaded | undefined;
process.on("message", (message: Message) => {
  if (message.type === "plan") loaded = loadPlan(message.plan);
  else if (loaded) void run(loaded, message.order).then((report) => process.send?.(report));
});
