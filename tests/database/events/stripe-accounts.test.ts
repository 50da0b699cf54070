import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, MAIN_ADMINS_UP, NOBODY, type Account } from "../actors";
import { asOwner, callAs, setClaims } from "../as-role";
import { keyOf } from "../outcomes";
import { addRegistrationLink, makeKind, register, statusOf } from "./registration-support";

const PRICE = 4500;
const ACCOUNT = "acct_ClubeDaSerra";
const OTHER = "acct_OutroClube";
const NAME = "Clube da Serra";
type Answer = Record<string, unknown>;

/** The server reports what it read of an account at Stripe, `seconds` from now. */
const report = (
  tx: TransactionSql,
  { account = ACCOUNT, name = NAME as string | null, enabled = true, seconds = 0 } = {},
) =>
  callAs(
    tx,
    "service_role",
    (as) =>
      as<{ answer: string }[]>`
        select public.record_stripe_account(${account}, clock_timestamp() + make_interval(secs => ${seconds}), ${name},
          ${enabled}, ${enabled}) as answer`,
  ).then(([row]) => row!.answer);
const disconnect = (tx: TransactionSql, account = ACCOUNT) =>
  callAs(
    tx,
    "service_role",
    (as) => as`select public.record_stripe_account(${account}, now(), is_disconnected => true) as answer`,
  ).then(([row]) => row!.answer as string);
const connect = (tx: TransactionSql, by: Account, event: string, isNew = false) =>
  callAs(tx, by, (as) => as`select public.connect_stripe_account(${event}, ${isNew}) as answer`).then(
    ([row]) => row!.answer as Answer,
  );
const add = (tx: TransactionSql, event: string, account = ACCOUNT) =>
  callAs(tx, "service_role", (as) => as`select public.add_stripe_account(${event}, ${account}, ${ID_OF.user})`);
const ask = (tx: TransactionSql, event: string, by: Account = "user") =>
  callAs(tx, by, (as) => keyOf(as`select public.set_event_recipient(${event}, 'stripe') as answer`));
const decide = async (tx: TransactionSql, event: string) => {
  const [asked] = await tx`
    select id from public.event_recipients where event_id = ${event} order by position desc limit 1`;
  return callAs(tx, "main_admin", (as) =>
    keyOf(as`select public.decide_event_recipient(${asked!.id as string}, 'approve') as answer`),
  );
};
const stateOf = async (tx: TransactionSql, event: string) =>
  (await tx`select private.recipient_state(${event}) as state`)[0]!.state as string;
const mailsOf = async (tx: TransactionSql, template: string) =>
  (await tx`select from private.outbox where data ->> 'template' = ${template}`).length;

