import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** Long, because it only ends a start that hangs. */
const START_TIMEOUT_MS = 600_000;
const ROOT = path.resolve(import.meta.dirname, "../..");

/** What the tests of one worker of Vitest use. */
export type Backend = {
  url: string;
  databaseUrl: string;
  mailboxUrl: string;
  publishableKey: string;
  secretKey: string;
  /** Folder of its keys, mails and files; empty for an external Supabase. */
  dir: string;
};

export type BackendProcess = { backend: Backend; stop: () => Promise<void> };

type Ready = { type: "ready"; url: string; databaseUrl: string; mailboxUrl: string };
type Message = Ready | { type: "progress"; text: string } | { type: "failed"; message: string };

/** Starts the embedded backend on a database that exists; its files are in `dir`, `more` are further variables. */
export async function startBackend(
  databaseUrl: string,
  dir: string,
  port: number,
  more: Record<string, string> = {},
): Promise<BackendProcess> {
  const child = fork(path.join(ROOT, "supabase/local/server.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SMTP_URL: "",
      SUPABASE_LOCAL_PORT: String(port),
      SUPABASE_LOCAL_DIR: dir,
      SUPABASE_LOCAL_SMS: "1",
      ...more,
    },
  });
  try {
    const { url, mailboxUrl } = await waitUntilReady(child);
    return { backend: { url, databaseUrl, mailboxUrl, dir, ...keysOf(dir) }, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

function keysOf(dir: string): Pick<Backend, "publishableKey" | "secretKey"> {
  const lines = readFileSync(path.join(dir, "keys.env"), "utf8").split("\n");
  const keys = new Map(lines.map((line) => line.split("=", 2) as [string, string]));
  return {
    publishableKey: keys.get("SUPABASE_PUBLISHABLE_KEY") ?? "",
    secretKey: keys.get("SUPABASE_SECRET_KEY") ?? "",
  };
}

function waitUntilReady(backend: ChildProcess): Promise<Ready> {
  let output = "";
  backend.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  backend.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${output}`));
    const timer = setTimeout(() => fail("the backend did not start in time"), START_TIMEOUT_MS);
    backend.once("exit", (code) => {
      clearTimeout(timer);
      fail(`the backend ended with code ${code}`);
    });
    backend.on("message", (message: Message) => {
      if (message.type === "failed") output += message.message;
      if (message.type !== "ready") return;
      clearTimeout(timer);
      resolve(message);
    });
  });
}

async function stop(backend: ChildProcess): Promise<void> {
  if (backend.exitCode !== null || backend.signalCode !== null) return;
  const ended = new Promise((resolve) => backend.once("exit", resolve));
  backend.kill("SIGTERM");
  await ended;
}
