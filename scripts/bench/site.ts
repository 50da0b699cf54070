import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build, isBuilt } from "../start/build";
import { applyEnvironment } from "../start/environment";
import { assertPortFree } from "../start/ports";
import { startBackend, startWeb, stopAll } from "../start/processes";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PATIENCE_MS = 60_000;

export type Sites = { site: string; uncached: string; stop: () => Promise<void> };

async function untilItAnswers(url: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(300)) {
    if ((await fetch(url).catch(() => null))?.ok) return;
  }
  throw new Error(`${url} does not answer`);
}

/** Starts the same build and environment without the page cache, so that Next answers every request. */
async function startBareNext(port: number): Promise<ChildProcess> {
  await assertPortFree(port);
  const child = spawn(
    process.execPath,
    [path.join(ROOT, "node_modules/next/dist/bin/next"), "start", "-p", String(port)],
    { cwd: ROOT, stdio: "ignore" },
  );
  await untilItAnswers(`http://localhost:${port}/home`);
  return child;
}

/** Starts the portal with and without its page cache; `running` is the address of a portal that is already running. */
export async function openSites(running: string | undefined): Promise<Sites> {
  Object.assign(process.env, { NODE_ENV: "production" });
  const { embedded, port, siteUrl } = applyEnvironment();
  const backend = embedded && !running ? startBackend("o servidor do site") : Promise.resolve(null);
  await Promise.all([backend, isBuilt() ? null : build({ backend, isStart: false })]);
  if (!running) await startWeb({ dev: false, port });
  const bare = await startBareNext(port + 1);
  return {
    site: running ?? siteUrl,
    uncached: `http://localhost:${port + 1}`,
    stop: async () => {
      bare.kill();
      await stopAll();
    },
  };
}
