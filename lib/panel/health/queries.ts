import "server-only";
import { activePaceSettings } from "../../geo/pace/queries";
import { verifyMails } from "../../platform/mails/service";
import { env } from "../../platform/env";
import { orThrow } from "../../platform/supabase/or-throw";
import { testRouting } from "../../geo/roads/service";
import { getSettings } from "../../platform/settings/queries";
import { roadSourcesOn } from "../../platform/settings/rules";
import { createSessionClient } from "../../platform/supabase/session";
import { reportError } from "../../platform/report";
import { limitedMailsSchema } from "./schema";
import { checkMail, checkMaps, checkRouting, checkStripe, checkWebhooks, timed, type Check } from "./rules";
import { daysFromNow } from "../../platform/dates";
import { overviewSchema } from "../jobs/schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const TIMEOUT_MS = 5000;

const fetchBackend = (path: string) =>
  fetch(new URL(path, env.NEXT_PUBLIC_SUPABASE_URL), {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY },
  });

async function database(client: Client) {
  const { error } = await client.from("states").select("abbr").limit(1);
  if (error) throw new Error(error.message);
  return { status: "ok" as const };
}

/** Writes a file, reads it back and compares. */
async function storage(client: Client) {
  const files = client.storage.from("system");
  const word = crypto.randomUUID();
  const path = `health/${word}.txt`;
  const written = await files.upload(path, new Blob([word], { type: "text/plain" }));
  if (written.error) throw new Error(written.error.message);
  const read = await files.download(path);
  await files.remove([path]);
  if (read.error) throw new Error(read.error.message);
  if ((await read.data.text()) !== word) throw new Error("the file read is not the file written");
  return { status: "ok" as const };
}

async function countMailbox(): Promise<number> {
  const mailbox = await fetchBackend("/mailbox.json");
  if (!mailbox.ok) throw new Error(`mailbox ${mailbox.status}`);
  return ((await mailbox.json()) as unknown[]).length;
}

const mail = () =>
  checkMail({ smtpUrl: env.SMTP_URL, isEmbedded: env.SUPABASE_EMBEDDED, verifySmtp: verifyMails, countMailbox });

/** Checks the auth server, which sends the mails of accounts. */
async function auth() {
  const health = await fetchBackend("/auth/v1/health");
  if (!health.ok) throw new Error(`auth ${health.status}`);
  return { status: "ok" as const };
}

/** Checks that at least one worker updates its heartbeat. */
async function worker(client: Client) {
  const { data, error } = await client.rpc("job_overview");
  if (error) throw new Error(error.message);
  const { workers } = overviewSchema.pick({ workers: true }).parse(data);
  const alive = workers.filter(({ is_alive }) => is_alive).length;
  return { status: alive > 0 ? ("ok" as const) : ("down" as const), detail: String(alive) };
}

async function stripeConfig(
  client: Client,
): Promise<{ enabled?: boolean; publishable_key?: string; default_price_id?: string }> {
  const { data, error } = await client
    .from("payment_settings")
    .select("value")
    .eq("key", "stripe_config")
    .maybeSingle();
  if (error) throw new Error(error.message);
  return (data?.value ?? {}) as Awaited<ReturnType<typeof stripeConfig>>;
}

/** Checks whether Stripe accepts the secret key and has a price; `ok` or what is wrong. */
type StripeTest = (priceId: string) => Promise<string>;

async function stripe(client: Client, testStripe: StripeTest) {
  const { enabled, publishable_key, default_price_id } = await stripeConfig(client);
  return checkStripe({
    isEnabled: enabled === true,
    publishableKey: publishable_key,
    hasSecret: Boolean(env.STRIPE_SECRET_KEY),
    ask: () => testStripe(default_price_id ?? ""),
  });
}

async function webhooks(client: Client) {
  const { enabled } = await stripeConfig(client);
  const { data, error } = await client
    .from("payment_webhook_events")
    .select("created_at")
    .order("created_at", { ascending: false })
    .limit(1)
    .maybeSingle();
  if (error) throw new Error(error.message);
  return checkWebhooks({
    isEnabled: enabled === true,
    hasSecret: Boolean(env.STRIPE_WEBHOOK_SECRET),
    newest: data?.created_at ?? null,
    now: Date.now(),
  });
}

async function errors(client: Client) {
  const since = daysFromNow(-1);
  const { count, error } = await client
    .from("error_reports")
    .select("id", { count: "exact", head: true })
    .gte("last_seen_at", since);
  if (error) throw new Error(error.message);
  return { status: count ? ("warning" as const) : ("ok" as const), detail: String(count ?? 0) };
}

/** Runs every check now and stores the results; the page passes the test of Stripe, which belongs to the payments. */
export async function runChecks(testStripe: StripeTest): Promise<Check[]> {
  const client = await createSessionClient();
  const results = await Promise.all([
    timed("database", () => database(client)),
    timed("storage", () => storage(client)),
    timed("worker", () => worker(client)),
    timed("auth", auth),
    timed("mail", mail),
    timed("stripe", () => stripe(client, testStripe)),
    timed("maps", () => Promise.resolve(checkMaps(env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY))),
    timed("routing", async () =>
      checkRouting(
        await testRouting(TIMEOUT_MS, {
          switched: roadSourcesOn(await getSettings()),
          pace: await activePaceSettings(),
        }),
      ),
    ),
    timed("webhooks", () => webhooks(client)),
    timed("errors", () => errors(client)),
  ]);
  const { error } = await client
    .from("health_checks")
    .insert(
      results
        .filter(({ status }) => status !== "unknown")
        .map(({ name, status, latencyMs, detail }) => ({ name, status, latency_ms: latencyMs, detail })),
    );
  if (error) reportError("health checks", new Error(error.message));
  return results;
}

/** Stored check results, newest first, the error reports of browsers, refused codes and limited mails by day. */
export async function getHealthRecord() {
  const client = await createSessionClient();
  const [history, reports, failed, limited] = await Promise.all([
    client
      .from("health_checks")
      .select("name, status, detail, created_at")
      .order("created_at", { ascending: false })
      .limit(1000),
    client
      .from("error_reports")
      .select("id, message, path, digest, occurrences, last_seen_at")
      .order("last_seen_at", { ascending: false })
      .limit(50),
    client.rpc("failed_attempt_days"),
    client.rpc("limited_mail_days"),
  ]);
  return {
    kept: orThrow(history),
    reports: orThrow(reports),
    failed: orThrow(failed),
    limited: limitedMailsSchema.parse(orThrow(limited)),
  };
}
