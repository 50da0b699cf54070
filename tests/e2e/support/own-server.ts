import { fork } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { MEMORY } from "../../../scripts/start/processes";
import { publishableKey, serverKey } from "./accounts";
import { variable } from "./variable";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PORT = "3191";

export type OwnServer = {
  url: string;
  pid: number;
  /** Resident memory in MB. */
  memory: () => number;
  stop: () => Promise<void>;
};

/**
 * Starts a separate web server of the build, with its own page cache, limits and memory. Specs that run at the same
 * time give it different values of PORT.
 */
export async function startOwnServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const backend = new URL(variable("TEST_MAILBOX_URL"));
  const port = settings.PORT ?? PORT;
  const url = `http://localhost:${port}`;
  const server = fork(path.join(ROOT, "web/server.ts"), {
    cwd: ROOT,
    execArgv: [...MEMORY.options, "--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...MEMORY.variables,
      ...process.env,
      NODE_ENV: "production",
      PORT: port,
      NEXT_PUBLIC_SITE_URL: url,
      NEXT_PUBLIC_SUPABASE_URL: backend.origin,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: publishableKey(),
      SUPABASE_SECRET_KEY: serverKey(),
      SUPABASE_EMBEDDED: "1",
      SUPABASE_LOCAL_FORWARD_PORT: String(Number(backend.port) + 2),
      TRUST_PROXY: "loopback",
      // A slow machine is no reason to refuse requests of tests.
      BUSY_LAG_MS: "600000",
      ...settings,
    },
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.once("message", (message: { type: string }) =>
      message.type === "ready" ? resolve() : reject(new Error(JSON.stringify(message))),
    );
    server.once("exit", (code) => reject(new Error(`the web server ended with code ${code}`)));
  });
  return {
    url,
    pid: server.pid!,
    memory: () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024,
    stop: async () => {
      server.kill("SIGTERM");
      await ended;
    },
  };
}

/** Total bytes of all files in the build, including Next's cache. */
export function diskBytes(): number {
  const files = readdirSync(path.join(ROOT, ".next"), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
