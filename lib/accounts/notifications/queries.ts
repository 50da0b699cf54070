import "server-only";
import type { z } from "zod";
import type { Locale } from "../../platform/i18n/routing";
import { createSessionClient } from "../../platform/supabase/session";
import { textsIn } from "./rules";
import type { audienceSchema } from "./schema";
import { orThrow } from "../../platform/supabase/or-throw";

const SHOWN = 30;

/** Campaigns, newest first, with the number of recipients. */
export async function listCampaigns() {
  const client = await createSessionClient();
  return orThrow(
    await client
      .from("notification_campaigns")
      .select(
        "id, title, body, link, translations, audience, audience_role, audience_state, event:events (title), status, scheduled_at, sent_at, recipients, push, push_taken_at, push_done_at, push_sent, push_failed, push_gone",
      )
      .order("created_at", { ascending: false })
      .limit(100),
  );
}

export type CampaignRow = Awaited<ReturnType<typeof listCampaigns>>[number];

/** Number of unread notifications of the account. */
export async function countUnread(): Promise<number> {
  return orThrow(await (await createSessionClient()).rpc("count_unread"));
}

/** The newest notifications of an account in its language, in Portuguese when there is no translation. */
export async function listNotices(accountId: string, locale: Locale) {
  const data = orThrow(
    await (
      await createSessionClient()
    )
      .from("notifications")
      .select("id, title, body, link, translations, read_at, created_at")
      .eq("user_id", accountId)
      .order("created_at", { ascending: false })
      .limit(SHOWN),
  );
  return data.map(({ translations, ...notice }) => ({ ...notice, ...textsIn({ ...notice, translations }, locale) }));
}

export type Notice = Awaited<ReturnType<typeof listNotices>>[number];

/** Whether the account has notifications enabled. */
export async function acceptsNotices(accountId: string): Promise<boolean> {
  const data = orThrow(
    await (await createSessionClient()).from("profiles").select("notify_in_app").eq("id", accountId).single(),
  );
  return data.notify_in_app;
}

type Audience = z.output<typeof audienceSchema>;

const audienceOf = ({ audience, role, state, event }: Audience) => ({
  audience,
  audience_role: role || undefined,
  audience_state: state || undefined,
  audience_event: event || undefined,
});

/** Number of accounts of an audience, without those that disabled notifications. */
export async function countAudience(audience: Audience): Promise<number> {
  return orThrow(await (await createSessionClient()).rpc("count_audience", audienceOf(audience)));
}

/** Number of devices of an audience that would receive a push message. */
export async function countDevices(audience: Audience): Promise<number> {
  return orThrow(await (await createSessionClient()).rpc("count_devices", audienceOf(audience)));
}

/** Push devices of an account, newest first. */
export async function listDevices(accountId: string) {
  return orThrow(
    await (
      await createSessionClient()
    )
      .from("push_subscriptions")
      .select("endpoint, locale, created_at, last_sent_at")
      .eq("user_id", accountId)
      .order("created_at", { ascending: false }),
  );
}
