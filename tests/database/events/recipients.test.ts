import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { brazilianDay } from "../../../lib/platform/dates";
import { describeAccess } from "../access";
import { ID_OF, MAIN_ADMINS_UP, NOBODY, type Account } from "../actors";
import { asOwner, becomeRole, callAs, setClaims } from "../as-role";
import { GONE, keyOf } from "../outcomes";
import { addRegistrationLink, makeKind, payloadOf, register, statusOf } from "./registration-support";

const TODAY = brazilianDay(Date.now());
const PRICE = 4500;
const KEY = { type: "email", key: "caixa@clube.example.org", name: "Clube da Serra", city: "Lages" };
type Answer = Record<string, unknown>;

/** A published event of `user` with a paid kind; `another_user` is its treasurer, `vendedor` at the gate. */
async function paidEvent(tx: TransactionSql) {
  const kind = await makeKind(tx, { price: PRICE, capacity: 2 });
  await tx`update public.events set organizer_id = ${ID_OF.user} where id = ${kind.event}`;
  await tx`
    insert into public.event_members (event_id, account_id, role)
    values (${kind.event}, ${ID_OF.another_user}, 'treasurer'), (${kind.event}, ${ID_OF.vendedor}, 'gate')`;
  return kind;
}

const ask = (tx: TransactionSql, by: Account, event: string, key = KEY) =>
  callAs(
    tx,
    by,
    (as) =>
      as<{ answer: Answer }[]>`
        select public.set_event_recipient(${event}, 'pix', ${key.type}, ${key.key}, ${key.name}, ${key.city}) as answer`,
  ).then(([row]) => row!.answer);
const newest = async (tx: TransactionSql, event: string) =>
  (
    await tx<{ id: string }[]>`
      select id from public.event_recipients where event_id = ${event} order by position desc limit 1`
  )[0]!.id;
const decide = (tx: TransactionSql, item: string, decision = "approve", reason: string | null = null) =>
  callAs(tx, "main_admin", (as) =>
    keyOf(as`select public.decide_event_recipient(${item}, ${decision}, ${reason}) as answer`),
  );
const stateOf = async (tx: TransactionSql, event: string) =>
  (await tx<{ state: string }[]>`select private.recipient_state(${event}) as state`)[0]!.state;

/** The event with an approved key of its organiser. */
async function ownEvent(tx: TransactionSql) {
  const kind = await paidEvent(tx);
  await ask(tx, "user", kind.event);
  expect(await decide(tx, await newest(tx, kind.event))).toBe("saved");
  // The next statements run for nobody, not for the last caller.
  await setClaims(tx, "anon");
  return kind;
}

const openPix = async (tx: TransactionSql, token: string) =>
  (
    await tx<{ answer: Answer & { id: string; recipient: Answer | null } }[]>`
      select public.open_payment('pix', ${token}) as answer`
  )[0]!.answer;

/** A registration that waits for its payment to the organiser. */
async function waiting(tx: TransactionSql) {
  const kind = await ownEvent(tx);
  const { id } = await register(tx, kind.type);
  const token = await addRegistrationLink(tx, "registration", id);
  const payment = await openPix(tx, token);
  return { ...kind, id, token, payment: payment.id, opened: payment };
}

const confirm = (tx: TransactionSql, by: Account, payment: string, cents = PRICE) =>
  callAs(
    tx,
    by,
    (as) => as<{ answer: Answer }[]>`select public.confirm_event_pix(${payment}, ${cents}, ${TODAY}) as answer`,
  ).then(([row]) => row!.answer);
const undo = (tx: TransactionSql, by: Account, payment: string) =>
  callAs(tx, by, (as) => keyOf(as`select public.undo_event_pix(${payment}, 'outra pessoa') as answer`));
