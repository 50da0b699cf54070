import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { startOwnServer } from "../../tests/e2e/support/own-server";
import { median } from "../bench/budget";
import { table } from "../bench/table";
import { addressOf, newCallers, type Call } from "./call";
import { editors } from "./editors";
import type { Report } from "./load";
import { startLoad, type Load } from "./load-process";
import { makePlan, type Plan } from "./plan";
import { openPortal, SOAK_PORT } from "./portal";
import { VERDICT_HEAD, verdictRows, WORK_HEAD, workRows } from "./rows";
import { send, sendText } from "./send";
import { countStatuses, isError } from "./tally";
import type { Verdict } from "./verdicts";

const USAGE = `npm run soak:processes -- [--rate 15] [--seconds 120]
  Starts the portal and a second web process on the port above it, with one database, sends each of them the requests of
  npm run soak at this rate, and measures meanwhile: how soon a save at one process is shown by the other, how often a
  limit for all processes allows, and what others notice when the second process is killed. Linux only (reads /proc).`;

const { values } = parseArgs({
  options: {
    rate: { type: "string", default: "15" },
    seconds: { type: "string", default: "120" },
    help: { type: "boolean" },
  },
});

/** Promised in docs/operate/scaling.md. */
const LONGEST_DELAY_MS = 2000;
const POLL_MS = 50;
const PAUSE_MS = 1000;
const LOST_MS = 30_000;
/** Points of the limit for unknown devices of a gate (`gateRefused`). */
const LIMIT = 30;
const KILL_SECONDS = { before: 10, down: 5, after: 25 };

const say = (text: string) => console.log(text);

/** Saves at one process and waits until the other shows it; milliseconds since the answer of the save. */
async function saveAndWait(site: string, other: string, call: Call, page: string): Promise<number> {
  const headers = { ...call.headers, origin: site };
  call.judge?.(await sendText(site + call.path, { ...call, headers }));
  const [{ values: saved }] = JSON.parse(String(call.body)) as [{ values: { summary: string } }];
  const begun = performance.now();
  while (performance.now() - begun < LOST_MS) {
    const { text } = await sendText(other + page, { headers: addressOf(160, 1) });
    if (text.includes(`${saved.summary}<`)) return performance.now() - begun;
    await sleep(POLL_MS);
  }
  throw new Error(`${other}${page} does not show "${saved.summary}"`);
}

async function measureDelays(plan: Plan, other: string, seconds: number): Promise<number[]> {
  const [editor] = plan.editors;
  const save = editors({ ...plan, editors: [editor!] })[0]!;
  const delays: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; await sleep(PAUSE_MS))
    delays.push(await saveAndWait(plan.site, other, save.next(), editor!.page));
  return delays;
}

/** How many of twice as many requests as the limit allows two processes answer together to one caller. */
async function countAllowed(sites: readonly string[]): Promise<number> {
  const headers = { ...addressOf(161, 1), authorization: "Device not-enrolled" };
  const asked = Array.from({ length: 2 * LIMIT }, (_, number) =>
    send(`${sites[number % sites.length]}/api/gate/list`, { headers }),
  );
  return (await Promise.all(asked)).filter(({ status }) => status !== 429 && status !== 503).length;
}

/** Milliseconds until a page is answered. */
async function untilAnswered(url: string): Promise<number> {
  const [begun, caller] = [performance.now(), newCallers(162)];
  while ((await send(url, { headers: caller() })).status !== 200) await sleep(POLL_MS);
  return performance.now() - begun;
}

const show = (title: string, { lines, seconds }: Report) =>
  say(`\n${title}\n${table(WORK_HEAD, workRows(lines, seconds))}`);
const errorsOf = ({ lines }: Report) => countStatuses(lines, isError);

const startSecond = () => startOwnServer({ PORT: String(SOAK_PORT + 1), BUSY_LAG_MS: "1000" });

async function measure(plan: Plan, second: Awaited<ReturnType<typeof startSecond>>, loads: readonly Load[]) {
  const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
  const runBoth = (length: number) =>
    Promise.all(loads.map((load) => load.run({ kind: "open", rate, seconds: length })));
  await Promise.all(loads.map((load) => load.run({ kind: "first", connections: 2 })));

  const reports = runBoth(seconds);
  const delays = await measureDelays(plan, second.url, seconds - PAUSE_MS / 1000);
  const allowed = await countAllowed([plan.site, second.url]);
  (await reports).forEach((report, index) => show(`process ${index + 1}, ${rate} requests per second`, report));

  const { before, down, after } = KILL_SECONDS;
  const meanwhile = runBoth(before + down + after);
  await sleep(before * 1000);
  process.kill(second.pid, "SIGKILL");
  await sleep(down * 1000);
  const started = performance.now();
  const again = await startSecond();
  await untilAnswered(`${again.url}/sc/home`);
  const restartMs = performance.now() - started;
  const [first, killed] = (await meanwhile) as [Report, Report];
  show(`process 1 while process 2 was killed and ${down} s later started again`, first);
  show("process 2, which was killed", killed);
  await again.stop();

  const longest = Math.max(...delays);
  const found: Verdict[] = [
    {
      bound: `a save is shown by the other process within ${LONGEST_DELAY_MS} ms`,
      figure: `${delays.length} saves, median ${median(delays).toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
      isMet: longest <= LONGEST_DELAY_MS,
    },
    {
      bound: `a limit of ${LIMIT} holds for both processes together`,
      figure: `${allowed} of ${2 * LIMIT} allowed`,
      isMet: allowed === LIMIT,
    },
    {
      bound: "the other process loses no request when one is killed",
      figure: `${errorsOf(first)} lost or 5xx`,
      isMet: errorsOf(first) === 0,
    },
  ];
  say(`\n${table(VERDICT_HEAD, verdictRows(found))}`);
  say(`a killed process answers a page ${(restartMs / 1000).toFixed(1)} s after it was started again`);
  return found.every(({ isMet }) => isMet);
}

async function main(): Promise<boolean> {
  const portal = await openPortal();
  const sql = postgres(portal.databaseUrl, { max: 4, onnotice: () => {} });
  const loads: Load[] = [];
  const second = await startSecond();
  try {
    const plan = await makePlan(sql, portal.siteUrl);
    const [own, ...others] = plan.editors;
    const half = others.length >> 1;
    loads.push(startLoad({ ...plan, editors: others.slice(0, half) }));
    loads.push(startLoad({ ...plan, site: second.url, editors: others.slice(half) }));
    return await measure({ ...plan, editors: [own!] }, second, loads);
  } finally {
    for (const load of loads) load.stop();
    await second.stop();
    await sql.end();
    await portal.stop();
  }
}

if (values.help) say(USAGE);
else process.exitCode = (await main()) ? 0 : 1;
