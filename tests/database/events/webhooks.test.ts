import { createHmac, randomUUID } from "node:crypto";
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from "node:http";
import type { AddressInfo } from "node:net";
import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { webhookSecret } from "@/lib/events/integrations/queries";
import { tokenHash } from "@/lib/platform/links/queries";
import { isPublicAddress, type Network } from "@/lib/platform/public-fetch";
import { sendWebhookDeliveries } from "../../../supabase/jobs/webhook-deliveries";
import { ID_OF } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addGate, addRegistration, GATE_EVENT, registrationId } from "./gate-rows";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({}));
await vi.hoisted(async () => (await import("../project-env")).stubProjectEnv());

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

const received: Received[] = [];
/** What the server of the organiser answers next. */
let answer: { status: number; headers?: Record<string, string>; body?: string };
const server = createServer((asked, response) => {
  const chunks: Buffer[] = [];
  asked.on("data", (chunk: Buffer) => chunks.push(chunk));
  asked.on("end", () => {
    const { method = "", url = "", headers } = asked;
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
let addresses = ["93.184.216.34"];
/** The internet, in which every public address is the server of this file. */
const network: Network = {
  protocol: "https:",
  ports: [""],
  resolve: async () => addresses,
  isPublic: isPublicAddress,
  request: ((url: URL, { method, headers, signal }: RequestOptions, onAnswer: (given: IncomingMessage) => void) =>
    request(
      {
        host: "127.0.0.1",
        port: (server.address() as AddressInfo).port,
        path: url.pathname,
        method,
        headers,
        signal,
      },
      onAnswer,
    )) as unknown as Network["request"],
};

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  received.length = 0;
  answer = { status: 204 };
  addresses = ["93.184.216.34"];
});

const WEBHOOK = "00000000-0000-4000-8000-00000000e342";
const OTHER_WEBHOOK = "00000000-0000-4000-8000-00000000e343";

async function addWebhook(tx: TransactionSql, id = WEBHOOK, path = "/aviso"): Promise<void> {
  await tx`
    insert into public.event_webhooks (id, event_id, url, kinds, secret_hash)
    values (${id}, ${GATE_EVENT}, ${`https://avisos.example${path}`}, '{registration}', ${tokenHash(webhookSecret(id))})`;
}

/** An event of `user` with a webhook and a delivery for each of some registrations. */
async function addDeliveries(tx: TransactionSql, count = 1): Promise<void> {
  await tx`delete from public.event_webhook_deliveries`;
  await addGate(tx);
  await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${GATE_EVENT}`;
  await addWebhook(tx);
  for (let number = 1; number <= count; number += 1) await addRegistration(tx, number);
}

const run = (tx: TransactionSql) => sendWebhookDeliveries(tx, network);
const state = async (tx: TransactionSql, id = WEBHOOK) =>
  (
    await tx<{ state: string }[]>`
      select private.webhook_state(hook) as state from public.event_webhooks as hook where id = ${id}`
  )[0]!.state;
const deliveries = (tx: TransactionSql, id = WEBHOOK) => tx`
  select status, attempts, response_status, problem from public.event_webhook_deliveries where webhook_id = ${id}
  order by status, attempts`;
const enqueueOne = (tx: TransactionSql) =>
  tx`update public.event_registrations set status = 'cancelled' where id = ${registrationId(1)} and status = 'confirmed'`;
/** The pauses after failed attempts are over. */
const wait = async (tx: TransactionSql) => {
  await tx`update public.event_webhooks set retry_at = now() where retry_at is not null`;
  await tx`update public.event_webhook_deliveries set next_attempt_at = now()`;
};
const asUser = (tx: TransactionSql, name: string, ...values: (string | boolean)[]) =>
  callAs(tx, "user", (as) =>
    keyOf(
      values.length === 1
        ? as`select ${as.unsafe(`public.${name}`)}(${values[0]!}) as answer`
        : as`select ${as.unsafe(`public.${name}`)}(${values[0]!}, ${values[1]!}) as answer`,
    ),
  );
const hookMails = (tx: TransactionSql) => tx`
  select data ->> 'to' as to, data #>> '{data,path}' as path, data #>> '{data,days}' as days from private.outbox
  where job = 'send-mail' and data ->> 'template' = 'event_webhook_stopped' and data #>> '{data,path}' like ${`%${GATE_EVENT}%`}`;

describe("a delivery", () => {
  it("is signed over its time and body, which has ids and states only", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      await run(tx);
      expect(received).toHaveLength(1);
      const { method, url, headers, body } = received[0]!;
      const sent = JSON.parse(body) as { id: string };
      expect([method, url, headers["content-type"]]).toEqual(["POST", "/aviso", "application/json"]);
      expect(sent).toEqual({
        id: headers["x-lacambeche-delivery"],
        kind: "registration",
        event: GATE_EVENT,
        created_at: expect.any(String),
        data: { registration: registrationId(1), status: "confirmed", previous_status: null },
      });
      const timestamp = String(headers["x-lacambeche-timestamp"]);
      expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(30);
      const digest = createHmac("sha256", webhookSecret(WEBHOOK)).update(`${timestamp}.${body}`).digest("hex");
      expect(headers["x-lacambeche-signature"]).toBe(`sha256=${digest}`);
      expect(headers.cookie ?? headers.authorization).toBeUndefined();
      expect([...(await deliveries(tx))]).toEqual([
        { status: "delivered", attempts: 1, response_status: 204, problem: null },
      ]);
      await run(tx);
      expect(received).toHaveLength(1);
    }));

  it("that fails is repeated with the same id, with growing pauses, until it arrives", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      answer = { status: 500 };
      const pauses: number[] = [];
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await run(tx);
        const [hook] = await tx<{ seconds: number }[]>`
          select extract(epoch from retry_at - now())::integer as seconds from public.event_webhooks where id = ${WEBHOOK}`;
        pauses.push(hook!.seconds);
        await run(tx);
        expect(received).toHaveLength(attempt + 1);
        await wait(tx);
      }
      expect(pauses).toEqual([30, 120, 480]);
      expect(await state(tx)).toBe("failing");
      answer = { status: 200 };
      await run(tx);
      expect(new Set(received.map(({ headers }) => headers["x-lacambeche-delivery"])).size).toBe(1);
      expect([...(await deliveries(tx))]).toEqual([
        { status: "delivered", attempts: 4, response_status: 200, problem: null },
      ]);
      expect(await state(tx)).toBe("active");
    }));

  it.each([
    [
      "a redirect, which is not followed",
      { status: 302, headers: { location: "https://avisos.example/other" } },
      "redirects",
    ],
    ["an answer of more than 64 kB", { status: 200, body: "x".repeat(70_000) }, "tooLarge"],
  ])("counts %s as failed", (_, given, problem) =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      answer = given;
      await run(tx);
      expect(received.map(({ url }) => url)).toEqual(["/aviso"]);
      expect([...(await deliveries(tx))]).toEqual([{ status: "waiting", attempts: 1, response_status: null, problem }]);
    }),
  );

  it("is not sent to an address that became private since the webhook was added", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      addresses = ["10.0.0.8"];
      await run(tx);
      expect(received).toEqual([]);
      expect([...(await deliveries(tx))]).toEqual([
        { status: "waiting", attempts: 1, response_status: null, problem: "private" },
      ]);
    }));

  it("is not signed with another key than the owner has", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      await tx`update public.event_webhooks set secret_hash = ${tokenHash("another key")}`;
      await run(tx);
      expect(received).toEqual([]);
      expect([...(await deliveries(tx))]).toMatchObject([{ status: "waiting", problem: "secret" }]);
    }));
});