async function proofOf(tx: TransactionSql, payment: string): Promise<string> {
  const path = `${payment}/${randomUUID()}.pdf`;
  await tx`insert into storage.objects (bucket_id, name) values ('refund-proofs', ${path})`;
  return path;
}
const refund = async (
  tx: TransactionSql,
  payment: string,
  cents: number,
  { isFinal = false, left = null }: { isFinal?: boolean; left?: number | null } = {},
) => {
  const path = await proofOf(tx, payment);
  return callAs(tx, "another_user", (as) =>
    keyOf(as`
      select public.record_event_refund(${payment}, ${cents}, ${TODAY}, ${path}, ${isFinal}, ${left}) as answer`),
  );
};
const paymentOf = async (tx: TransactionSql, id: string) =>
  (
    await tx`
      select status, received_cents, refunded_cents, needs_refund, note from public.payments where id = ${id}`
  )[0]!;
const moneyOf = async (tx: TransactionSql, event: string) =>
  (
    await callAs(
      tx,
      "another_user",
      (as) =>
        as<
          { answer: Record<"waiting" | "owed" | "recent", Answer[]> }[]
        >`select public.event_money(${event}) as answer`,
    )
  )[0]!.answer;

const addRows = async (tx: TransactionSql) => {
  const { payment } = await waiting(tx);
  await confirm(tx, "user", payment);
  await refund(tx, payment, 100);
};
const EVENT_OF = `(select event_id from public.event_registrations where full_name = 'Ana Souza' limit 1)`;

