export const CHECKS = ["database", "storage", "worker", "auth", "mail", "stripe", "maps", "webhooks", "errors"] as const;
export type CheckName = (typeof CHECKS)[number];
/** `ok` only for what answered a moment ago; `off` for what is not configured or not used; `unknown` for what a server cannot test. */
export type CheckStatus = "ok" | "warning" | "down" | "off" | "unknown";
export type Check = { name: CheckName; status: CheckStatus; latencyMs: number; detail: string };

export type Finding = { status: CheckStatus; detail?: string };

/** Runs one check against the clock; what it throws is its failure. */
export async function timed(name: CheckName, probe: () => Promise<Finding>, now: () => number = () => performance.now()): Promise<Check> {
  const start = now();
  const finding = await probe().catch((error: unknown): Finding => ({ status: "down", detail: error instanceof Error ? error.message : String(error) }));
  return { name, status: finding.status, latencyMs: Math.round(now() - start), detail: (finding.detail ?? "").slice(0, 300) };
}

type Kept = { name: string; status: string; created_at: string; detail: string };

/** Share of good answers and the last bad one of a check, from what was kept. */
export function trackRecord(name: string, kept: readonly Kept[]): { uptime: number | null; lastFailure: Kept | null } {
  const own = kept.filter((one) => one.name === name && one.status !== "off");
  const good = own.filter(({ status }) => status !== "down").length;
  return { uptime: own.length > 0 ? good / own.length : null, lastFailure: own.find(({ status }) => status === "down") ?? null };
}

type MailParts = { smtpUrl: string | undefined; isEmbedded: boolean; verifySmtp: () => Promise<unknown>; countMailbox: () => Promise<number> };

/** The SMTP server is asked to sign in; the embedded backend counts its mailbox. */
export async function checkMail({ smtpUrl, isEmbedded, verifySmtp, countMailbox }: MailParts): Promise<Finding> {
  if (smtpUrl) {
    await verifySmtp();
    return { status: "ok", detail: `SMTP: ${new URL(smtpUrl).hostname}` };
  }
  return isEmbedded ? { status: "ok", detail: `mailbox: ${await countMailbox()}` } : { status: "off", detail: "SMTP_URL" };
}

type StripeParts = { isEnabled: boolean; publishableKey: string | undefined; hasSecret: boolean; ask: () => Promise<string> };

/** Cards that are switched on need both keys, and Stripe has to accept the secret one. */
export async function checkStripe({ isEnabled, publishableKey, hasSecret, ask }: StripeParts): Promise<Finding> {
  if (!isEnabled) return { status: "off" };
  if (!publishableKey || !hasSecret) return { status: "down", detail: "stripe_config / STRIPE_SECRET_KEY" };
  const answer = await ask();
  return answer === "ok" ? { status: "ok", detail: "STRIPE_SECRET_KEY" } : { status: "down", detail: answer };
}

const WEBHOOK_QUIET_DAYS = 7;
const DAY_MS = 86_400_000;

type WebhookParts = { isEnabled: boolean; hasSecret: boolean; newest: string | null; now: number };

/** Events that Stripe sends cannot be asked for: the newest one is what is known of them. */
export function checkWebhooks({ isEnabled, hasSecret, newest, now }: WebhookParts): Finding {
  if (!isEnabled) return { status: "off" };
  if (!hasSecret) return { status: "down", detail: "STRIPE_WEBHOOK_SECRET" };
  if (!newest) return { status: "unknown" };
  return { status: now - Date.parse(newest) > WEBHOOK_QUIET_DAYS * DAY_MS ? "warning" : "ok", detail: newest };
}

/** Google checks the key in the browser of whoever opens a map. */
export const checkMaps = (key: string | undefined): Finding => (key ? { status: "unknown", detail: `…${key.slice(-4)}` } : { status: "off", detail: "MapLibre" });
