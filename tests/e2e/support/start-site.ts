import { fork, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import webpush from "web-push";
import { startPushDouble } from "../../support/push-double";
import { startStripeDouble } from "../../support/stripe-double";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const SITE_URL = "http://localhost:3190";
/** Webhook secret shared by the site and the Stripe double. */
const WEBHOOK_SECRET = "whsec_of_the_browser_tests";
const BUILD_AND_START_MS = 900_000;

type Ready = { type: "ready"; siteUrl: string; mailboxUrl: string; databaseUrl: string };

/** Starts a separate portal on an empty directory; with E2E_BASE_URL, the tests use the portal at that address. */
export default async function startSite(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_BASE_URL) return undefined;
  const dir = mkdtempSync(path.join(tmpdir(), "portal-browser-"));
  const stripe = await startStripeDouble({ webhook: `${SITE_URL}/api/webhooks/stripe`, secret: WEBHOOK_SECRET });
  process.env.STRIPE_API_BASE = stripe.url;
  const push = await startPushDouble();
  process.env.WEB_PUSH_TEST_ORIGIN = push.url;
  const site = fork(path.join(ROOT, "scripts/start.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...siteEnvironment(dir), STRIPE_API_BASE: stripe.url, ...pushEnvironment(push.url) },
  });
  const tearDown = async () => {
    await stop(site);
    await stripe.close();
    await push.close();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const ready = await untilReady(site);
    process.env.E2E_BASE_URL = ready.siteUrl;
    process.env.TEST_MAILBOX_URL = ready.mailboxUrl;
    process.env.TEST_DATABASE_URL = ready.databaseUrl;
    process.env.TEST_DEMO_ACCOUNTS = path.join(dir, "demo-accounts.json");
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

function siteEnvironment(dir: string): Record<string, string> {
  return {
    PORT: new URL(SITE_URL).port,
    NEXT_PUBLIC_SITE_URL: SITE_URL,
    SUPABASE_LOCAL_DIR: dir,
    SMTP_URL: "",
    BACKUP_DIR: "",
    // Below the range of ephemeral ports, so that outgoing connections cannot use them.
    SUPABASE_LOCAL_PORT: "24491",
    SUPABASE_LOCAL_DB_PORT: "24492",
    // Enables accounts with a phone number; their codes go to the local mailbox.
    SUPABASE_LOCAL_SMS: "1",
    // Garbage collection with the default size takes a fifth of the time of rendering many different pages.
    SEMI_SPACE_MB: "64",
    // The lowest cost of bcrypt: nearly every test signs in, and no test attacks a password.
    LITE_AUTH_BCRYPT_COST: "4",
    // Every test sends its own client IP, so that its requests do not count for the rate limits of others.
    TRUST_PROXY: "loopback",
    BIND_ADDRESS: "127.0.0.1",
    // Tests expect their own rows, however slow the machine renders: they never get the earlier copy of a page.
    PAGE_WAIT_MS: "60000",
    // Tests create pages by SQL; page-lookup-limit.spec.ts starts a separate web server for the limit.
    PAGE_LOOKUPS_PER_MINUTE: "100000",
    STRIPE_SECRET_KEY: "sk_test_of_the_browser_tests",
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  };
}

/** VAPID keys for this run only. */
function pushEnvironment(origin: string): Record<string, string> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  return {
    WEB_PUSH_PUBLIC_KEY: publicKey,
    WEB_PUSH_PRIVATE_KEY: privateKey,
    WEB_PUSH_SUBJECT: "mailto:portal@example.org",
    WEB_PUSH_TEST_ORIGIN: origin,
  };
}

function untilReady(site: ChildProcess): Promise<Ready> {
  let output = "";
  for (const stream of [site.stdout, site.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  if (site.stderr) createInterface({ input: site.stderr }).on("line", printErrorReport);
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${reason}\n${output.slice(-4000)}`));
    const timer = setTimeout(() => fail("the site did not start in time"), BUILD_AND_START_MS);
    site.once("exit", (code) => {
      clearTimeout(timer);
      fail(`the site ended with code ${code}`);
    });
    site.on("message", (message: Ready) => {
      if (message.type !== "ready") return;
      clearTimeout(timer);
      resolve(message);
    });
  });
}

/** Prints the errors of the log, because a failed test shows only what the browser received. */
function printErrorReport(line: string): void {
  if (line.includes('"level":"error"')) process.stderr.write(`${line}\n`);
}

async function stop(site: ChildProcess): Promise<void> {
  if (site.exitCode !== null || site.signalCode !== null) return;
  const ended = new Promise((resolve) => site.once("exit", resolve));
  site.kill("SIGTERM");
  await ended;
}
