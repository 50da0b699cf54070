import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { median } from "./budget";

const CONNECTIONS = 8;
const WARM_SECONDS = 2;
export const TICK_MICROSECONDS = 10_000;
const LISTENING = "0A";

function inodesOf(port: number): Set<string> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const lines = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => readFileSync(file, "utf8").split("\n").slice(1));
  const sockets = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = "", , state]) => local.endsWith(`:${hexPort}`) && state === LISTENING);
  return new Set(sockets.map((fields) => fields[9] ?? ""));
}

function holds(pid: string, inodes: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) =>
      inodes.has(/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? ""),
    );
  } catch {
    // The process ended or closed the file in the meantime.
    return false;
  }
}

/** Ids of the local processes that listen on a port. */
function listeners(port: number): string[] {
  const inodes = inodesOf(port);
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && holds(name, inodes));
}

/** Clock ticks a process has used so far: fields 14 and 15 of /proc/pid/stat, counted after the process name in brackets. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Clock ticks that processes have used so far. */
export const ticksNow = (pids: readonly string[]) =>
  pids.reduce((sum, pid) => sum + ticksOf(readFileSync(`/proc/${pid}/stat`, "utf8")), 0);

const load = (url: string, duration: number) =>
  autocannon({ url, connections: CONNECTIONS, duration, headers: { "accept-encoding": "gzip" } });

async function microsecondsPerRequest(url: string, seconds: number): Promise<number> {
  const pids = listeners(Number(new URL(url).port));
  if (pids.length === 0) throw new Error(`nothing on this machine listens for ${url}`);
  const before = ticksNow(pids);
  const { "2xx": answered, non2xx } = await load(url, seconds);
  if (!answered || non2xx > 0) throw new Error(`${url}: ${answered} answers, ${non2xx} of them not 200`);
  return ((ticksNow(pids) - before) * TICK_MICROSECONDS) / answered;
}

/** CPU microseconds per request of each address: medians of rounds that go through all addresses in turn. */
export async function measureCpu(
  urls: readonly string[],
  { rounds, seconds }: { rounds: number; seconds: number },
  say: (text: string) => void,
): Promise<Map<string, number>> {
  const found = new Map<string, number[]>(urls.map((url) => [url, []]));
  for (const url of urls) await load(url, WARM_SECONDS);
  for (let round = 1; round <= rounds; round++) {
    for (const url of urls) {
      say(`CPU ${round}/${rounds} ${url}`);
      found.get(url)!.push(await microsecondsPerRequest(url, seconds));
      await sleep(200);
    }
  }
  return new Map([...found].map(([url, all]) => [url, median(all)]));
}