/** An event of `user` with a paid kind and a connected account; `another_user` is its treasurer. */
async function connectedEvent(tx: TransactionSql) {
  const kind = await makeKind(tx, { price: PRICE, capacity: 2 });
  await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${kind.event}`;
  await tx`
    insert into public.event_members (event_id, account_id, role)
    values (${kind.event}, ${ID_OF.another_user}, 'treasurer'), (${kind.event}, ${ID_OF.vendedor}, 'gate')`;
  await add(tx, kind.event);
  return kind;
}

/** The event with the account as its approved recipient. */
async function ownEvent(tx: TransactionSql) {
  const kind = await connectedEvent(tx);
  await report(tx);
  expect([await ask(tx, kind.event), await decide(tx, kind.event)]).toEqual(["saved", "saved"]);
  await setClaims(tx, "anon");
  return kind;
}

/** A registration with an open card page in the account. */
async function openedCard(tx: TransactionSql) {
  const kind = await ownEvent(tx);
  const { id } = await register(tx, kind.type, { full_name: "Ana Souza" });
  const token = await addRegistrationLink(tx, "registration", id);
  const [row] = await tx`select public.open_payment('card', ${token}) as answer`;
  const payment = (row!.answer as Answer).id as string;
  const session = `cs_test_${payment.replaceAll("-", "")}`;
  await callAs(
    tx,
    "service_role",
    (as) =>
      as`select public.attach_checkout(${payment}, ${session}, 'https://pay.example.org/x', now() + interval '30 minutes')`,
  );
  return {
    ...kind,
    id,
    token,
    payment,
    session,
    intent: `pi_test_${payment.replaceAll("-", "")}`,
    opened: row!.answer as Answer,
  };
}
type Card = Awaited<ReturnType<typeof openedCard>>;

const send = (tx: TransactionSql, type: string, facts: object) =>
  callAs(
    tx,
    "service_role",
    (as) =>
      as`select public.record_stripe_event(${`evt_${randomUUID()}`}, ${type}, now(), ${as.json(facts as never)}) as answer`,
  ).then(([row]) => row!.answer as string);
const paid = (
  tx: TransactionSql,
  { session, payment, intent }: Card,
  account: string | null = ACCOUNT,
  cents = PRICE,
) =>
  send(tx, "checkout.session.completed", {
    object_id: session,
    session_id: session,
    payment_id: payment,
    payment_intent: intent,
    payment_status: "paid",
    amount_cents: cents,
    currency: "brl",
    ...(account && { account }),
  });
const refunded = (tx: TransactionSql, { intent, payment }: Card, cents: number, account = ACCOUNT) =>
  send(tx, "charge.refunded", {
    object_id: "ch_1",
    payment_intent: intent,
    payment_id: payment,
    refunded_cents: cents,
    account,
  });
const entriesOf = async (tx: TransactionSql, payment: string) =>
  (await tx`select kind, amount_cents from public.event_payment_entries where payment_id = ${payment} order by id`).map(
    ({ kind, amount_cents: cents }) => [kind, cents],
  );
const requestRefund = (tx: TransactionSql, by: Account, payment: string, cents: number, left: number) =>
  callAs(tx, by, (as) => as`select public.request_event_refund(${payment}, ${cents}, ${left}) as answer`).then(
    ([row]) => row!.answer as Answer,
  );

describeAccess("stripe_accounts", async (tx) => void (await connectedEvent(tx)), [
  ["select", ["user", "another_user", ...MAIN_ADMINS_UP], "select account from public.stripe_accounts"],
  [
    "insert",
    NOBODY,
    `insert into public.stripe_accounts (account, event_id) select 'acct_x', event_id from public.stripe_accounts`,
    async (tx) => void (await connectedEvent(tx)),
  ],
  ["update", NOBODY, "update public.stripe_accounts set charges_enabled = true"],
  ["delete", NOBODY, "delete from public.stripe_accounts"],
]);

describe("connecting a Stripe account", () => {
  it("gives a key for a new account, then continues the stored one, and stops at the limit", () =>
    asOwner(async (tx) => {
      const { event } = await makeKind(tx, { price: PRICE });
      await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${event}`;
      expect(await connect(tx, "user", event)).toMatchObject({ account: null, key: `stripe-account-${event}-0` });
      await add(tx, event);
      expect(await connect(tx, "user", event)).toMatchObject({ account: ACCOUNT });
      // A form that is not finished is continued, also when another account is asked for.
      expect(await connect(tx, "user", event, true)).toMatchObject({ account: ACCOUNT });
      await report(tx);
      expect(await connect(tx, "user", event, true)).toMatchObject({ account: null, key: `stripe-account-${event}-1` });
      for (const number of [1, 2, 3, 4]) await add(tx, event, `acct_more${number}`);
      await tx`update public.stripe_accounts set disconnected_at = now() where event_id = ${event}`;
      expect(await connect(tx, "user", event)).toMatchObject({ outcome: "refused", reason: "limit" });
    }));

  it("keeps the later state of two that were read, and a disconnected account stays disconnected", () =>
    asOwner(async (tx) => {
      await connectedEvent(tx);
      expect(await report(tx, { seconds: 20 })).toBe("enabled");
      expect(await report(tx, { enabled: false, seconds: 10 })).toBe("unchanged");
      expect(await report(tx, { enabled: false, seconds: 30 })).toBe("incomplete");
      expect(await report(tx, { account: "acct_unknown" })).toBe("unknown");
      expect(await disconnect(tx)).toBe("disconnected");
      expect(await report(tx, { seconds: 40 })).toBe("unchanged");
    }));
});

