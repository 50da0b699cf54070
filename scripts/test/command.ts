import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Output } from "./output";

export const ROOT = path.resolve(import.meta.dirname, "../..");

const running = new Set<ChildProcess>();
let isInterrupted = false;

type Options = {
  env?: Record<string, string>;
  /** Receives the output; without it the command writes on the terminal. */
  output?: Output;
};

/** Runs a command in the repository root without input; resolves to its exit code. */
export function run(command: string, args: readonly string[], { env, output }: Options = {}): Promise<number> {
  if (isInterrupted) return Promise.resolve(1);
  const colours = output && process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: output ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...colours, ...env },
  });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => output?.write(chunk));
  return new Promise((resolve) => {
    const end = (code: number) => {
      running.delete(child);
      resolve(code);
    };
    child.once("error", (error) => {
      (output ?? process.stderr).write(`${command}: ${error.message}\n`);
      end(1);
    });
    child.once("close", (code) => end(code ?? 1));
  });
}

/** Runs a command from node_modules/.bin. */
export function runLocal(name: string, args: readonly string[], options: Options = {}): Promise<number> {
  return run(path.join(ROOT, "node_modules/.bin", name), args, options);
}

/** Sends SIGTERM to the running commands, whose stages then end; no other command starts. */
export function interrupt(): void {
  isInterrupted = true;
  for (const child of running) child.kill("SIGTERM");
}

/** Reads a test runner's JSON report; null when the runner did not write one. */
export function readReport(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as unknown) : null;
}
