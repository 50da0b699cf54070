import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { createActors } from "./actors";

/** Below the range of ephemeral ports, so that outgoing connections cannot use them; other values allow two copies of the repository to test concurrently. */
const PORT = process.env.TEST_SUPABASE_PORT ?? "24431";
const DATABASE_PORT = process.env.TEST_DATABASE_PORT ?? "24432";
const START_TIMEOUT_MS = 120_000;
const ROOT = path.resolve(import.meta.dirname, "../..");

type Ready = { type: "ready"; url: string; databaseUrl: string; mailboxUrl: string };
type Message = Ready | { type: "progress"; text: string } | { type: "failed"; message: string };

/** Starts a separate backend on an empty directory and sets its address in the environment of the tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-database-"));
  const backend = fork(path.join(ROOT, "supabase/local/server.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: "",
      SMTP_URL: "",
      SUPABASE_LOCAL_PORT: PORT,
      SUPABASE_LOCAL_DB_PORT: DATABASE_PORT,
      SUPABASE_LOCAL_DIR: dir,
      SUPABASE_LOCAL_SMS: "1",
    },
  });
  const tearDown = async () => {
    await stop(backend);
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    exportAddresses(await waitUntilReady(backend), dir);
    await prepareActors();
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
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

function exportAddresses(ready: Ready, dir: string): void {
  const keys = new Map(
    readFileSync(path.join(dir, "keys.env"), "utf8")
      .split("\n")
      .map((line) => line.split("=", 2) as [string, string]),
  );
  process.env.TEST_SUPABASE_URL = ready.url;
  process.env.TEST_DATABASE_URL = ready.databaseUrl;
  process.env.TEST_MAILBOX_URL = ready.mailboxUrl;
  process.env.TEST_SUPABASE_PUBLISHABLE_KEY = keys.get("SUPABASE_PUBLISHABLE_KEY");
  process.env.TEST_SUPABASE_SECRET_KEY = keys.get("SUPABASE_SECRET_KEY");
}

async function prepareActors(): Promise<void> {
  const sql = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  try {
    await createActors(sql);
  } finally {
    await sql.end();
  }
}

async function stop(backend: ChildProcess): Promise<void> {
  if (backend.exitCode !== null || backend.signalCode !== null) return;
  const ended = new Promise((resolve) => backend.once("exit", resolve));
  backend.kill("SIGTERM");
  await ended;
}
