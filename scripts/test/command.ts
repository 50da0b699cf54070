import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

const running = new Set<ChildProcess>();

/** Runs a command in the repository root with its output on the terminal and no input; resolves to its exit code. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  return new Promise((resolve) => {
    const end = (code: number) => {
      running.delete(child);
      resolve(code);
    };
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      end(1);
    });
    child.once("exit", (code) => end(code ?? 1));
  });
}

/** Runs a command from node_modules/.bin. */
export function runLocal(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return run(path.join(ROOT, "node_modules/.bin", name), args, env);
}

/** Sends SIGTERM to the running commands; their stages then end. */
export function interrupt(): void {
  for (const child of running) child.kill("SIGTERM");
}

/** Reads a test runner's JSON report; null when the runner did not write one. */
export function readReport(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as unknown) : null;
}
