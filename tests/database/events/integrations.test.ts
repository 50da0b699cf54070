import { createHash, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import {
  API_CHECKIN_COLUMNS,
  API_REGISTRATION_COLUMNS,
  API_TOKENS_PER_EVENT,
  WEBHOOKS_PER_EVENT,
} from "../../../lib/platform/supabase/database-constants/events";
import { describeAccess } from "../access";
import { EDITORS_UP, ID_OF, NOBODY, type Account } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addGate, addRegistration, GATE_EVENT, GATE_LIST, OTHER_EVENT, registrationId } from "./gate-rows";

const TOKEN = `lcb_${"t".repeat(43)}`;
const WEBHOOK = "00000000-0000-4000-8000-00000000e341";
const hash = (token: string) => createHash("sha256").update(token).digest("hex");

/** An event of `user` with registrations and a reading, and another event with a registration. */
async function addOwnEvent(tx: TransactionSql): Promise<void> {
  await addGate(tx);
  for (const number of [1, 2, 3]) await addRegistration(tx, number);
  await addRegistration(tx, 4, { status: "unconfirmed" });
  await addRegistration(tx, 5, { event: OTHER_EVENT });
  await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${GATE_EVENT}`;
  await tx`
    update public.event_registrations set phone = '48 99999-0000', document = '12345678909', club = '=clube',
      created_at = now() - interval '1 hour' where event_id = ${GATE_EVENT}`;
  await tx`
    insert into public.registration_vehicles (registration_id, position, make, model, year, plate)
    values (${registrationId(1)}, 1, 'VW', 'Fusca', 1972, 'ABC1D23')`;
  await tx`
    insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
    values (${GATE_LIST}, ${registrationId(1)}, ${randomUUID()}, 'ok', now())`;
}

type TokenRow = { event?: string; registrations?: readonly string[]; checkins?: readonly string[]; token?: string };

async function addToken(
  tx: TransactionSql,
  { event = GATE_EVENT, registrations = ["code"], checkins = [], token = TOKEN }: TokenRow = {},
): Promise<void> {
  await tx`
    insert into public.event_api_tokens (event_id, name, token_hash, registration_columns, checkin_columns, expires_at)
    values (${event}, 'Planilha', ${hash(token)}, ${[...registrations]}, ${[...checkins]}, now() + interval '1 day')`;
}

async function addWebhook(
  tx: TransactionSql,
  kinds: readonly string[] = ["registration"],
  id = WEBHOOK,
): Promise<void> {
  await tx`
    insert into public.event_webhooks (id, event_id, url, kinds, secret_hash)
    values (${id}, ${GATE_EVENT}, 'https://exemplo.org/aviso', ${[...kinds]}, ${hash("secret")})`;
}

async function addAll(tx: TransactionSql): Promise<void> {
  await addOwnEvent(tx);
  await addToken(tx);
  await addWebhook(tx);
  await tx`insert into public.event_webhook_deliveries (webhook_id, kind, body) values (${WEBHOOK}, 'registration', '{}')`;
}

describeAccess("event_api_tokens", addAll, [
  [
    "select",
    ["user", ...EDITORS_UP],
    (tx) => tx`select name from public.event_api_tokens where event_id = ${GATE_EVENT}`,
  ],
  [
    "select the hash of the token",
    NOBODY,
    (tx) => tx`select token_hash from public.event_api_tokens where event_id = ${GATE_EVENT}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.event_api_tokens (event_id, name, registration_columns, expires_at)
      values (${GATE_EVENT}, 'x', '{name}', now() + interval '1 day')`,
    addOwnEvent,
  ],
  [
    "update",
    NOBODY,
    (tx) => tx`update public.event_api_tokens set expires_at = 'infinity' where event_id = ${GATE_EVENT}`,
  ],
  ["delete", NOBODY, (tx) => tx`delete from public.event_api_tokens where event_id = ${GATE_EVENT}`],
]);

describeAccess("event_webhooks", addAll, [
  ["select", ["user", ...EDITORS_UP], (tx) => tx`select url from public.event_webhooks where id = ${WEBHOOK}`],
  [
    "select the hash of the secret",
    NOBODY,
    (tx) => tx`select secret_hash from public.event_webhooks where id = ${WEBHOOK}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.event_webhooks (id, event_id, url, kinds)
      values (gen_random_uuid(), ${GATE_EVENT}, 'https://exemplo.org/', '{payment}')`,
    addOwnEvent,
  ],
  ["update", NOBODY, (tx) => tx`update public.event_webhooks set url = 'https://exemplo.net/' where id = ${WEBHOOK}`],
  ["delete", NOBODY, (tx) => tx`delete from public.event_webhooks where id = ${WEBHOOK}`],
]);

describeAccess("event_webhook_deliveries", addAll, [
  [
    "select",
    ["user", ...EDITORS_UP],
    (tx) => tx`select body from public.event_webhook_deliveries where webhook_id = ${WEBHOOK}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.event_webhook_deliveries (webhook_id, kind, body) values (${WEBHOOK}, 'payment', '{}')`,
    addAll,
  ],
  [
    "update",
    NOBODY,
    (tx) => tx`update public.event_webhook_deliveries set status = 'failed' where webhook_id = ${WEBHOOK}`,
  ],
  ["delete", NOBODY, (tx) => tx`delete from public.event_webhook_deliveries where webhook_id = ${WEBHOOK}`],
]);

type Page = { rows: Record<string, unknown>[]; next: { at: string; id: string } | null } | null;
type Asked = { token?: string; event?: string; after?: { at: string; id: string } | null; most?: number };

/** A page of the API, as the server reads it. */
const read = async (
  tx: TransactionSql,
  resource: "registrations" | "checkins",
  { token = TOKEN, event = GATE_EVENT, after = null, most = 100 }: Asked = {},
): Promise<Page> =>
  (
    await callAs(
      tx,
      "service_role",
      (as) => as<{ page: Page }[]>`
        select ${as.unsafe(`public.read_api_${resource}`)}(${token}, ${event}, ${after?.at ?? null}::text::timestamptz, ${after?.id ?? null}, ${most}) as page`,
    )
  )[0]!.page;
const open = async (tx: TransactionSql, token = TOKEN) =>
  (
    await callAs(
      tx,
      "service_role",
      (as) => as<{ opened: { event_id: string } | null }[]>`select public.open_event_api_token(${token}) as opened`,
    )
  )[0]!.opened;

describe("a token of the read API", () => {
  it.each([[["name", "status"]], [["code"]], [["vehicles", "plates"]], [API_REGISTRATION_COLUMNS]])(
    "reads of registrations the id and %j",
    (registrations) =>
      asOwner(async (tx) => {
        await addOwnEvent(tx);
        await addToken(tx, { registrations });
        const page = await read(tx, "registrations");
        expect(page!.rows.map(({ id }) => id)).toEqual([1, 2, 3].map(registrationId));
        for (const row of page!.rows) expect(Object.keys(row).toSorted()).toEqual(["id", ...registrations].toSorted());
      }),
  );

  it("reads cars without their plates unless plates are ticked", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addToken(tx, { registrations: ["vehicles"] });
      const page = await read(tx, "registrations");
      expect(page!.rows[0]).toEqual({
        id: registrationId(1),
        vehicles: [{ make: "VW", model: "Fusca", year: 1972 }],
      });
      expect(JSON.stringify(page)).not.toContain("ABC1D23");
    }));

  it.each([[["list", "result"]], [API_CHECKIN_COLUMNS]])("reads of check-ins the ids and %j", (checkins) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addToken(tx, { registrations: [], checkins });
      const page = await read(tx, "checkins");
      expect(page!.rows).toHaveLength(1);
      expect(page!.rows[0]).toMatchObject({ registration: registrationId(1), list: "Entrada", result: "ok" });
      expect(Object.keys(page!.rows[0]!).toSorted()).toEqual(["id", "registration", ...checkins].toSorted());
      expect(await read(tx, "registrations")).toBeNull();
    }),
  );

  it("reads no other event", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addToken(tx, { checkins: ["list"] });
      expect(await read(tx, "registrations", { event: OTHER_EVENT })).toBeNull();
      expect(await read(tx, "checkins", { event: OTHER_EVENT })).toBeNull();
      expect((await open(tx))!.event_id).toBe(GATE_EVENT);
    }));

  it.each([
    ["is unknown", async () => {}],
    ["was revoked", (tx: TransactionSql) => tx`update public.event_api_tokens set revoked_at = now()`],
    [
      "has expired",
      (tx: TransactionSql) =>
        tx`update public.event_api_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'`,
    ],
    ["was restored from a backup", (tx: TransactionSql) => tx`update public.event_api_tokens set token_hash = null`],
    [
      "is of a deleted event",
      (tx: TransactionSql) => tx`update public.events set deleted_at = now() where id = ${GATE_EVENT}`,
    ],
  ])("reads nothing when it %s", (reason, change) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addToken(tx, { checkins: ["list"], ...(reason === "is unknown" && { token: `lcb_${"u".repeat(43)}` }) });
      await change(tx);
      expect([await open(tx), await read(tx, "registrations"), await read(tx, "checkins")]).toEqual([null, null, null]);
    }),
  );

  it("reads every registration once, page by page, also those of the same moment", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addToken(tx);
      const ids: unknown[] = [];
      let after: { at: string; id: string } | null = null;
      do {
        const page: Page = await read(tx, "registrations", { after, most: 2 });
        ids.push(...page!.rows.map(({ id }) => id));
        after = page!.next;
      } while (after);
      expect(ids).toEqual([1, 2, 3].map(registrationId));
    }));

  it("notes its use", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addToken(tx);
      await open(tx);
      const [row] =
        await tx`select last_used_at = now() as used from public.event_api_tokens where event_id = ${GATE_EVENT}`;
      expect(row).toEqual({ used: true });
    }));

  it.each(["anon", "user", "superadministrador"] as const)("is not opened by %s through the database", (actor) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addToken(tx);
      const call = tx.savepoint((inner) =>
        callAs(inner, actor, (as) => as`select public.read_api_registrations(${TOKEN}, ${GATE_EVENT})`),
      );
      await expect(call).rejects.toMatchObject({ code: "42501" });
    }),
  );
});