describe("an account as the recipient", () => {
  it("is asked for when Stripe enabled it and it has a name, and sales wait for the team", () =>
    asOwner(async (tx) => {
      const { event } = await connectedEvent(tx);
      expect(await ask(tx, event)).toBe("incomplete");
      await report(tx, { name: null });
      expect(await ask(tx, event)).toBe("incomplete");
      await report(tx, { seconds: 1 });
      expect([await ask(tx, event), await stateOf(tx, event)]).toEqual(["saved", "checking"]);
      expect(await mailsOf(tx, "event_recipient_changed")).toBe(1);
      expect(await ask(tx, event)).toBe("unchanged");
      expect(await decide(tx, event)).toBe("saved");
      expect(await stateOf(tx, event)).toBe("own");
      const [row] = await tx`select private.collecting_of(${event}) as answer`;
      expect(row!.answer).toEqual({ state: "own", name: NAME, kind: "stripe" });
    }));

  it("is not approved after Stripe stopped it", () =>
    asOwner(async (tx) => {
      const { event } = await connectedEvent(tx);
      await report(tx);
      await ask(tx, event);
      await report(tx, { enabled: false, seconds: 5 });
      expect(await decide(tx, event)).toBe("incomplete");
    }));

  it("that is disconnected stops sales, mails the owners, and nobody loses a place", () =>
    asOwner(async (tx) => {
      const { event, id, token } = await openedCard(tx);
      await disconnect(tx);
      expect(await stateOf(tx, event)).toBe("stopped");
      expect(await mailsOf(tx, "event_recipient_stopped")).toBe(1);
      await setClaims(tx, "anon");
      await expect(tx.savepoint((inner) => inner`select public.open_payment('card', ${token})`)).rejects.toThrow(
        "recipient_checked",
      );
      await tx`update public.event_registrations set held_until = now() - interval '1 minute' where id = ${id}`;
      await tx`select private.expire_registration_holds()`;
      expect(await statusOf(tx, id)).toBe("awaiting_payment");
    }));

  it("goes with its event", () =>
    asOwner(async (tx) => {
      const { event } = await ownEvent(tx);
      await tx`delete from public.events where id = ${event}`;
      expect(await tx`select from public.stripe_accounts`).toHaveLength(0);
    }));

  it("that Stripe stops receives again when Stripe enables it", () =>
    asOwner(async (tx) => {
      const { event } = await ownEvent(tx);
      await report(tx, { enabled: false, seconds: 5 });
      expect(await stateOf(tx, event)).toBe("stopped");
      await report(tx, { seconds: 10 });
      expect(await stateOf(tx, event)).toBe("own");
    }));

  it("gives way to another account: sales stop, and the open page of the first one is closed in it", () =>
    asOwner(async (tx) => {
      const { event, payment, session } = await openedCard(tx);
      await add(tx, event, OTHER);
      await tx`update public.stripe_accounts set created_at = now() + interval '1 minute' where account = ${OTHER}`;
      await report(tx, { account: OTHER, name: "Outro Clube" });
      expect([await ask(tx, event), await stateOf(tx, event)]).toEqual(["saved", "checking"]);
      expect((await tx`select status from public.payments where id = ${payment}`)[0]!.status).toBe("expired");
      const jobs = await tx`select data from private.outbox where data ->> 'session' = ${session}`;
      expect(jobs.map(({ data }) => data as Answer)).toEqual([{ session, account: ACCOUNT }]);
    }));
});

