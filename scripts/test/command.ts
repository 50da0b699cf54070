import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");

const running = new Set<ChildProcess>();

/** Runs a command in the repository with its output on the terminal and no input; answers its exit code. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
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

/** A command that one of our packages brings. */
export function runLocal(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return run(path.join(ROOT, "node_modules/.bin", name), args, env);
}

/** Asks whatever runs to end; the stages then end by themselves. */
export function interrupt(): void {
  for (const child of running) child.kill("SIGTERM");
}

/** What a runner reported, or null when it never got that far. */
export function readReport(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as unknown) : null;
}
