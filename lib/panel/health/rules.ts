import { DAY_MS } from "../../platform/dates";

const CHECKS = [
  "database",
  "storage",
  "worker",
  "auth",
  "mail",
  "stripe",
  "maps",
  "routing",
  "webhooks",
  "errors",
] as const;
export type CheckName = (typeof CHECKS)[number];
/** `ok`: responded just now; `off`: not configured or not used; `unknown`: cannot be tested from the server. */
type CheckStatus = "ok" | "warning" | "down" | "off" | "unknown";
export type Check = { name: CheckName; status: CheckStatus; latencyMs: number; detail: string };

export type Finding = { status: CheckStatus; detail?: string };

/** Runs one check and measures its time; an exception becomes the status `down`. */
export async function timed(
  name: CheckName,
  probe: () => Promise<Finding>,
  now: () => number = () => performance.now(),
): Promise<Check> {
  const start = now();
  const finding = await probe().catch((error: unknown): Finding => ({
    status: "down",
    detail: error instanceof Error ? error.message : String(error),
  }));
  return {
    name,
    status: finding.status,
    latencyMs: Math.round(now() - start),
    detail: (finding.detail ?? "").slice(0, 300),
  };
}

type CheckResult = { name: string; status: string; created_at: string; detail: string };

/** Uptime share and last failure of a check, from the stored results. */
export function trackRecord(
  name: string,
  results: readonly CheckResult[],
): { uptime: number | null; lastFailure: CheckResult | null } {
  const own = results.filter((one) => one.name === name && one.status !== "off");
  const good = own.filter(({ status }) => status !== "down").length;
  return {
    uptime: own.length > 0 ? good / own.length : null,
    lastFailure: own.find(({ status }) => status === "down") ?? null,
  };
}

type MailParts = {
  smtpUrl: string | undefined;
  isEmbedded: boolean;
  verifySmtp: () => Promise<unknown>;
  countMailbox: () => Promise<number>;
};

/** With SMTP it tests the login; the embedded backend counts the mails of its mailbox. */
export async function checkMail({ smtpUrl, isEmbedded, verifySmtp, countMailbox }: MailParts): Promise<Finding> {
  if (smtpUrl) {
    await verifySmtp();
    return { status: "ok", detail: `SMTP: ${new URL(smtpUrl).hostname}` };
  }
  return isEmbedded
    ? { status: "ok", detail: `mailbox: ${await countMailbox()}` }
    : { status: "off", detail: "SMTP_URL" };
}

type StripeParts = {
  isEnabled: boolean;
  publishableKey: string | undefined;
  hasSecret: boolean;
  ask: () => Promise<string>;
};

/** When card payments are enabled, both keys must be set and Stripe must accept the secret key. */
export async function checkStripe({ isEnabled, publishableKey, hasSecret, ask }: StripeParts): Promise<Finding> {
  if (!isEnabled) return { status: "off" };
  if (!publishableKey || !hasSecret) return { status: "down", detail: "stripe_config / STRIPE_SECRET_KEY" };
  const answer = await ask();
  return answer === "ok" ? { status: "ok", detail: "STRIPE_SECRET_KEY" } : { status: "down", detail: answer };
}

type RoutingTest = { engine: string; km: number | null; missing: readonly string[] };

/** Length of the fixed test route by road, in km; the straight line has 129 km. */
const TEST_ROUTE_KM = { least: 130, most: 180 };

/** The engine must find a route of plausible length; `km` is null while it loads the network. */
export function checkRouting({ engine, km, missing }: RoutingTest): Finding {
  if (missing.length > 0) return { status: "down", detail: missing.join(", ") };
  if (km === null) return { status: "unknown", detail: `${engine}: …` };
  const isPlausible = km >= TEST_ROUTE_KM.least && km <= TEST_ROUTE_KM.most;
  return { status: isPlausible ? "ok" : "down", detail: `${engine}: ${Math.round(km)} km` };
}

const WEBHOOK_QUIET_DAYS = 7;

type WebhookParts = { isEnabled: boolean; hasSecret: boolean; newest: string | null; now: number };

/** Webhook events cannot be requested for a test, so the age of the newest received one is checked. */
export function checkWebhooks({ isEnabled, hasSecret, newest, now }: WebhookParts): Finding {
  if (!isEnabled) return { status: "off" };
  if (!hasSecret) return { status: "down", detail: "STRIPE_WEBHOOK_SECRET" };
  if (!newest) return { status: "unknown" };
  return { status: now - Date.parse(newest) > WEBHOOK_QUIET_DAYS * DAY_MS ? "warning" : "ok", detail: newest };
}

/** Only the browser can validate the key, when a map is opened. */
export const checkMaps = (key: string | undefined): Finding =>
  key ? { status: "unknown", detail: `…${key.slice(-4)}` } : { status: "off", detail: "MapLibre" };
