import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const BUILD_AND_START_MS = 900_000;

type Ready = { type: "ready"; siteUrl: string; mailboxUrl: string; databaseUrl: string };
type Message = Ready | { type: "prepared" };

/** `pid`: the process that started web server, backend and worker. */
export type Portal = { pid: number; siteUrl: string; databaseUrl: string; stop: () => Promise<void> };

/** Variables of a portal on this machine whose callers each send an address of their own. */
export const ownPortal = (port: number, dir: string): Record<string, string> => ({
  PORT: String(port),
  NEXT_PUBLIC_SITE_URL: `http://localhost:${port}`,
  SUPABASE_LOCAL_DIR: dir,
  SMTP_URL: "",
  BACKUP_DIR: "",
  // A caller that names its address does not count for the rate limits of others.
  TRUST_PROXY: "loopback",
  BIND_ADDRESS: "127.0.0.1",
});

export const newStateDirectory = (): string => mkdtempSync(path.join(tmpdir(), "portal-"));

/** Starts a portal with a new database in `dir` and sets the variables that name it; stopping it deletes `dir`. */
export async function startPortal(dir: string, environment: Record<string, string>): Promise<Portal> {
  const site = fork(path.join(ROOT, "scripts/start.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...environment },
  });
  const stop = async () => {
    await end(site);
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const { siteUrl, mailboxUrl, databaseUrl } = await untilReady(site);
    process.env.E2E_BASE_URL = siteUrl;
    process.env.TEST_MAILBOX_URL = mailboxUrl;
    process.env.TEST_DATABASE_URL = databaseUrl;
    process.env.TEST_DEMO_ACCOUNTS = path.join(dir, "demo-accounts.json");
    return { pid: site.pid ?? 0, siteUrl, databaseUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the site is ready and has finished what it does after its first page. */
function untilReady(site: ChildProcess): Promise<Ready> {
  let output = "";
  for (const stream of [site.stdout, site.stderr])
    stream?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  if (site.stderr) createInterface({ input: site.stderr }).on("line", printErrorReport);
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${output}`));
    const timer = setTimeout(() => fail("the site did not start in time"), BUILD_AND_START_MS);
    site.once("exit", (code) => {
      clearTimeout(timer);
      fail(`the site ended with code ${code}`);
    });
    let ready: Ready;
    site.on("message", (message: Message) => {
      if (message.type === "ready") ready = message;
      if (message.type !== "prepared") return;
      clearTimeout(timer);
      resolve(ready);
    });
  });
}

/** Prints the errors of the log, because a failed test shows only what the browser received. */
function printErrorReport(line: string): void {
  if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`);
}

async function end(site: ChildProcess): Promise<void> {
  if (site.exitCode !== null || site.signalCode !== null) return;
  const ended = new Promise((resolve) => site.once("exit", resolve));
  site.kill("SIGTERM");
  await ended;
}