describeAccess("event_recipients", addRows, [
  ["select", ["user", "another_user", ...MAIN_ADMINS_UP], "select pix_key from public.event_recipients"],
  [
    "insert",
    NOBODY,
    `insert into public.event_recipients (event_id, kind, status) values (${EVENT_OF}, 'portal', 'approved')`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_recipients set status = 'approved'"],
  ["delete", NOBODY, "delete from public.event_recipients"],
]);

describeAccess("event_payment_entries", addRows, [
  ["select", ["user", "another_user", ...MAIN_ADMINS_UP], "select amount_cents from public.event_payment_entries"],
  [
    "insert",
    NOBODY,
    `insert into public.event_payment_entries (event_id, payment_id, kind, amount_cents, on_day)
     select event_id, payment_id, 'payment', 1, on_day from public.event_refunds`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_payment_entries set note = 'x'"],
  ["delete", NOBODY, "delete from public.event_payment_entries"],
]);

describeAccess("event_refunds", addRows, [
  ["select", ["user", "another_user", ...MAIN_ADMINS_UP], "select proof_path from public.event_refunds"],
  [
    "insert",
    NOBODY,
    `insert into public.event_refunds (event_id, payment_id, amount_cents, on_day, proof_path)
     select event_id, payment_id, 1, on_day, 'x' from public.event_payment_entries limit 1`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_refunds set on_day = on_day"],
  ["delete", NOBODY, "delete from public.event_refunds"],
]);

describeAccess("proofs of refunds", addRows, [
  [
    "select",
    ["user", "another_user", ...MAIN_ADMINS_UP],
    "select name from storage.objects where bucket_id = 'refund-proofs'",
  ],
  ["insert", NOBODY, "insert into storage.objects (bucket_id, name) values ('refund-proofs', 'x.pdf')", addRows],
  ["delete", NOBODY, "delete from storage.objects where bucket_id = 'refund-proofs'"],
]);

describe("the recipient of an event", () => {
  it("is changed by people with its payments, mails every owner and stops paid registrations until it is approved", () =>
    asOwner(async (tx) => {
      const { event, type } = await paidEvent(tx);
      await tx`insert into public.event_members (event_id, account_id, role) values (${event}, ${ID_OF.editor}, 'owner')`;
      expect(await stateOf(tx, event)).toBe("portal");
      expect(await ask(tx, "another_user", event)).toMatchObject({ outcome: "saved" });
      expect(await stateOf(tx, event)).toBe("checking");
      const mails = await tx`
        select data ->> 'to' as to from private.outbox
        where data ->> 'template' = 'event_recipient_changed' order by 1`;
      expect(mails).toEqual([{ to: "editor@actors.example.org" }, { to: "user@actors.example.org" }]);
      await becomeRole(tx, "anon");
      const file = tx.savepoint((as) => as`select public.submit_registration(${as.json(payloadOf(type) as never)})`);
      await expect(file).rejects.toThrow("payment_unavailable");
      await tx`reset role`;
      expect(await decide(tx, await newest(tx, event))).toBe("saved");
      expect(await stateOf(tx, event)).toBe("own");
    }));

  it.each(["vendedor", "editor", "main_admin"] as const)(
    "is not changed by %s, who has no role with its payments",
    (by) =>
      asOwner(async (tx) => {
        const { event } = await paidEvent(tx);
        await expect(tx.savepoint((inner) => ask(inner, by, event))).rejects.toMatchObject({ code: "42501" });
      }),
  );

  it("needs a recent proof of identity", () =>
    asOwner(async (tx) => {
      const { event } = await paidEvent(tx);
      await becomeRole(tx, "user");
      await tx`reset role`;
      await tx`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`;
      await tx`set local role authenticated`;
      const change = tx.savepoint(
        (as) =>
          as`select public.set_event_recipient(${event}, 'pix', ${KEY.type}, ${KEY.key}, ${KEY.name}, ${KEY.city})`,
      );
      await expect(change).rejects.toMatchObject({ code: "28000" });
    }));

  it.each([
    ["cpf", "12345678900", "pix_key"],
    ["cnpj", "11222333000182", "pix_key"],
    ["phone", "48999990000", "pix_key"],
    ["evp", "123", "pix_key"],
  ])("a %s with wrong digits is refused", (type, key, field) =>
    asOwner(async (tx) => {
      const { event } = await paidEvent(tx);
      const change = tx.savepoint((inner) => ask(inner, "user", event, { ...KEY, type, key }));
      await expect(change).rejects.toMatchObject({ message: "invalid", detail: field });
    }),
  );

  it("is not approved by who asked for it, nor twice, nor after a newer request", () =>
    asOwner(async (tx) => {
      const { event } = await paidEvent(tx);
      await tx`insert into public.event_members (event_id, account_id, role) values (${event}, ${ID_OF.main_admin}, 'owner')`;
      await ask(tx, "main_admin", event);
      const first = await newest(tx, event);
      expect(await decide(tx, first)).toBe("own");
      await ask(tx, "user", event, { ...KEY, key: "outra@clube.example.org" });
      expect(await decide(tx, first)).toBe("own");
      await tx`update public.event_recipients set created_by = null where id = ${first}`;
      expect(await decide(tx, first)).toBe("conflict");
      const second = await newest(tx, event);
      expect(await decide(tx, second)).toBe("saved");
      expect(await decide(tx, second)).toBe("conflict");
    }));

  it("goes back to the one before it when the team rejects a change or the organiser withdraws it", () =>
    asOwner(async (tx) => {
      const { event } = await ownEvent(tx);
      // The first of two changes does not come back when the second is rejected.
      await ask(tx, "user", event, { ...KEY, key: "errada@clube.example.org" });
      await ask(tx, "user", event, { ...KEY, key: "outra@clube.example.org" });
      expect(await stateOf(tx, event)).toBe("checking");
      expect(await decide(tx, await newest(tx, event), "reject", "Titular desconhecido")).toBe("saved");
      expect(await stateOf(tx, event)).toBe("own");
      await ask(tx, "user", event, { ...KEY, key: "terceira@clube.example.org" });
      const item = await newest(tx, event);
      const withdrawn = callAs(tx, "another_user", (as) =>
        keyOf(as`select public.withdraw_event_recipient(${item}) as answer`),
      );
      expect(await withdrawn).toBe("saved");
      expect(await stateOf(tx, event)).toBe("own");
    }));

  it("is not the portal for a new organiser until the setting is on, and stays it for who has it", () =>
    asOwner(async (tx) => {
      const { event } = await paidEvent(tx);
      await tx`delete from public.payment_settings where key = 'event_collecting'`;
      const copy = async () => {
        const id = randomUUID();
        await callAs(
          tx,
          "user",
          (as) => as`select public.duplicate_event(${event}, (now() + interval '90 days')::date, ${id})`,
        );
        return (await tx`select portal_collects from public.events where id = ${id}`)[0]!.portal_collects;
      };
      expect(await copy()).toBe(true);
      await tx`update public.events set portal_collects = false where organizer_id = ${ID_OF.user}`;
      expect(await copy()).toBe(false);
      await tx`update public.events set portal_collects = true where id = ${event}`;
      expect(await stateOf(tx, event)).toBe("portal");
      await tx`update public.events set portal_collects = false where id = ${event}`;
      expect(await stateOf(tx, event)).toBe("none");
      const portal = () =>
        callAs(tx, "user", (as) => keyOf(as`select public.set_event_recipient(${event}, 'portal') as answer`));
      expect(await portal()).toBe("portal_off");
      await tx`
        insert into public.payment_settings (key, value, is_public) values ('event_collecting', '{"enabled": true}', true)
        on conflict (key) do update set value = excluded.value`;
      expect(await portal()).toBe("saved");
      expect(await stateOf(tx, event)).toBe("portal");
    }));

  it("gives people time to pay when the portal takes the place of a key that waits", () =>
    asOwner(async (tx) => {
      const { event, id } = await waiting(tx);
      await ask(tx, "user", event, { ...KEY, key: "nova@clube.example.org" });
      await setClaims(tx, "anon");
      await tx`update public.event_registrations set held_until = now() - interval '1 minute' where id = ${id}`;
      await callAs(tx, "user", (as) => as`select public.set_event_recipient(${event}, 'portal')`);
      await setClaims(tx, "anon");
      await tx`select private.expire_registration_holds()`;
      expect(await statusOf(tx, id)).toBe("awaiting_payment");
      const left = await tx`select from public.event_recipients where event_id = ${event} and status = 'pending'`;
      expect(left).toHaveLength(0);
    }));
});

describe("a payment to the organiser", () => {
  it("is opened with the recipient, its own txid, by Pix only, and stores no code of another key", () =>
    asOwner(async (tx) => {
      const { opened, payment, token } = await waiting(tx);
      expect(opened.recipient).toMatchObject({ pix_key: KEY.key, name: KEY.name, city: KEY.city, is_current: true });
      const card = tx.savepoint((inner) => inner`select public.open_payment('card', ${token})`);
      await expect(card).rejects.toThrow("recipient_checked");
      const txid = opened.pix_txid as string;
      const attach = async (payload: string) => {
        await callAs(tx, "service_role", (as) => as`select public.attach_pix(${payment}, ${payload})`);
        return (await tx`select pix_payload from public.payments where id = ${payment}`)[0]!.pix_payload;
      };
      expect(await attach(`0014br.gov.bcb.pix caixa@example.org ${txid}`)).toBeNull();
      expect(await attach(`0014br.gov.bcb.pix ${KEY.key} ${txid}`)).toContain(KEY.key);
    }));

  it("is not opened while a new key is checked; then the new key is used, and the old payment can still be confirmed", () =>
    asOwner(async (tx) => {
      const { event, id, token, payment } = await waiting(tx);
      await ask(tx, "user", event, { ...KEY, key: "nova@clube.example.org" });
      await expect(tx.savepoint((inner) => openPix(inner, token))).rejects.toThrow("recipient_checked");
      await tx`update public.event_registrations set held_until = now() - interval '1 minute' where id = ${id}`;
      await tx`select private.expire_registration_holds()`;
      expect(await statusOf(tx, id)).toBe("awaiting_payment");
      await decide(tx, await newest(tx, event));
      const next = await openPix(tx, token);
      expect(next.id).not.toBe(payment);
      expect(next.recipient).toMatchObject({ pix_key: "nova@clube.example.org" });
      expect(await confirm(tx, "another_user", payment)).toMatchObject({ outcome: "saved", status: "paid" });
      expect(await statusOf(tx, id)).toBe("confirmed");
    }));

  it("is confirmed once, and stays out of the ledger of the portal", () =>
    asOwner(async (tx) => {
      const { id, payment } = await waiting(tx);
      expect(await confirm(tx, "another_user", payment)).toMatchObject({ outcome: "saved", missing_cents: 0 });
      expect(await confirm(tx, "user", payment)).toMatchObject({ outcome: "conflict", status: "paid" });
      expect(await statusOf(tx, id)).toBe("confirmed");
      const entries = await tx`
        select kind, amount_cents from public.event_payment_entries where payment_id = ${payment}`;
      expect(entries).toEqual([{ kind: "payment", amount_cents: PRICE }]);
      expect(await tx`select from public.payment_entries where payment_id = ${payment}`).toHaveLength(0);
    }));

  it("that arrived in time takes the place again when it is confirmed after the hold", () =>
    asOwner(async (tx) => {
      const { id, payment } = await waiting(tx);
      await tx`
        update public.payments set created_at = now() - interval '2 days', expires_at = now() - interval '1 hour'
        where id = ${payment}`;
      await tx`update public.event_registrations set held_until = now() - interval '1 hour' where id = ${id}`;
      await tx`select private.expire_registration_holds()`;
      expect(await statusOf(tx, id)).toBe("expired");
      const YESTERDAY = brazilianDay(Date.now() - 86_400_000);
      await callAs(tx, "user", (as) => as`select public.confirm_event_pix(${payment}, ${PRICE}, ${YESTERDAY})`);
      expect(await statusOf(tx, id)).toBe("confirmed");
    }));

  it.each(["vendedor", "editor", "main_admin"] as const)("is confirmed by nobody like %s", (by) =>
    asOwner(async (tx) => {
      const { payment } = await waiting(tx);
      await expect(tx.savepoint((inner) => confirm(inner, by, payment))).rejects.toMatchObject({ code: "42501" });
    }),
  );

  it("is not decided by the financial team of the portal", () =>
    asOwner(async (tx) => {
      const { payment } = await waiting(tx);
      const decided = callAs(
        tx,
        "main_admin",
        (as) => as<{ answer: Answer }[]>`select public.decide_pix(${payment}, 'approve') as answer`,
      );
      expect((await decided)[0]!.answer).toEqual(GONE);
    }));

  it("with less than the price is noted and confirms nothing, until the rest arrives", () =>
    asOwner(async (tx) => {
      const { id, payment } = await waiting(tx);
      expect(await confirm(tx, "user", payment, 4000)).toMatchObject({ outcome: "saved", missing_cents: 500 });
      expect([await statusOf(tx, id), await paymentOf(tx, payment)]).toMatchObject([
        "awaiting_payment",
        { received_cents: 4000, note: null },
      ]);
      expect(await confirm(tx, "another_user", payment, 4000)).toMatchObject({ outcome: "conflict" });
      expect(await confirm(tx, "another_user", payment)).toMatchObject({ status: "paid", missing_cents: 0 });
      expect(await statusOf(tx, id)).toBe("confirmed");
      const [sum] = await tx`
        select sum(amount_cents)::integer as cents from public.event_payment_entries where payment_id = ${payment}`;
      expect(sum).toEqual({ cents: PRICE });
    }));

  it("with a receipt whose money did not arrive is refused with a reason, and waits for its payment again", () =>
    asOwner(async (tx) => {
      const { event, id, payment } = await waiting(tx);
      const refuse = (by: Account, inner = tx) =>
        callAs(inner, by, (as) => keyOf(as`select public.refuse_event_receipt(${payment}, 'Nada entrou') as answer`));
      expect(await refuse("another_user")).toBe("conflict");
      await setClaims(tx, "anon");
      await tx`
        update public.payments set status = 'review', receipt_path = 'x', receipt_sent_at = now() where id = ${payment}`;
      expect((await moneyOf(tx, event)).waiting).toMatchObject([{ id: payment, status: "review", is_late: false }]);
      await expect(tx.savepoint((inner) => refuse("main_admin", inner))).rejects.toMatchObject({ code: "42501" });
      expect(await refuse("another_user")).toBe("saved");
      expect([await statusOf(tx, id), await paymentOf(tx, payment)]).toMatchObject([
        "awaiting_payment",
        { status: "pending", note: "Nada entrou" },
      ]);
      const mails = await tx`
        select from private.outbox where data ->> 'template' = 'registration_receipt_refused'`;
      expect(mails).toHaveLength(1);
    }));

  it("can be undone within a day, with a reason; then the registration waits for its payment again", () =>
    asOwner(async (tx) => {
      const { event, id, payment } = await waiting(tx);
      await confirm(tx, "another_user", payment);
      await tx`
        update public.events set starts_at = now() + interval '1 hour', ends_at = now() + interval '5 hours'
        where id = ${event}`;
      expect(await undo(tx, "another_user", payment)).toBe("saved");
      expect([await statusOf(tx, id), (await paymentOf(tx, payment)).status]).toEqual(["awaiting_payment", "pending"]);
      // Also when the event begins soon, until which a place is held otherwise.
      const [hold] = await tx`
        select held_until > now() + interval '23 hours' as is_long from public.event_registrations where id = ${id}`;
      expect(hold).toEqual({ is_long: true });
      expect(await undo(tx, "another_user", payment)).toBe("gone");
      expect(await confirm(tx, "user", payment)).toMatchObject({ status: "paid" });
      await tx`update public.payments set paid_at = now() - interval '24 hours 1 minute' where id = ${payment}`;
      expect(await undo(tx, "another_user", payment)).toBe("too_late");
      const entries = await tx`
        select kind from public.event_payment_entries where payment_id = ${payment} order by id`;
      expect(entries.map(({ kind }) => kind)).toEqual(["payment", "undone", "payment"]);
    }));
});

describe("money that an organiser must return", () => {
  /** A confirmed registration that its holder cancelled after a number of days. */
  async function cancelled(tx: TransactionSql, days = 0) {
    const made = await waiting(tx);
    await confirm(tx, "another_user", made.payment);
    await tx`update public.payments set paid_at = now() - make_interval(days => ${days}) where id = ${made.payment}`;
    const manage = await addRegistrationLink(tx, "manage", made.id);
    await callAs(tx, "anon", (as) => as`select public.cancel_own_registration(${manage})`);
    expect(await statusOf(tx, made.id)).toBe("cancelled");
    return { ...made, manage };
  }

  it("is all of it within the time of the law, and its people are told", () =>
    asOwner(async (tx) => {
      const { event, payment } = await cancelled(tx);
      const { owed } = await moneyOf(tx, event);
      expect(owed).toMatchObject([{ id: payment, law_cents: PRICE, rules_cents: 0 }]);
      expect(owed[0]!.due_on).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\d$/));
      const told = await tx`
        select user_id from public.notifications where link = ${`/painel/eventos/${event}/recebimento`} order by user_id`;
      expect(told.map(({ user_id: id }) => id)).toEqual([ID_OF.user, ID_OF.another_user]);
      expect(await refund(tx, payment, 4000, { isFinal: true })).toBe("law");
      expect(await refund(tx, payment, PRICE + 1)).toBe("amount");
      expect(await refund(tx, payment, PRICE)).toBe("saved");
      expect(await paymentOf(tx, payment)).toMatchObject({ status: "refunded", needs_refund: false });
      expect((await moneyOf(tx, event)).owed).toEqual([]);
    }));

  it("is what the rules of the event say after that time, and may be more", () =>
    asOwner(async (tx) => {
      const { event, payment } = await cancelled(tx, 9);
      expect((await moneyOf(tx, event)).owed).toMatchObject([{ law_cents: 0, rules_cents: PRICE }]);
      expect(await refund(tx, payment, 2000, { isFinal: true })).toBe("saved");
      expect(await paymentOf(tx, payment)).toMatchObject({ status: "paid", refunded_cents: 2000, needs_refund: false });
      expect((await moneyOf(tx, event)).owed).toEqual([]);
    }));

  it("is recorded once when a form is sent twice", () =>
    asOwner(async (tx) => {
      const { event, payment } = await cancelled(tx);
      expect(await refund(tx, payment, 1000, { left: PRICE })).toBe("saved");
      expect(await refund(tx, payment, 1000, { left: PRICE })).toBe("not_refundable");
      expect((await moneyOf(tx, event)).owed).toMatchObject([{ law_cents: PRICE - 1000 }]);
      expect(await refund(tx, payment, 1000, { left: PRICE - 1000 })).toBe("saved");
    }));

  it("is also less than the price, when the person cancels before the rest arrived", () =>
    asOwner(async (tx) => {
      const { event, id, payment } = await waiting(tx);
      await confirm(tx, "another_user", payment, 4000);
      const manage = await addRegistrationLink(tx, "manage", id);
      await callAs(tx, "anon", (as) => as`select public.cancel_own_registration(${manage})`);
      expect((await moneyOf(tx, event)).owed).toMatchObject([{ id: payment, law_cents: 4000 }]);
      const [page] = await tx<{ page: { payments: { owed: Answer }[] } }[]>`
        select public.read_registration(${manage}) as page`;
      expect(page!.page.payments[0]!.owed).toMatchObject({ law_cents: 4000 });
      expect(await refund(tx, payment, 4000)).toBe("saved");
      expect((await moneyOf(tx, event)).owed).toEqual([]);
      expect(await confirm(tx, "another_user", payment)).toMatchObject({ outcome: "conflict" });
    }));

  it("needs a stored proof of this payment", () =>
    asOwner(async (tx) => {
      const { payment } = await cancelled(tx);
      for (const path of [`${payment}/${randomUUID()}.pdf`, `${randomUUID()}/${randomUUID()}.pdf`, "x"]) {
        const record = tx.savepoint((inner) =>
          callAs(
            inner,
            "another_user",
            (as) => as`select public.record_event_refund(${payment}, 100, ${TODAY}, ${path})`,
          ),
        );
        await expect(record).rejects.toMatchObject({ message: "invalid", detail: "proof" });
      }
    }));

  it("is reported to the person as what the organiser said, never as done by the portal", () =>
    asOwner(async (tx) => {
      const { payment, manage } = await cancelled(tx);
      await refund(tx, payment, PRICE);
      const templates = await tx`
        select data ->> 'template' as template from private.outbox where data ->> 'template' like 'registration_refund%'`;
      expect(templates).toEqual([{ template: "registration_refund_reported" }]);
      const [page] = await tx<{ page: { payments: { refunds: Answer[] }[] } }[]>`
        select public.read_registration(${manage}) as page`;
      expect(page!.page.payments[0]!.refunds).toMatchObject([{ amount_cents: PRICE }]);
    }));

  it("includes what was too much, and is in a statement whose sum is that of its rows", () =>
    asOwner(async (tx) => {
      const { event, payment } = await waiting(tx);
      await confirm(tx, "another_user", payment, PRICE + 500);
      expect((await moneyOf(tx, event)).owed).toMatchObject([{ law_cents: 500 }]);
      expect(await refund(tx, payment, 500)).toBe("saved");
      expect(await paymentOf(tx, payment)).toMatchObject({ status: "paid", refunded_cents: 0 });
      expect((await moneyOf(tx, event)).owed).toEqual([]);
      const [row] = await callAs(
        tx,
        "another_user",
        (as) =>
          as<
            { answer: { rows: { amount_cents: number }[] } & Answer }[]
          >`select public.event_statement(${event}) as answer`,
      );
      const { rows, ...sums } = row!.answer;
      expect(sums).toEqual({
        received_cents: PRICE + 500,
        refunded_cents: 500,
        net_cents: PRICE,
        paid_out_cents: 0,
        payouts: [],
      });
      expect(rows.reduce((sum, { amount_cents: cents }) => sum + cents, 0)).toBe(PRICE);
    }));
});
