import os from "node:os";
import { parseArgs } from "node:util";
import postgres from "postgres";
import type { Portal } from "../tests/e2e/support/portal";
import { table } from "./bench/table";
import type { Order, Report } from "./soak/load";
import { startLoad, type Load } from "./soak/load-process";
import { makePlan } from "./soak/plan";
import { openPortal } from "./soak/portal";
import { MEMORY_HEAD, memoryRows, VERDICT_HEAD, verdictRows, WORK_HEAD, workRows } from "./soak/rows";
import { countStatuses, isSuccess } from "./soak/tally";
import { verdicts } from "./soak/verdicts";
import { watch, type Watched } from "./soak/watch";

const USAGE = `npm run soak -- [--minutes 30]
  Starts the portal with a new database on PORT (3600) and SUPABASE_LOCAL_PORT (54721), measures cached pages without
  load and what the machine can do, sends 70 % of that for the minutes, then three times that for one minute.
  Linux only (reads /proc).`;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" }, help: { type: "boolean" } } });

const IDLE = { kind: "open", rate: 20, seconds: 30, onlyPages: true } as const;
const STEPS = [4, 8, 16, 32, 64];
const STEP_SECONDS = 15;
/** More connections are tried as long as each step answers this much more. */
const GAIN = 1.1;
const SHARE = 0.7;
const OVERLOAD = { times: 3, seconds: 60 };

const say = (text: string) => console.log(text);
const percent = (share: number) => `${Math.round(share * 100)} %`;

type Measured = { report: Report; watched: Watched };

/** Runs a phase and prints what was asked and answered, with the load of the machine beside it. */
async function measure(portal: Portal, load: Load, title: string, order: Order): Promise<Measured> {
  const [report, watched] = await watch(portal.pid, () => load.run(order));
  const cpu = Object.entries({ ...watched.cpu, "load generator": report.cpu });
  say(
    `\n${title}: ${new Date().toISOString()}, load average ${os
      .loadavg()
      .map((value) => value.toFixed(1))
      .join(" ")}`,
  );
  say(`CPU of one core: ${cpu.map(([name, share]) => `${name} ${percent(share)}`).join(", ")}`);
  if (report.lateMs > 0) say(`the load generator sent a request at most ${report.lateMs.toFixed(0)} ms late`);
  say(table(WORK_HEAD, workRows(report.lines, report.seconds)));
  return { report, watched };
}

/** Successful answers per second with as many connections as it takes until more of them answer no more. */
async function findCapacity(portal: Portal, load: Load): Promise<number> {
  let best = 0;
  for (const connections of STEPS) {
    const order = { kind: "closed", connections, seconds: STEP_SECONDS } as const;
    const { report } = await measure(portal, load, `${connections} connections`, order);
    const answered = countStatuses(report.lines, isSuccess) / report.seconds;
    say(`${answered.toFixed(1)} per second`);
    if (answered < best * GAIN) return Math.max(answered, best);
    best = answered;
  }
  return best;
}

async function soak(portal: Portal, load: Load): Promise<boolean> {
  await measure(portal, load, "each page once", { kind: "first", connections: 4 });
  const { report: idle } = await measure(portal, load, "without load", IDLE);
  const capacity = await findCapacity(portal, load);
  const rate = capacity * SHARE;
  const loadOrder = { kind: "open", rate, seconds: Number(values.minutes) * 60 } as const;
  const under = await measure(portal, load, `${percent(SHARE)}: ${rate.toFixed(1)} per second`, loadOrder);
  say(`\nMemory\n${table(MEMORY_HEAD, memoryRows(under.watched.memory))}`);
  const overOrder = { kind: "open", rate: rate * OVERLOAD.times, seconds: OVERLOAD.seconds } as const;
  const over = await measure(
    portal,
    load,
    `${OVERLOAD.times} × that: ${overOrder.rate.toFixed(1)} per second`,
    overOrder,
  );
  say(`\nMemory\n${table(MEMORY_HEAD, memoryRows(over.watched.memory))}`);
  const found = verdicts({
    idle: idle.lines,
    load: under.report.lines,
    overload: over.report.lines,
    memory: under.watched.memory,
    ended: [...under.watched.ended, ...over.watched.ended],
  });
  say(`\n${table(VERDICT_HEAD, verdictRows(found))}`);
  return found.every(({ isMet }) => isMet);
}

async function main(): Promise<boolean> {
  say("starting the portal; the first time builds it");
  const portal = await openPortal();
  const sql = postgres(portal.databaseUrl, { max: 4, onnotice: () => {} });
  let load: Load | undefined;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      load?.stop();
      void portal.stop().then(() => process.exit(1));
    });
  try {
    load = startLoad(await makePlan(sql, portal.siteUrl));
    return await soak(portal, load);
  } finally {
    load?.stop();
    await sql.end();
    await portal.stop();
  }
}

if (values.help) say(USAGE);
else process.exitCode = (await main()) ? 0 : 1;
