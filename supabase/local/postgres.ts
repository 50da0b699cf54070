import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseResponds, openProbe } from "./database-probe";
import { separateOwner } from "./owner-role";
import { installPostgres, type PostgresInstallation } from "./postgres-binaries";
import { createCluster } from "./postgres-cluster";
import { BootError, progress } from "./report";

const POLL_MS = 50;
const WATCH_MS = 500;
const ORPHAN_WAIT_MS = 10_000;
const START_ATTEMPTS = 20;
const RETRY_MS = 500;
const FAST_STOP_MS = 5_000;
const HARD_STOP_MS = 1_500;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 10_000;
const LOG_TAIL_BYTES = 4_000;

const SERVER_OPTIONS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "shared_buffers=64MB",
  "max_connections=40",
  "log_min_messages=warning",
];

export type EmbeddedPostgres = { url: string; isUp: () => boolean; stop: () => Promise<void> };

type Cluster = PostgresInstallation & {
  data: string;
  log: string;
  url: string;
  port: number;
  options: readonly string[];
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether a process already listens on this local port. */
export function isPortTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.end());
  });
}

function openCluster(dir: string, port: number, options: readonly string[]): Cluster {
  const install = installPostgres(dir);
  const data = path.join(install.home, "pg17");
  const passwordFile = path.join(install.home, "pg17.password");
  fs.mkdirSync(install.home, { recursive: true });
  if (!fs.existsSync(path.join(data, "PG_VERSION"))) {
    if (fs.existsSync(data))
      throw new BootError(
        `A pasta do banco está danificada; se os dados não importam, apague ${data} e comece de novo.`,
      );
    createCluster(install, data, passwordFile);
  }
  if (!fs.existsSync(passwordFile))
    throw new BootError(`Falta ${passwordFile}; se os dados não importam, apague ${data} e comece de novo.`);
  const url = `postgres://postgres:${fs.readFileSync(passwordFile, "utf8")}@127.0.0.1:${port}/postgres`;
  return { ...install, data, log: `${data}.log`, url, port, options };
}

async function waitForExit(pid: number, limit: number): Promise<boolean> {
  for (let waited = 0; waited < limit; waited += POLL_MS) {
    if (!isRunning(pid)) return true;
    await sleep(POLL_MS);
  }
  return !isRunning(pid);
}

async function stopPostmaster(pid: number): Promise<void> {
  if (!isRunning(pid)) return;
  process.kill(pid, "SIGINT"); // fast shutdown: completes writes and disconnects clients
  if (await waitForExit(pid, FAST_STOP_MS)) return;
  process.kill(pid, "SIGQUIT");
  await waitForExit(pid, HARD_STOP_MS);
}

/** Reuses a postmaster that kept running after its backend was killed. */
async function adoptOrphan(cluster: Cluster): Promise<number | undefined> {
  const file = path.join(cluster.data, "postmaster.pid");
  if (!fs.existsSync(file)) return undefined;
  const lines = fs.readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return undefined;
  const orphanPort = Number(lines[3]);
  if (!(await isPortTaken(orphanPort))) return undefined;
  const probe = openProbe(cluster.url.replace(`:${cluster.port}/`, `:${orphanPort}/`));
  try {
    for (let waited = 0; waited < ORPHAN_WAIT_MS && isRunning(pid); waited += POLL_MS) {
      if (await databaseResponds(probe)) {
        if (orphanPort === cluster.port) return pid;
        await stopPostmaster(pid);
        return undefined;
      }
      await sleep(POLL_MS);
    }
    return undefined;
  } finally {
    await probe.end({ timeout: 1 });
  }
}

function logTail(file: string): string {
  if (!fs.existsSync(file)) return "";
  return fs.readFileSync(file, "utf8").slice(-LOG_TAIL_BYTES);
}

async function spawnOnce(cluster: Cluster): Promise<number | undefined> {
  const log = fs.openSync(cluster.log, "a");
  const args = ["-D", cluster.data, "-p", String(cluster.port), ...cluster.options.flatMap((option) => ["-c", option])];
  const child = spawn(cluster.postgres, args, {
    ...cluster.account,
    cwd: "/",
    stdio: ["ignore", log, log],
    detached: true,
  });
  fs.closeSync(log);
  let exited = false;
  child.once("exit", () => (exited = true));
  child.once("error", () => (exited = true));
  child.unref();
  const probe = openProbe(cluster.url);
  try {
    while (!exited) {
      if (await databaseResponds(probe)) return child.pid; // the port is open during recovery, but queries are refused, so run a query
      await sleep(POLL_MS);
    }
    return undefined;
  } finally {
    await probe.end({ timeout: 1 });
  }
}

async function launch(cluster: Cluster): Promise<number> {
  const orphan = await adoptOrphan(cluster);
  if (orphan) return orphan;
  if (await isPortTaken(cluster.port)) {
    throw new BootError(
      `A porta ${cluster.port} já está em uso por outro programa; feche-o ou defina SUPABASE_LOCAL_DB_PORT.`,
    );
  }
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const pid = await spawnOnce(cluster);
    if (pid) return pid;
    const isHeld = /still in use|lock file|in use by another/.test(
      logTail(cluster.log).split("\n").slice(-6).join("\n"),
    );
    if (!isHeld) break; // retry only while child processes of a killed server still hold the data
    await sleep(RETRY_MS);
  }
  throw new BootError(
    `O banco local não abriu (detalhes em ${cluster.log}); se os dados não importam, apague ${cluster.data} e comece de novo.`,
  );
}

async function separate(cluster: Cluster, pid: number): Promise<void> {
  try {
    if (await separateOwner(cluster.url)) progress("o dono das tabelas deixou de ser superusuário do banco");
  } catch (error) {
    await stopPostmaster(pid);
    throw error;
  }
}

/** Starts or reuses the embedded PostgreSQL 17 and restarts it after a crash until `stop` is called; of an option that is given twice the last one counts. */
export async function startPostgres(
  dir: string,
  port: number,
  options: readonly string[] = [],
): Promise<EmbeddedPostgres> {
  const cluster = openCluster(dir, port, [...SERVER_OPTIONS, ...options]);
  let pid = await launch(cluster);
  await separate(cluster, pid);
  let isStopping = false;
  let restarting: Promise<void> | undefined;

  async function restart(): Promise<void> {
    for (let wait = FIRST_BACKOFF_MS; !isStopping; wait = Math.min(wait * 2, LONGEST_BACKOFF_MS)) {
      try {
        pid = await launch(cluster);
        progress("o banco de dados voltou");
        return;
      } catch (error) {
        progress(`o banco de dados ainda não voltou: ${(error as Error).message}`);
        await sleep(wait);
      }
    }
  }

  const watch = setInterval(async () => {
    if (isStopping || restarting) return;
    if (isRunning(pid) && (await isPortTaken(port))) return; // a zombie process still has its pid, so check the port too
    if (isStopping || restarting) return;
    progress("o banco de dados parou; reiniciando");
    restarting = restart().finally(() => (restarting = undefined));
  }, WATCH_MS);
  watch.unref();

  return {
    url: cluster.url,
    isUp: () => !restarting && isRunning(pid),
    stop: async () => {
      isStopping = true;
      clearInterval(watch);
      await restarting;
      await stopPostmaster(pid);
    },
  };
}