describe("a webhook", () => {
  it("that fails gets one request at a time, and delays no other one", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx, 12);
      await addWebhook(tx, OTHER_WEBHOOK, "/outro");
      await addRegistration(tx, 13);
      await tx`
        update public.event_webhooks set first_failed_at = now() - interval '1 hour', failures = 3 where id = ${WEBHOOK}`;
      answer = { status: 500 };
      await run(tx);
      expect(received.map(({ url }) => url).toSorted()).toEqual(["/aviso", "/outro"]);
    }));

  it("that works gets ten deliveries of a run", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx, 12);
      await run(tx);
      expect(received).toHaveLength(10);
      await run(tx);
      expect(received).toHaveLength(12);
    }));

  it("is stopped after three days of failure, its owners are mailed once, and it sends again when they want it", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx, 2);
      answer = { status: 500 };
      await tx`
        update public.event_webhooks set first_failed_at = now() - interval '3 days 1 minute' where id = ${WEBHOOK}`;
      await run(tx);
      expect(await state(tx)).toBe("stopped");
      expect([...(await deliveries(tx))].map(({ status }) => status as string)).toEqual(["failed", "failed"]);
      expect([...(await hookMails(tx))]).toEqual([
        { to: "user@actors.example.org", path: `/painel/eventos/${GATE_EVENT}/integracoes`, days: "3" },
      ]);
      await enqueueOne(tx);
      await wait(tx);
      await run(tx);
      expect([received.length, (await deliveries(tx)).length, (await hookMails(tx)).length]).toEqual([1, 2, 1]);

      answer = { status: 200 };
      const [delivery] = await tx<{ id: string }[]>`
        select id from public.event_webhook_deliveries where webhook_id = ${WEBHOOK} limit 1`;
      expect(await asUser(tx, "resend_webhook_delivery", delivery!.id)).toBe("gone");
      expect(await asUser(tx, "set_event_webhook_paused", WEBHOOK, false)).toBe("saved");
      expect(await asUser(tx, "resend_webhook_delivery", delivery!.id)).toBe("saved");
      await run(tx);
      expect(received.at(-1)!.headers["x-lacambeche-delivery"]).toBe(delivery!.id);
      expect(await state(tx)).toBe("active");
    }));

  it("is not stopped before three days of failure", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      answer = { status: 500 };
      await tx`
        update public.event_webhooks set first_failed_at = now() - interval '2 days 23 hours' where id = ${WEBHOOK}`;
      await run(tx);
      expect([await state(tx), (await hookMails(tx)).length]).toEqual(["failing", 0]);
    }));

  it("ends one delivery that it refuses for four days, while it takes others", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      answer = { status: 422 };
      await tx`update public.event_webhook_deliveries set created_at = now() - interval '4 days 1 minute'`;
      await run(tx);
      expect([...(await deliveries(tx))]).toMatchObject([{ status: "failed", response_status: 422 }]);
      expect(await state(tx)).toBe("failing");
    }));

  it("that is paused keeps what waits and sends it afterwards", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      expect(await asUser(tx, "set_event_webhook_paused", WEBHOOK, true)).toBe("saved");
      await run(tx);
      expect(received).toEqual([]);
      expect(await asUser(tx, "set_event_webhook_paused", WEBHOOK, false)).toBe("saved");
      await run(tx);
      expect(received).toHaveLength(1);
    }));

  it("gets a test once, also while it is paused, and its failure does not count", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx, 0);
      await tx`update public.event_webhooks set paused_at = now() where id = ${WEBHOOK}`;
      answer = { status: 500 };
      expect(await asUser(tx, "test_event_webhook", WEBHOOK)).toBe("saved");
      expect(await asUser(tx, "test_event_webhook", WEBHOOK)).toBe("saved");
      await run(tx);
      await wait(tx);
      await run(tx);
      expect(received.map(({ body }) => (JSON.parse(body) as { kind: string; data: object }).kind)).toEqual(["test"]);
      expect([...(await deliveries(tx))]).toEqual([
        { status: "failed", attempts: 1, response_status: 500, problem: null },
      ]);
      expect(await state(tx)).toBe("paused");
    }));

  it("that is deleted takes its deliveries with it", () =>
    asOwner(async (tx) => {
      await addDeliveries(tx);
      expect(await asUser(tx, "delete_event_webhook", WEBHOOK)).toBe("saved");
      expect([...(await deliveries(tx))]).toEqual([]);
      await tx`select private.note_webhook_attempt(${randomUUID()}, 200, null)`;
    }));
});
