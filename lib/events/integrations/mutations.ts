import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import type { z } from "zod";
import { addDays, startOfDay } from "../../platform/dates";
import { AppError } from "../../platform/error";
import { tokenHash } from "../../platform/links/queries";
import { savedOrGone } from "../../platform/outcome-schema";
import { outcomeOrThrow, type ErrorCodes } from "../../platform/supabase/or-throw";
import type { createSessionClient } from "../../platform/supabase/session";
import { webhookSecret } from "./queries";
import * as schema from "./schema";

type Client = Awaited<ReturnType<typeof createSessionClient>>;
const REFUSALS: ErrorCodes = { "42501": "access.permission", "28000": "auth.proofRequired" };

/** The prefix tells programs that search for secrets in files what they found. */
const newToken = () => `lcb_${randomBytes(32).toString("base64url")}`;

/** Creates a token of the read API; it is in the answer and stored nowhere. */
export async function createToken(
  client: Client,
  { event, name, registration_columns, checkin_columns, last_day: lastDay }: z.output<typeof schema.tokenSchema>,
) {
  const token = newToken();
  const answer = await client.rpc("create_event_api_token", {
    event,
    name,
    registration_columns,
    checkin_columns,
    expires_at: startOfDay(addDays(lastDay, 1)),
    token_hash: tokenHash(token),
  });
  const added = schema.addedSchema.parse(outcomeOrThrow(answer, REFUSALS));
  return added.outcome === "saved" ? { ...added, secret: token } : added;
}

/** Adds a webhook; its secret is in the answer, and is derived again for each signature. */
export async function addWebhook(client: Client, { event, url, kinds }: z.output<typeof schema.webhookSchema>) {
  const webhook = randomUUID();
  const secret = webhookSecret(webhook);
  const answer = await client.rpc("add_event_webhook", { webhook, event, url, kinds, secret_hash: tokenHash(secret) });
  const added = schema.addedSchema.parse(outcomeOrThrow(answer, REFUSALS));
  return added.outcome === "saved" ? { ...added, secret } : added;
}

/** For a change of a row that the page shows; it may be gone because somebody else changed it. */
function changed(answer: Parameters<typeof outcomeOrThrow>[0]): void {
  if (savedOrGone.parse(outcomeOrThrow(answer, REFUSALS)).outcome === "gone")
    throw new AppError("registration.changed");
}

export async function revokeToken(client: Client, token: string): Promise<void> {
  changed(await client.rpc("revoke_event_api_token", { token }));
}

export async function setWebhookPaused(client: Client, webhook: string, paused: boolean): Promise<void> {
  changed(await client.rpc("set_event_webhook_paused", { webhook, paused }));
}

export async function deleteWebhook(client: Client, webhook: string): Promise<void> {
  changed(await client.rpc("delete_event_webhook", { webhook }));
}

/** Enqueues a test delivery, which the worker sends within seconds. */
export async function testWebhook(client: Client, webhook: string): Promise<void> {
  changed(await client.rpc("test_event_webhook", { webhook }));
}

export async function resendDelivery(client: Client, delivery: string): Promise<void> {
  changed(await client.rpc("resend_webhook_delivery", { delivery }));
}
