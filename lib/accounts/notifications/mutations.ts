import "server-only";
import { cookies } from "next/headers";
import { isLocale, DEFAULT_LOCALE, type Locale } from "../../platform/i18n/routing";
import type { createServiceClient } from "../../platform/supabase/service";
import { COOKIE_SECONDS, DEVICE_COOKIE } from "../../platform/auth/cookies";
import { SESSION_COOKIE, type createSessionClient } from "../../platform/supabase/session";
import type { CampaignInput, Device } from "./schema";
import { databaseError } from "../../platform/supabase/or-throw";
import { outcomeSchema } from "../../platform/outcome-schema";
import { z } from "zod";

type ServiceClient = ReturnType<typeof createServiceClient>;
type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

function check(error: { code?: string; message: string } | null): void {
  if (error) throw databaseError(error, { "42501": "access.permission" });
}

const translationOf = (title: string, body: string) =>
  title || body ? { ...(title && { title }), ...(body && { body }) } : undefined;

/** Saves a campaign: scheduled when it has a time, otherwise as a draft. */
export async function addCampaign(client: SessionClient, input: CampaignInput): Promise<void> {
  const translations = Object.fromEntries(
    Object.entries({
      en: translationOf(input.titleEn, input.bodyEn),
      es: translationOf(input.titleEs, input.bodyEs),
    }).filter(([, value]) => value),
  );
  const { error } = await client.from("notification_campaigns").insert({
    title: input.title,
    body: input.body,
    link: input.link || null,
    translations,
    audience: input.audience,
    audience_role: input.audience === "role" ? input.role : null,
    audience_state: input.audience === "state" ? input.state : null,
    audience_event: input.audience === "event" ? input.event : null,
    push: input.push,
    status: input.at ? "scheduled" : "draft",
    scheduled_at: input.at?.toISOString() ?? null,
  });
  check(error);
}

const recipients = z.number().nullable();
/** `conflict`: it was sent before. */
const sentSchema = outcomeSchema({ saved: { recipients }, conflict: { recipients }, gone: true });

/** Sends a campaign now; returns how many accounts it reached. */
export async function sendCampaign(client: SessionClient, id: string): Promise<number> {
  const { data, error } = await client.rpc("send_campaign", { id });
  check(error);
  const answer = sentSchema.parse(data);
  return answer.outcome === "gone" ? 0 : (answer.recipients ?? 0);
}

export async function cancelCampaign(client: SessionClient, id: string): Promise<void> {
  const { error } = await client.from("notification_campaigns").update({ status: "cancelled" }).eq("id", id);
  check(error);
}

/** Marks one notification of the account as read, or all with `id` null. */
export async function markRead(client: SessionClient, accountId: string, id: string | null): Promise<void> {
  const unread = client
    .from("notifications")
    .update({ read_at: new Date().toISOString() })
    .eq("user_id", accountId)
    .is("read_at", null);
  const { error } = await (id ? unread.eq("id", id) : unread);
  check(error);
}

export async function setNotices(client: SessionClient, accountId: string, takes: boolean): Promise<void> {
  const { error } = await client.from("profiles").update({ notify_in_app: takes }).eq("id", accountId);
  check(error);
}

/** Registers this browser as a push device of the account. */
export async function saveDevice(client: SessionClient, device: Device): Promise<void> {
  const { data, error } = await client.rpc("save_device", device);
  check(error);
  const { secure } = SESSION_COOKIE;
  (await cookies()).set(DEVICE_COOKIE, String(data), {
    path: "/",
    maxAge: COOKIE_SECONDS.device,
    httpOnly: true,
    sameSite: "lax",
    secure,
  });
}

export async function removeDevice(client: SessionClient, accountId: string, endpoint: string): Promise<void> {
  const { error } = await client.from("push_subscriptions").delete().eq("user_id", accountId).eq("endpoint", endpoint);
  check(error);
  (await cookies()).delete(DEVICE_COOKIE);
}

/** Removes this browser's push subscription at sign-out. */
export async function deleteDevice(client: SessionClient): Promise<void> {
  const jar = await cookies();
  const id = jar.get(DEVICE_COOKIE)?.value;
  if (!id) return;
  jar.delete(DEVICE_COOKIE);
  // RLS lets an account delete its own rows only; an error is ignored because it must not block the sign-out.
  await client.from("push_subscriptions").delete().eq("id", id);
}

/** Removes all push subscriptions of the account when it signs out everywhere. */
export async function deleteAllDevices(client: SessionClient, accountId: string): Promise<void> {
  const { error } = await client.from("push_subscriptions").delete().eq("user_id", accountId);
  check(error);
}

const campaignSchema = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  translations: z.unknown(),
});
export type Campaign = z.output<typeof campaignSchema>;
export type Target = { id: string; endpoint: string; p256dh: string; auth: string; locale: Locale };

/** Claims the next campaign to push, so that no other worker sends it; null when there is none. */
export async function claimPush(client: ServiceClient): Promise<Campaign | null> {
  const { data, error } = await client.rpc("take_push_campaign");
  check(error);
  return campaignSchema.nullable().parse(data);
}

/** Devices of a campaign's recipients, one page at a time. */
export async function pushTargets(client: ServiceClient, campaign: string, after?: string): Promise<Target[]> {
  const { data, error } = await client.rpc("push_targets", { campaign, ...(after && { after_id: after }) });
  check(error);
  return (data ?? []).map((device) => ({
    ...device,
    locale: isLocale(device.locale) ? device.locale : DEFAULT_LOCALE,
  }));
}

/** Updates the last use of the reached devices and deletes the expired ones. */
export async function recordPushResults(client: ServiceClient, reached: string[], gone: string[]): Promise<void> {
  const { error } = await client.rpc("record_push_results", { reached, gone });
  check(error);
}

export async function finishPush(
  client: ServiceClient,
  id: string,
  { sent, failed, gone }: { sent: number; failed: number; gone: number },
): Promise<void> {
  const { error } = await client
    .from("notification_campaigns")
    .update({ push_done_at: new Date().toISOString(), push_sent: sent, push_failed: failed, push_gone: gone })
    .eq("id", id);
  check(error);
}