describe("a card payment to an account", () => {
  it("has its recipient, and Pix is not offered", () =>
    asOwner(async (tx) => {
      const { opened, payment, token } = await openedCard(tx);
      expect(opened).toMatchObject({
        amount_cents: PRICE,
        provider: "stripe",
        recipient: { name: NAME, is_current: true },
      });
      const [row] = await callAs(
        tx,
        "service_role",
        (as) => as`select public.account_of_payment(${payment}) as account`,
      );
      expect(row!.account).toBe(ACCOUNT);
      await expect(tx.savepoint((inner) => inner`select public.open_payment('pix', ${token})`)).rejects.toThrow(
        "recipient_checked",
      );
    }));

  it("is confirmed by an event of its account only", () =>
    asOwner(async (tx) => {
      const card = await openedCard(tx);
      expect(await paid(tx, card, OTHER)).toBe("other_account");
      expect(await paid(tx, card, null)).toBe("other_account");
      expect(await statusOf(tx, card.id)).toBe("awaiting_payment");
      expect(await paid(tx, card)).toBe("paid");
      expect(await statusOf(tx, card.id)).toBe("confirmed");
      expect(await entriesOf(tx, card.payment)).toEqual([["payment", PRICE]]);
      expect(await tx`select from public.payment_entries where payment_id = ${card.payment}`).toHaveLength(0);
      expect(await refunded(tx, card, PRICE, OTHER)).toBe("other_account");
    }));

  it("of another amount confirms nothing", () =>
    asOwner(async (tx) => {
      const card = await openedCard(tx);
      expect(await paid(tx, card, ACCOUNT, PRICE - 1)).toBe("amount_mismatch");
      expect(await statusOf(tx, card.id)).toBe("awaiting_payment");
    }));

  it("leaves nothing about what the account sells elsewhere", () =>
    asOwner(async (tx) => {
      await ownEvent(tx);
      const facts = { object_id: "cs_x", session_id: "cs_x", payment_status: "paid", account: ACCOUNT };
      expect(await send(tx, "checkout.session.completed", facts)).toBe("ignored");
      expect(await tx`select from public.payment_webhook_events where object_id = 'cs_x'`).toHaveLength(0);
    }));

  it("is refunded by the treasurer through the account, never by the team", () =>
    asOwner(async (tx) => {
      const card = await openedCard(tx);
      await paid(tx, card);
      const [team] = await callAs(
        tx,
        "main_admin",
        (as) => as`select public.request_refund(${card.payment}, 'pedido') as answer`,
      );
      expect(team!.answer).toMatchObject({ outcome: "refused", reason: "not_refundable" });
      await expect(
        tx.savepoint((inner) => requestRefund(inner, "vendedor", card.payment, 1000, PRICE)),
      ).rejects.toMatchObject({ code: "42501" });
      expect(await requestRefund(tx, "another_user", card.payment, 1000, PRICE)).toMatchObject({
        account: ACCOUNT,
        payment_intent: card.intent,
        cents: 1000,
        refunded_cents: 0,
      });
      await refunded(tx, card, 1000);
      // The form of the page before the refund.
      expect(await requestRefund(tx, "another_user", card.payment, 1000, PRICE)).toMatchObject({
        reason: "not_refundable",
      });
      await refunded(tx, card, PRICE);
      expect(await statusOf(tx, card.id)).toBe("cancelled");
      expect(await entriesOf(tx, card.payment)).toEqual([
        ["payment", PRICE],
        ["refund", -1000],
        ["refund", 1000 - PRICE],
      ]);
      expect(await mailsOf(tx, "registration_refunded")).toBe(2);
    }));

  it("is owed back after a withdrawal in time, and the law does not let it end with less", () =>
    asOwner(async (tx) => {
      const card = await openedCard(tx);
      await paid(tx, card);
      const manage = await addRegistrationLink(tx, "manage", card.id);
      await tx`select public.cancel_own_registration(${manage})`;
      const [row] = await callAs(tx, "another_user", (as) => as`select public.event_money(${card.event}) as answer`);
      const { waiting, owed } = row!.answer as Record<"waiting" | "owed", Answer[]>;
      expect(waiting).toEqual([]);
      expect(owed).toMatchObject([{ id: card.payment, law_cents: PRICE }]);
      expect(await requestRefund(tx, "another_user", card.payment, 0, PRICE)).toMatchObject({ reason: "law" });
      await refunded(tx, card, PRICE);
      const [after] = await tx`select needs_refund, status from public.payments where id = ${card.payment}`;
      expect(after).toEqual({ needs_refund: false, status: "refunded" });
    }));
});
