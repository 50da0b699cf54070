import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { printLine, type DemoAccount } from "./console";
import { runStep } from "./steps";

export type BackendReady = {
  type: "ready";
  url: string;
  databaseUrl: string;
  mailboxUrl: string;
  demoAccounts: DemoAccount[];
};
type Message = BackendReady | { type: "progress"; text: string } | { type: "failed"; message: string };

const root = path.resolve(import.meta.dirname, "../..");
const children = new Set<ChildProcess>();
/** Stopped after all other processes, which use it. */
let backend: ChildProcess | undefined;
let web: ChildProcess | undefined;
/** Time in which a process has to stop, besides `DRAIN_SECONDS`. */
const STOP_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;
/** Bytes from which glibc returns a freed block to the system at once; by default the value grows to 32 MB. */
const RETURNED_BYTES = String(128 * 1024);
/**
 * MALLOC_ARENA_MAX: otherwise glibc keeps a pool of freed memory for each thread that compresses a page. Semi-space
 * size: limits the heap of short-lived objects (default of Node: 16 MB).
 */
export const MEMORY = {
  variables: {
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: RETURNED_BYTES,
    MALLOC_TRIM_THRESHOLD_: RETURNED_BYTES,
  },
  /** Read when a process starts: the variable may be in .env. */
  get options() {
    return [`--max-semi-space-size=${process.env.SEMI_SPACE_MB || 8}`];
  },
};
/** The site stops when a process exits more often than this within a minute. */
const MAX_RESTARTS = 5;
const BACKEND = "supabase/local/server.ts";
const WORKER = "supabase/jobs/worker.ts";
const WEB = "web/server.ts";
let stopping = false;
export const isStopping = (): boolean => stopping;

type Setup = { conditions?: string[]; environment?: Record<string, string> };

/** Makes `stopAll` stop this process too. */
export function stopWithOthers(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}

function launch(script: string, args: string[], { conditions = [], environment = {} }: Setup = {}): ChildProcess {
  const child = fork(path.join(root, script), args, {
    cwd: root,
    execArgv: [...MEMORY.options, ...conditions, "--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...MEMORY.variables, ...process.env, ...environment },
    // Ctrl-C signals the whole process group; detached children are stopped only by the parent, in order.
    detached: true,
  });
  stopWithOthers(child);
  return child;
}

function readyOf(child: ChildProcess, name: string): Promise<BackendReady> {
  return new Promise((resolve, reject) => {
    child.on("message", (message: Message) => {
      if (message.type === "progress") printLine(`· ${message.text}`);
      else if (message.type === "failed") reject(new Error(message.message));
      else resolve(message);
    });
    child.once("exit", (code) => reject(new Error(`${name} terminou com código ${code} antes de ficar pronto.`)));
  });
}

/** Starts a process and restarts it after an unexpected exit. */
async function supervise(name: string, script: string, args: string[]): Promise<BackendReady> {
  let falls: number[] = [];
  const start = async (): Promise<BackendReady> => {
    const child = launch(script, args);
    if (script === BACKEND) backend = child;
    if (script === WEB) web = child;
    const ready = await readyOf(child, name);
    child.once("exit", (code) => {
      if (stopping) return;
      falls = [...falls.filter((time) => Date.now() - time < 60_000), Date.now()];
      if (falls.length > MAX_RESTARTS) {
        console.error(`${name} caiu ${falls.length} vezes em um minuto; encerrando. Veja as linhas acima.`);
        return void stopAll().then(() => process.exit(1));
      }
      console.error(`${name} caiu (código ${code}); iniciando de novo.`);
      start().catch((error: Error) => console.error(`${name}: ${error.message}`));
    });
    return ready;
  };
  return start();
}

/** `next`: what waits for the backend. */
export function startBackend(next: string): Promise<BackendReady> {
  return runStep({ name: "banco de dados e autenticação", next }, () => supervise("O backend local", BACKEND, []));
}

/** Starts the worker and restarts it with increasing pauses; its exits never stop the site. */
export async function startWorker(environment: Record<string, string>): Promise<void> {
  printLine("· tarefas em segundo plano");
  let pause = 0;
  const start = async (): Promise<void> => {
    const startedAt = Date.now();
    const child = launch(WORKER, [], { conditions: ["--conditions=react-server"], environment });
    child.once("exit", (code, signal) => {
      if (stopping) return;
      pause = Date.now() - startedAt > LONGEST_PAUSE_MS ? 0 : Math.min(LONGEST_PAUSE_MS, pause * 2 + 500);
      console.error(`O worker caiu (${signal ?? `código ${code}`}); iniciando de novo.`);
      setTimeout(() => void (stopping || start().catch((error: Error) => console.error(error.message))), pause);
    });
    await readyOf(child, "O worker");
  };
  await start();
}

export async function startWeb({ dev, port }: { dev: boolean; port: number }): Promise<void> {
  const step = { name: `servidor do site na porta ${port}`, next: "a primeira página" };
  await runStep(step, () => supervise("O servidor do site", WEB, dev ? ["--dev"] : []));
}

/** Makes the running web server use the files that were compressed again. */
export const switchToCompressedFiles = (): boolean => Boolean(web?.connected && web.send("compressed again"));

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const drainMs = Number(process.env.DRAIN_SECONDS || 0) * 1000;
    const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS + drainMs);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    child.kill("SIGTERM");
  });
}

/** Stops all child processes; the database is last, so that it can write its data to disk. */
export async function stopAll(): Promise<void> {
  stopping = true;
  await Promise.all([...children].filter((child) => child !== backend).map(stopChild));
  await Promise.all([...children].map(stopChild));
}
