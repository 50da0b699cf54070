import "server-only";
import webpush from "web-push";
import { env } from "../../platform/env";
import { reportError } from "../../platform/report";
import type { createServiceClient } from "../../platform/supabase/service";
import { finishPush, pushTargets, recordPushResults, claimPush, type Campaign, type Target } from "./mutations";
import { isPushEndpoint, messageOf, serviceOf } from "./rules";

type ServiceClient = ReturnType<typeof createServiceClient>;
export type PushKeys = { publicKey: string; privateKey: string; subject: string };
export type Outcome = { end: "sent" | "gone" } | { end: "failed"; why: string };
type PushOptions = { keys: PushKeys; testOrigin?: string; timeoutMs?: number };

const {
  WEB_PUSH_PUBLIC_KEY: publicKey,
  WEB_PUSH_PRIVATE_KEY: privateKey,
  WEB_PUSH_SUBJECT: subject,
  WEB_PUSH_TEST_ORIGIN: testOrigin,
} = env;

/** VAPID keys; null disables push. */
export const pushKeys: PushKeys | null = publicKey && privateKey && subject ? { publicKey, privateKey, subject } : null;

const A_DAY_SECONDS = 86_400;
const TIMEOUT_MS = 10_000;
const AT_ONCE = 20;
const GONE = [404, 410];

/** Sends one encrypted message to one device; never throws and does not follow redirects. */
export async function sendPush(
  { endpoint, p256dh, auth }: Omit<Target, "id" | "locale">,
  message: object,
  { keys, testOrigin: double, timeoutMs = TIMEOUT_MS }: PushOptions,
): Promise<Outcome> {
  if (!isPushEndpoint(endpoint, double)) return { end: "failed", why: "no push service" };
  try {
    const { method, headers, body } = webpush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails: keys, TTL: A_DAY_SECONDS, urgency: "normal" },
    );
    const { "Content-Length": _counted, ...sent } = headers;
    const response = await fetch(endpoint, {
      method,
      headers: sent as Record<string, string>,
      body: new Uint8Array(body),
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return { end: "sent" };
    return GONE.includes(response.status) ? { end: "gone" } : { end: "failed", why: `HTTP ${response.status}` };
  } catch (error) {
    return { end: "failed", why: error instanceof Error ? error.name : "failed" };
  }
}

/** Runs a task for each item with limited concurrency. */
export async function runConcurrently<T>(
  items: readonly T[],
  lanes: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

type Results = { totals: Record<Outcome["end"], number>; reasons: Record<string, number> };

/** Sends a message to devices and stores which were reached; adds to the results. */
async function pushPage(
  client: ServiceClient,
  message: Campaign,
  devices: readonly Target[],
  { totals, reasons }: Results,
  options: PushOptions,
): Promise<void> {
  const ended: Record<Outcome["end"], string[]> = { sent: [], failed: [], gone: [] };
  await runConcurrently(devices, AT_ONCE, async (device) => {
    const outcome = await sendPush(device, messageOf(message, device.locale), options);
    ended[outcome.end].push(device.id);
    if (outcome.end !== "failed") return;
    const why = `${serviceOf(device.endpoint)} ${outcome.why}`;
    reasons[why] = (reasons[why] ?? 0) + 1;
  });
  for (const end of ["sent", "failed", "gone"] as const) totals[end] += ended[end].length;
  await recordPushResults(client, ended.sent, ended.gone);
}

const noResults = (): Results => ({ totals: { sent: 0, failed: 0, gone: 0 }, reasons: {} });

async function pushCampaign(client: ServiceClient, campaign: Campaign, options: PushOptions): Promise<void> {
  const results = noResults();
  for (
    let page = await pushTargets(client, campaign.id);
    page.length > 0;
    page = await pushTargets(client, campaign.id, page.at(-1)?.id)
  )
    await pushPage(client, campaign, page, results, options);
  const { totals, reasons } = results;
  if (totals.failed > 0)
    reportError("push", new Error("devices were not reached"), { campaign: campaign.id, ...reasons });
  await finishPush(client, campaign.id, totals);
}

/** Sends one message to the devices of an account; throws when it reached none of them and one failed. */
export async function pushToDevices(
  client: ServiceClient,
  devices: readonly Target[],
  message: Campaign,
): Promise<void> {
  if (!pushKeys) throw new Error("no push keys");
  const results = noResults();
  await pushPage(client, message, devices, results, { keys: pushKeys, testOrigin });
  if (results.totals.sent === 0 && results.totals.failed > 0) throw new Error(Object.keys(results.reasons).join(", "));
}

let running = false;
let isRequested = false;

/** Pushes every pending campaign; a call while another one is running makes that one check again. */
export async function sendPendingPushes(client: ServiceClient): Promise<void> {
  if (!pushKeys) return;
  isRequested = true;
  if (running) return;
  running = true;
  try {
    while (isRequested) {
      isRequested = false;
      for (let campaign = await claimPush(client); campaign; campaign = await claimPush(client))
        await pushCampaign(client, campaign, { keys: pushKeys, testOrigin });
    }
  } finally {
    running = false;
  }
}
