import "server-only";
import { AppError } from "../platform/error";
import type { createSessionClient } from "../platform/supabase/session";
import type { Campaign } from "./schema";

type SessionClient = Awaited<ReturnType<typeof createSessionClient>>;

function check(error: { code?: string; message: string } | null): void {
  if (error) throw new AppError(error.code === "42501" ? "access.permission" : "service.unavailable", { detail: error.message });
}

const words = (title: string, body: string) => (title || body ? { ...(title && { title }), ...(body && { body }) } : undefined);

/** Keeps a campaign: scheduled when it has a time, a draft otherwise. */
export async function addCampaign(client: SessionClient, given: Campaign): Promise<void> {
  const translations = Object.fromEntries(Object.entries({ en: words(given.titleEn, given.bodyEn), es: words(given.titleEs, given.bodyEs) }).filter(([, value]) => value));
  const { error } = await client.from("notification_campaigns").insert({
    title: given.title,
    body: given.body,
    link: given.link || null,
    translations,
    audience: given.audience,
    audience_role: given.audience === "role" ? given.role : null,
    audience_state: given.audience === "state" ? given.state : null,
    status: given.at ? "scheduled" : "draft",
    scheduled_at: given.at?.toISOString() ?? null,
  });
  check(error);
}

/** Sends a campaign now; answers how many accounts it reached. */
export async function sendCampaign(client: SessionClient, id: string): Promise<number> {
  const { data, error } = await client.rpc("send_campaign", { id });
  check(error);
  return (data as { recipients?: number } | null)?.recipients ?? 0;
}

export async function cancelCampaign(client: SessionClient, id: string): Promise<void> {
  const { error } = await client.from("notification_campaigns").update({ status: "cancelled" }).eq("id", id);
  check(error);
}

/** Marks one notice of the account as read, or with `id` null all of them. */
export async function markRead(client: SessionClient, accountId: string, id: string | null): Promise<void> {
  const unread = client.from("notifications").update({ read_at: new Date().toISOString() }).eq("user_id", accountId).is("read_at", null);
  const { error } = await (id ? unread.eq("id", id) : unread);
  check(error);
}

export async function setNotices(client: SessionClient, accountId: string, takes: boolean): Promise<void> {
  const { error } = await client.from("profiles").update({ notify_in_app: takes }).eq("id", accountId);
  check(error);
}