describe("owners of an event", () => {
  const create = (tx: TransactionSql, by: Account, changes: { columns?: readonly string[]; days?: number } = {}) =>
    tx.savepoint((inner) =>
      callAs(inner, by, (as) =>
        keyOf(as`
          select public.create_event_api_token(${GATE_EVENT}, 'Planilha', ${[...(changes.columns ?? ["name"])]}, '{}',
            now() + make_interval(days => ${changes.days ?? 30}), ${hash(randomUUID())}) as answer`),
      ),
    );

  it("create tokens up to a number, and revoked ones do not count", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      for (let number = 0; number < API_TOKENS_PER_EVENT; number += 1) expect(await create(tx, "user")).toBe("saved");
      expect(await create(tx, "user")).toBe("limit");
      const [token] = await tx<{ id: string }[]>`select id from public.event_api_tokens limit 1`;
      const revoke = () =>
        callAs(tx, "user", (as) => keyOf(as`select public.revoke_event_api_token(${token!.id}) as answer`));
      expect([await revoke(), await revoke(), await create(tx, "user")]).toEqual(["saved", "gone", "saved"]);
    }));

  it.each([
    ["without a column", { columns: [] }],
    ["with an unknown column", { columns: ["name", "answers"] }],
    ["that ends after 401 days", { days: 401 }],
    ["that has ended", { days: -1 }],
  ])("create no token %s", (_, changes) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await expect(create(tx, "user", changes)).rejects.toMatchObject({ message: "invalid" });
    }),
  );

  it("see tokens and webhooks of their event without hashes", () =>
    asOwner(async (tx) => {
      await addAll(tx);
      const [row] = await callAs(
        tx,
        "user",
        (as) => as<{ answer: object }[]>`select public.event_integrations(${GATE_EVENT}) as answer`,
      );
      expect(row!.answer).toMatchObject({
        tokens: [{ name: "Planilha", state: "open", last_used_at: null }],
        webhooks: [{ state: "active", waiting: 1, deliveries: [{ status: "waiting", attempts: 0 }] }],
      });
      expect(JSON.stringify(row)).not.toContain(hash(TOKEN));
      expect(JSON.stringify(row)).not.toContain(hash("secret"));
    }));

  it("add webhooks up to a number, and only to https", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      const add = (url: string) =>
        tx.savepoint((inner) =>
          callAs(inner, "user", (as) =>
            keyOf(as`
              select public.add_event_webhook(${randomUUID()}, ${GATE_EVENT}, ${url}, '{payment}', ${hash("x")}) as answer`),
          ),
        );
      await expect(add("http://exemplo.org/")).rejects.toMatchObject({ message: "invalid" });
      for (let number = 0; number < WEBHOOKS_PER_EVENT; number += 1)
        expect(await add("https://exemplo.org/")).toBe("saved");
      expect(await add("https://exemplo.org/")).toBe("limit");
    }));

  it("revoke and delete nothing of another event", () =>
    asOwner(async (tx) => {
      await addAll(tx);
      await tx`update public.events set organizer_id = ${ID_OF.another_user} where id = ${GATE_EVENT}`;
      await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${OTHER_EVENT}`;
      const [token] = await tx<{ id: string }[]>`select id from public.event_api_tokens`;
      const [delivery] = await tx<{ id: string }[]>`select id from public.event_webhook_deliveries`;
      for (const [name, id] of [
        ["revoke_event_api_token", token!.id],
        ["delete_event_webhook", WEBHOOK],
        ["test_event_webhook", WEBHOOK],
        ["resend_webhook_delivery", delivery!.id],
      ] as const) {
        const call = tx.savepoint((inner) =>
          callAs(inner, "user", (as) => as`select ${as.unsafe(`public.${name}`)}(${id}::uuid)`),
        );
        await expect(call).rejects.toMatchObject({ code: "42501" });
      }
    }));
});

describe("a change of an event is enqueued for webhooks", () => {
  const bodies = async (tx: TransactionSql) =>
    (
      await tx<{ body: { id: string; kind: string; event: string; created_at: string; data: object } }[]>`
        select body from public.event_webhook_deliveries order by created_at, body ->> 'kind'`
    ).map(({ body }) => body);
  const cancel = (tx: TransactionSql) =>
    tx`update public.event_registrations set status = 'cancelled' where id = ${registrationId(1)}`;

  it("with ids and states only", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addWebhook(tx, ["registration", "payment", "check_in"]);
      await cancel(tx);
      const [payment] = await tx<{ id: string }[]>`
        insert into public.payments (subject_type, subject_id, method, amount_cents, provider)
        values ('registration', ${registrationId(2)}, 'pix', 5000, 'pix') returning id`;
      await tx`update public.payments set status = 'paid', paid_at = now() where id = ${payment!.id}`;
      const [reading] = await tx<{ id: string }[]>`
        insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
        values (${GATE_LIST}, ${registrationId(3)}, ${randomUUID()}, 'ok', now()) returning id`;
      const found = await bodies(tx);
      expect(found.map(({ kind, event, data }) => ({ kind, event, data }))).toEqual([
        {
          kind: "check_in",
          event: GATE_EVENT,
          data: { registration: registrationId(3), check_in: reading!.id, list: GATE_LIST, result: "ok" },
        },
        {
          kind: "payment",
          event: GATE_EVENT,
          data: { registration: registrationId(2), payment: payment!.id, status: "paid" },
        },
        {
          kind: "registration",
          event: GATE_EVENT,
          data: { registration: registrationId(1), status: "cancelled", previous_status: "confirmed" },
        },
      ]);
      const ids = await tx<{ id: string }[]>`select id from public.event_webhook_deliveries`;
      expect(found.map(({ id }) => id).toSorted()).toEqual(ids.map(({ id }) => id).toSorted());
      for (const word of ["Pessoa", "example.org", "99999", "ABC1D23"])
        expect(JSON.stringify(found)).not.toContain(word);
    }));

  it.each([
    ["of another kind", (tx: TransactionSql) => tx`update public.event_webhooks set kinds = '{payment}'`],
    ["that is paused", (tx: TransactionSql) => tx`update public.event_webhooks set paused_at = now()`],
    ["that was stopped", (tx: TransactionSql) => tx`update public.event_webhooks set stopped_at = now()`],
    ["without a secret", (tx: TransactionSql) => tx`update public.event_webhooks set secret_hash = null`],
    ["of another event", (tx: TransactionSql) => tx`update public.event_webhooks set event_id = ${OTHER_EVENT}`],
  ])("but not for one %s", (_, change) =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addWebhook(tx);
      await change(tx);
      await cancel(tx);
      expect(await bodies(tx)).toEqual([]);
    }),
  );

  it("but not while the address of a registration is not confirmed, and not for a refused reading", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addWebhook(tx, ["registration", "check_in"]);
      await addRegistration(tx, 6, { status: "unconfirmed" });
      await tx`
        insert into public.event_checkins (list_id, registration_id, nonce, result, scanned_at)
        values (${GATE_LIST}, ${registrationId(2)}, ${randomUUID()}, 'unpaid', now())`;
      expect(await bodies(tx)).toEqual([]);
    }));

  it("once for a reading of the gate, which is judged after it was stored", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addWebhook(tx, ["check_in"]);
      const reading = {
        nonce: randomUUID(),
        listId: GATE_LIST,
        kind: "entry",
        registrationId: registrationId(2),
        badgeVersion: 1,
        scannedAt: new Date().toISOString(),
        isOffline: false,
      };
      for (const nonce of [reading.nonce, reading.nonce, randomUUID()])
        await callAs(
          tx,
          "admin",
          (as) => as`select public.record_checkins(${as.json([{ ...reading, nonce }] as never)})`,
        );
      expect((await bodies(tx)).map(({ data }) => data)).toMatchObject([
        { registration: registrationId(2), result: "ok" },
      ]);
    }));

  it("and undone with the change", () =>
    asOwner(async (tx) => {
      await addOwnEvent(tx);
      await addWebhook(tx);
      const failing = tx.savepoint(async (inner) => {
        await cancel(inner);
        throw new Error("undone");
      });
      await expect(failing).rejects.toThrow("undone");
      expect(await bodies(tx)).toEqual([]);
    }));
});
