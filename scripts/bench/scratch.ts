import { fork, type ChildProcess } from "node:child_process";
import { createRequire, Module } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");

type Ready = { type: "ready"; url: string; databaseUrl: string };
export type Scratch = { backend: ChildProcess; ready: Ready; dir: string };

/** Starts a separate backend on an empty directory, so that no existing data is changed. */
export async function startScratch(): Promise<Scratch> {
  const dir = mkdtempSync(path.join(tmpdir(), "portal-queries-"));
  const ports = {
    SUPABASE_LOCAL_PORT: process.env.BENCH_SUPABASE_PORT ?? "54437",
    SUPABASE_LOCAL_DB_PORT: process.env.BENCH_DATABASE_PORT ?? "54438",
  };
  const backend = fork(path.join(ROOT, "supabase/local/server.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, DATABASE_URL: "", SUPABASE_LOCAL_DIR: dir, ...ports },
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    backend.once("exit", (code) => reject(new Error(`o banco de rascunho terminou com o código ${code}`)));
    backend.on("message", (message: Ready) => message.type === "ready" && resolve(message));
  });
  return { backend, ready, dir };
}

export async function stopScratch({ backend, dir }: Scratch): Promise<void> {
  backend.removeAllListeners("exit");
  const ended = new Promise((resolve) => backend.once("exit", resolve));
  backend.kill("SIGTERM");
  await ended;
  rmSync(dir, { recursive: true, force: true });
}

/** Next's navigation needs client React, which the condition `react-server` leaves out; no measured query calls it. */
function stubNavigation(): void {
  const require = createRequire(import.meta.url);
  const file = require.resolve("next/navigation");
  require.cache[file] = Object.assign(new Module(file), { loaded: true, exports: {} });
}

/** Points the product's modules, which must be loaded after this call, at the scratch backend. */
export function openScratchDatabase({ ready, dir }: Scratch): void {
  stubNavigation();
  const keys = new Map(
    readFileSync(path.join(dir, "keys.env"), "utf8")
      .split("\n")
      .map((line) => line.split("=", 2) as [string, string]),
  );
  process.env.NEXT_PUBLIC_SUPABASE_URL = ready.url;
  process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = keys.get("SUPABASE_PUBLISHABLE_KEY");
  process.env.SUPABASE_SECRET_KEY = keys.get("SUPABASE_SECRET_KEY");
}

/** The Postgres log, which contains every statement. */
export const logOf = ({ dir }: Scratch) => path.join(dir, "pg17.log");
