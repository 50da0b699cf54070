import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFailed, onTestFinished } from "vitest";
import { variable } from "./auth-client";

const ROOT = path.resolve(import.meta.dirname, "../..");

export type WorkerProcess = {
  child: ChildProcess;
  output: () => string;
  ready: Promise<void>;
  ended: Promise<{ code: number | null; signal: string | null; message?: string }>;
};

/** Starts the product's worker as a process, on the test database. */
export function startWorker(environment: Record<string, string> = {}): WorkerProcess {
  const child = fork(path.join(ROOT, "supabase/jobs/worker.ts"), {
    cwd: ROOT,
    execArgv: ["--conditions=react-server", "--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      DATABASE_URL: variable("TEST_DATABASE_URL"),
      NEXT_PUBLIC_SITE_URL: "https://portal.example.org",
      NEXT_PUBLIC_SUPABASE_URL: variable("TEST_SUPABASE_URL"),
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: variable("TEST_SUPABASE_PUBLISHABLE_KEY"),
      SUPABASE_SECRET_KEY: variable("TEST_SUPABASE_SECRET_KEY"),
      SUPABASE_EMBEDDED: "",
      SMTP_URL: "",
      ...environment,
    },
  });
  let text = "";
  let message: string | undefined;
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null; message?: string }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal, message }));
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (report: { type: string; message?: string }) => {
      if (report.type === "ready") resolve();
      else message = report.message;
    });
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}: ${message}\n${text}`)));
  });
  ready.catch(() => undefined);
  return { child, output: () => text, ready, ended };
}

/** Starts a worker that runs until the test ends; a test that fails prints what it wrote. */
export async function runningWorker(environment: Record<string, string> = {}): Promise<WorkerProcess> {
  const worker = startWorker(environment);
  onTestFailed(() => console.error(worker.output().slice(-4000)));
  onTestFinished(async () => {
    if (worker.child.exitCode === null && worker.child.signalCode === null) worker.child.kill("SIGTERM");
    await worker.ended;
  });
  await worker.ready;
  return worker;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "portal-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
