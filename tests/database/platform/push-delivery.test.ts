import { afterAll, beforeAll, expect, it, vi } from "vitest";
import webpush from "web-push";
import { newDevice, startPushDouble, type Behaviour, type PushDouble } from "../../support/push-double";
import { sql } from "../as-role";
import { service, signedInUser, variable } from "../auth-client";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({}));

let double: PushDouble;
const campaigns: string[] = [];

beforeAll(async () => {
  double = await startPushDouble();
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  Object.assign(process.env, {
    NEXT_PUBLIC_SUPABASE_URL: variable("TEST_SUPABASE_URL"),
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: variable("TEST_SUPABASE_PUBLISHABLE_KEY"),
    SUPABASE_SECRET_KEY: variable("TEST_SUPABASE_SECRET_KEY"),
    WEB_PUSH_PUBLIC_KEY: publicKey,
    WEB_PUSH_PRIVATE_KEY: privateKey,
    WEB_PUSH_SUBJECT: "mailto:portal@example.org",
    WEB_PUSH_TEST_ORIGIN: double.url,
  });
});

afterAll(async () => {
  await double.close();
  await sql`delete from public.notifications where campaign_id in ${sql(campaigns)}`;
  await sql`delete from public.notification_campaigns where id in ${sql(campaigns)}`;
  await sql`delete from public.push_subscriptions where endpoint like ${`${double.url}%`}`;
});

/** Loads the module again, as a separate server process would. */
async function newServer(): Promise<() => Promise<void>> {
  vi.resetModules();
  const { sendPendingPushes } = await import("@/lib/accounts/notifications/service");
  return () => sendPendingPushes(service as never);
}

async function reader(
  campaign: string,
  locale: string,
  change: { notify_in_app?: boolean; blocked_at?: string } = {},
  ...behaviours: Behaviour[]
) {
  const { id } = await signedInUser();
  await sql`insert into public.notifications (user_id, campaign_id, title, body) values (${id}, ${campaign}, 'Serra fechada', 'Neve')`;
  if (Object.keys(change).length > 0) await sql`update public.profiles set ${sql(change)} where id = ${id}`;
  const devices = (behaviours.length > 0 ? behaviours : (["sent"] as const)).map((behaviour) =>
    newDevice(double.url, behaviour),
  );
  for (const { endpoint, p256dh, auth } of devices)
    await sql`insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, locale) values (${id}, ${endpoint}, ${p256dh}, ${auth}, ${locale})`;
  return devices;
}

async function newCampaign(): Promise<string> {
  const translations = { en: { title: "Pass closed" } };
  const [row] = await sql<{ id: string }[]>`
    insert into public.notification_campaigns (title, body, link, translations, push, status, sent_at)
    values ('Serra fechada', 'Neve', '/sc/regioes', ${sql.json(translations)}, true, 'sent', now()) returning id`;
  campaigns.push(row!.id);
  return row!.id;
}

it("a campaign is sent to its recipients' devices once, in their language, without accounts that opted out, by any number of servers", async () => {
  const id = await newCampaign();
  const [gone, brazilian] = await reader(id, "pt-BR", {}, "gone", "sent");
  const [traveller, broken, moved] = await reader(id, "en-US", {}, "sent", "broken", "moved");
  const [optedOut] = await reader(id, "pt-BR", { notify_in_app: false });
  const [blocked] = await reader(id, "pt-BR", { blocked_at: new Date().toISOString() });
  const [stranger] = await reader(await newCampaign(), "pt-BR");
  await sql`update public.notification_campaigns set push = false where id = ${campaigns[1]!}`;

  const servers = [await newServer(), await newServer(), await newServer(), await newServer()];
  await Promise.all(servers.flatMap((run) => [run(), run()]));

  const counts = await Promise.all(
    [gone, brazilian, traveller, broken, moved, optedOut, blocked, stranger].map(
      async (device) => (await device!.received()).length,
    ),
  );
  expect(counts).toEqual([1, 1, 1, 1, 1, 0, 0, 0]);
  expect(brazilian!.read((await brazilian!.received())[0]!)).toEqual({
    title: "Serra fechada",
    body: "Neve",
    link: "/sc/regioes",
    tag: id,
  });
  expect(traveller!.read((await traveller!.received())[0]!)).toEqual({
    title: "Pass closed",
    body: "Neve",
    link: "/english/sc/regioes",
    tag: id,
  });

  const [row] =
    await sql`select push_sent, push_failed, push_gone, push_done_at is not null as is_done from public.notification_campaigns where id = ${id}`;
  expect(row).toEqual({ push_sent: 2, push_failed: 2, push_gone: 1, is_done: true });
  const left = await sql<
    { endpoint: string; is_dated: boolean }[]
  >`select endpoint, last_sent_at is not null as is_dated from public.push_subscriptions where endpoint in ${sql([gone!, brazilian!, broken!].map(({ endpoint }) => endpoint))}`;
  expect(new Map(left.map((device) => [device.endpoint, device.is_dated]))).toEqual(
    new Map([
      [brazilian!.endpoint, true],
      [broken!.endpoint, false],
    ]),
  );
});

it("of twenty servers claiming at the same time, one gets the campaign", async () => {
  const id = await newCampaign();
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.rpc("take_push_campaign")));
  expect(answers.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(answers.map(({ data }) => (data as { id: string } | null)?.id).filter(Boolean)).toEqual([id]);
});

it("pagination returns every device once", async () => {
  const id = await newCampaign();
  await sql`update public.notification_campaigns set push_taken_at = now() where id = ${id}`;
  const devices = await reader(id, "pt-BR", {}, "sent", "sent", "sent", "sent", "sent");
  const found: string[] = [];
  for (let after: string | undefined, page = 1; page > 0;) {
    const { data } = await service.rpc("push_targets", {
      campaign: id,
      max_rows: 2,
      ...(after && { after_id: after }),
    });
    const rows = data as { id: string; endpoint: string }[];
    found.push(...rows.map(({ endpoint }) => endpoint));
    after = rows.at(-1)?.id;
    page = rows.length;
  }
  expect(found.toSorted()).toEqual(devices.map(({ endpoint }) => endpoint).toSorted());
});
