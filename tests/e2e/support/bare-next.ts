import { fork } from "node:child_process";
import http from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { publishableKey, serverKey } from "./accounts";
import { variable } from "./variable";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const START_MS = 60_000;

export type BareNext = { url: string; close: () => Promise<void> };

/**
 * Serves the build without the middleware and the portal's server, so that requests reach actions and handlers that page
 * guards would block. Uses the site's database.
 */
export async function openBareNext(siteUrl: string): Promise<BareNext> {
  const child = fork(fileURLToPath(import.meta.url), [], {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_PUBLIC_SITE_URL: siteUrl,
      NEXT_PUBLIC_SUPABASE_URL: new URL(variable("TEST_MAILBOX_URL")).origin,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: publishableKey(),
      SUPABASE_SECRET_KEY: serverKey(),
      SUPABASE_EMBEDDED: "1",
      STRIPE_WEBHOOK_SECRET: "whsec_of_the_browser_tests",
    },
  });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the bare Next did not start in time")), START_MS);
    child.once("exit", (code) => reject(new Error(`the bare Next ended with code ${code}`)));
    child.once("message", (message) => {
      clearTimeout(timer);
      resolve(message as number);
    });
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return { url: `http://localhost:${port}`, close };
}

/** Runs in the child process. */
async function serve(): Promise<void> {
  // In this mode Next leaves the middleware to a server in front of it, and there is none here.
  const app = next({
    dev: false,
    dir: ROOT,
    hostname: "localhost",
    port: 0,
    minimalMode: true,
    httpServer: http.createServer(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = http.createServer((request, response) => void handle(request, response));
  server.listen(0, () => process.send?.((server.address() as { port: number }).port));
  process.on("SIGTERM", () => process.exit(0));
  process.on("disconnect", () => process.exit(0));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();
