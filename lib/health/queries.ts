import "server-only";
import { env } from "../platform/env";
import { AppError } from "../platform/error";
import { anyTable } from "../platform/supabase/any-table";
import { createSessionClient } from "../platform/supabase/session";
import { reportError } from "../platform/report";
import { timed, type Check } from "./rules";

type Client = Awaited<ReturnType<typeof createSessionClient>>;

const TIMEOUT_MS = 5000;
const DAY_MS = 86_400_000;
const WEBHOOK_QUIET_DAYS = 7;

const ask = (path: string) => fetch(new URL(path, env.NEXT_PUBLIC_SUPABASE_URL), { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS), headers: { apikey: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY } });

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

/** The auth server sends the mails: it must answer; the embedded one also counts its mailbox. */
async function mail() {
  const health = await ask("/auth/v1/health");
  if (!health.ok) throw new Error(`auth ${health.status}`);
  if (env.SMTP_URL) return { status: "ok" as const, detail: `SMTP: ${new URL(env.SMTP_URL).hostname}` };
  if (!env.SUPABASE_EMBEDDED) return { status: "warning" as const, detail: "SMTP_URL" };
  const mailbox = await ask("/mailbox.json");
  if (!mailbox.ok) throw new Error(`mailbox ${mailbox.status}`);
  const mails = (await mailbox.json()) as unknown[];
  return { status: "ok" as const, detail: `mailbox: ${mails.length}` };
}

/** A worker that updates its heartbeat. */
async function worker(client: Client) {
  const { data, error } = await client.rpc("job_overview");
  if (error) throw new Error(error.message);
  const { workers } = data as { workers: { is_alive: boolean }[] };
  const alive = workers.filter(({ is_alive }) => is_alive).length;
  return { status: alive > 0 ? ("ok" as const) : ("down" as const), detail: String(alive) };
}

async function stripe(client: Client) {
  const { data, error } = await client.from("payment_settings").select("value").eq("key", "stripe_config").maybeSingle();
  if (error) throw new Error(error.message);
  const config = (data?.value ?? {}) as { enabled?: boolean; publishable_key?: string };
  if (!config.enabled) return { status: "off" as const };
  if (!config.publishable_key || !env.STRIPE_SECRET_KEY) return { status: "down" as const, detail: "stripe_config / STRIPE_SECRET_KEY" };
  return { status: "ok" as const, detail: "STRIPE_SECRET_KEY" };
}

function maps() {
  return Promise.resolve(env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY ? { status: "ok" as const, detail: `…${env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY.slice(-4)}` } : { status: "off" as const, detail: "MapLibre" });
}

/** Age of the newest call of the payment provider, once there is a table of them. */
async function webhooks(client: Client) {
  const { data, error } = await anyTable(client, "payment_webhook_events").select("created_at").order("created_at", { ascending: false }).limit(1);
  if (error) return { status: "off" as const };
  const [newest] = data as { created_at: string }[];
  if (!newest) return { status: "off" as const };
  const days = (Date.now() - Date.parse(newest.created_at)) / DAY_MS;
  return { status: days > WEBHOOK_QUIET_DAYS ? ("warning" as const) : ("ok" as const), detail: newest.created_at };
}

async function errors(client: Client) {
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const { count, error } = await client.from("error_reports").select("id", { count: "exact", head: true }).gte("last_seen_at", since);
  if (error) throw new Error(error.message);
  return { status: count ? ("warning" as const) : ("ok" as const), detail: String(count ?? 0) };
}

/** Runs every check now and keeps the results. */
export async function runChecks(): Promise<Check[]> {
  const client = await createSessionClient();
  const results = await Promise.all([
    timed("database", () => database(client)),
    timed("storage", () => storage(client)),
    timed("worker", () => worker(client)),
    timed("mail", mail),
    timed("stripe", () => stripe(client)),
    timed("maps", maps),
    timed("webhooks", () => webhooks(client)),
    timed("errors", () => errors(client)),
  ]);
  const { error } = await client.from("health_checks").insert(results.map(({ name, status, latencyMs, detail }) => ({ name, status, latency_ms: latencyMs, detail })));
  if (error) reportError("health checks", new Error(error.message));
  return results;
}

/** Kept results, newest first, and the errors visitors' browsers told. */
export async function getHealthRecord() {
  const client = await createSessionClient();
  const [kept, reports] = await Promise.all([
    client.from("health_checks").select("name, status, detail, created_at").order("created_at", { ascending: false }).limit(1000),
    client.from("error_reports").select("id, message, path, digest, seen, last_seen_at").order("last_seen_at", { ascending: false }).limit(50),
  ]);
  if (kept.error ?? reports.error) throw new AppError("service.unavailable", { detail: (kept.error ?? reports.error)?.message });
  return { kept: kept.data ?? [], reports: reports.data ?? [] };
}
