import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { brazilianDay } from "../../../lib/platform/dates";
import { ID_OF, type Actor } from "../actors";
import { asOwner, callAs, setClaims } from "../as-role";
import { keyOf } from "../outcomes";
import { addCode, addKind, orderEvent, peopleOf } from "./order-support";
import { addRegistrationLink, register, statusOf, submit, takenOf } from "./registration-support";

const SAVED = "saved";
const GONE = "gone";
type Options = { price?: number; more?: Record<string, unknown>; own?: boolean };

/** A paid kind with an order of Ana, Bia (9000) and Caio (4000); with `own` the money goes to a key of the organiser. */
async function threePeople(tx: TransactionSql, { price = 4000, more = {}, own = false }: Options = {}) {
  const made = await orderEvent(tx, { price });
  const other = await addKind(tx, made.event, { price: 9000 });
  if (own)
    await tx`
      insert into public.event_recipients (event_id, kind, pix_key_type, pix_key, name, city, status)
      values (${made.event}, 'pix', 'email', 'caixa@clube.example.org', 'Clube', 'Lages', 'approved')`;
  await tx`
    insert into public.event_members (event_id, account_id, role)
    values (${made.event}, ${ID_OF.another_user}, 'treasurer')`;
  const { id } = await register(tx, made.type, {
    people: [
      { type: other, full_name: "Bia Lima" },
      { type: made.type, full_name: "Caio Dias" },
    ],
    ...more,
  });
  const [, bia, caio] = await peopleOf(tx, id);
  return { ...made, other, id, bia: bia!.id, caio: caio!.id, token: await addRegistrationLink(tx, "manage", id) };
}

async function pay(tx: TransactionSql, id: string, method = "pix", status = "paid"): Promise<string> {
  await setClaims(tx, "anon");
  const token = await addRegistrationLink(tx, "registration", id);
  const [row] = await tx<{ id: string }[]>`select public.open_payment(${method}, ${token}) ->> 'id' as id`;
  await tx`select private.advance_payment(${row!.id}, ${status})`;
  return row!.id;
}
/** The payment was made so long ago that the law gives nothing back any more. */
const age = (tx: TransactionSql, payment: string) =>
  tx`update public.payments set paid_at = now() - interval '20 days', created_at = now() - interval '21 days'
     where id = ${payment}`;

const leave = (tx: TransactionSql, token: string, person: string) =>
  keyOf(tx`select public.leave_order(${token}, ${person}) as answer`);
const cancelAs = (tx: TransactionSql, actor: Actor, person: string, reason: string | null = "Pediu por telefone") =>
  callAs(tx, actor, (as) => keyOf(as`select public.decide_registration(${person}, 'cancel', ${reason}) as answer`));
const owedOf = async (tx: TransactionSql, payment: string) =>
  (
    await tx<Record<string, unknown>[]>`
      select status, refunded_cents, needs_refund, owed_law_cents as law, owed_rules_cents as rules,
        private.due_of_payment(payments) as due from public.payments where id = ${payment}`
  )[0]!;
const leavingOf = async (tx: TransactionSql, token: string, index: number) =>
  (
    await tx<{ leaving: Record<string, unknown> | null }[]>`
      select public.read_registration(${token}) #> array['order', 'people', ${String(index)}, 'leaving'] as leaving`
  )[0]!.leaving;
const mailsOf = async (tx: TransactionSql, registration: string) =>
  (
    await tx<{ template: string; facts: Record<string, unknown> }[]>`
      select data ->> 'template' as template, data -> 'data' as facts from private.outbox
      where data -> 'data' ->> 'link_subject' = ${registration} order by id desc`
  ).filter(({ template }) => template === "registration_person_left");
const notesOf = async (tx: TransactionSql, registration: string) =>
  (
    await tx<{ note: string | null }[]>`
      select note from public.registration_events where registration_id = ${registration} order by id`
  ).map(({ note }) => note);
const statuses = async (tx: TransactionSql, id: string) => (await peopleOf(tx, id)).map(({ status }) => status);

describe("a person who leaves an order before the payment", () => {
  it("makes it cheaper by the price after the discount, frees the place and tells the buyer", () =>
    asOwner(async (tx) => {
      const made = await orderEvent(tx);
      await addCode(tx, made.event, "DEZ10", { percent: 10 });
      const { id } = await register(tx, made.type, {
        people: [{ type: made.type, full_name: "Bia Lima" }],
        addons: [{ variant: made.dinner, amount: 1 }],
        code: "DEZ10",
      });
      const [, bia] = await peopleOf(tx, id);
      const token = await addRegistrationLink(tx, "manage", id);
      expect(await leavingOf(tx, token, 1)).toMatchObject({ refusal: null, less_cents: 3600, full_cents: 0 });
      expect(await leave(tx, token, bia!.id)).toBe(SAVED);
      expect(await peopleOf(tx, id)).toMatchObject([
        { price_cents: 3600 + 6000, status: "awaiting_payment" },
        { status: "cancelled" },
      ]);
      expect(await takenOf(tx, made.type)).toBe(1);
      expect((await mailsOf(tx, id))[0]!.facts).toMatchObject({ person: "Bia Lima", less: 36, full: 0, part: 0 });
      expect(await leave(tx, token, bia!.id)).toBe(GONE);
    }));

  it("offers the place to who waits", () =>
    asOwner(async (tx) => {
      const made = await orderEvent(tx, { price: 0, capacity: 2 });
      await tx`update public.event_registration_types set has_waiting_list = true where id = ${made.type}`;
      const { id } = await register(tx, made.type, { people: [{ type: made.type }] });
      const waiting = await register(tx, made.type);
      expect(waiting.status).toBe("waitlisted");
      const [, second] = await peopleOf(tx, id);
      expect(await leave(tx, await addRegistrationLink(tx, "manage", id), second!.id)).toBe(SAVED);
      expect(await statusOf(tx, waiting.id)).toBe("offered");
    }));

  it("cannot leave while a payment is checked, also not by the organiser", () =>
    asOwner(async (tx) => {
      const { id, bia, token } = await threePeople(tx);
      await pay(tx, id, "pix", "review");
      expect(await leave(tx, token, bia)).toBe("payment_checking");
      expect(await cancelAs(tx, "user", bia)).toBe("payment_checking");
      expect(await statuses(tx, id)).toEqual(["awaiting_payment", "awaiting_payment", "awaiting_payment"]);
    }));

  it("leaves no order that is too small for the organiser", () =>
    asOwner(async (tx) => {
      const { event, bia, caio, token } = await threePeople(tx);
      await tx`insert into public.event_order_settings (event_id, min_people) values (${event}, 2)`;
      expect(await leave(tx, token, bia)).toBe(SAVED);
      expect(await leave(tx, token, caio)).toBe("order_too_small");
    }));
});

describe("who may take a person out of an order", () => {
  it("is the buyer with the mailed link or its account, not the link of the page, of another person or order", () =>
    asOwner(async (tx) => {
      const { id, bia, type } = await threePeople(tx);
      const page = await addRegistrationLink(tx, "registration", id);
      const person = await addRegistrationLink(tx, "manage", bia);
      const stranger = await addRegistrationLink(tx, "manage", (await register(tx, type)).id);
      for (const token of [page, person, stranger, "x".repeat(43)]) expect(await leave(tx, token, bia)).toBe(GONE);
      expect(await leavingOf(tx, page, 1)).toBeNull();
      await tx`update public.event_registrations set user_id = ${ID_OF.another_user} where id = ${id}`;
      expect(
        await callAs(tx, "another_user", (as) => keyOf(as`select public.leave_order(${page}, ${bia}) as answer`)),
      ).toBe(SAVED);
    }));

  it("keeps the buyer, with whom the children stay", () =>
    asOwner(async (tx) => {
      const made = await orderEvent(tx);
      await tx`insert into public.event_order_settings (event_id, allows_children) values (${made.event}, true)`;
      const { id } = await register(tx, made.type, { people: [{ type: made.type }], children: { up_to_5: 1 } });
      const token = await addRegistrationLink(tx, "manage", id);
      const [, second] = await peopleOf(tx, id);
      expect(await leave(tx, token, id)).toBe("buyer_stays");
      expect(await leave(tx, token, second!.id)).toBe(SAVED);
      expect(await leave(tx, token, id)).toBe("children_alone");
      expect(await takenOf(tx, made.type)).toBe(2);
    }));

  it("ends with the beginning of the event", () =>
    asOwner(async (tx) => {
      const { event, bia, token } = await threePeople(tx);
      await tx`update public.events set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 day' where id = ${event}`;
      expect(await leave(tx, token, bia)).toBe(GONE);
    }));

  it.each([
    ["user", SAVED],
    ["main_admin", SAVED],
    ["another_user", "42501"],
    ["vendedor", "42501"],
    ["anon", "42501"],
  ] as const)("of the organiser: %s gets %s", (actor, answer) =>
    asOwner(async (tx) => {
      const { bia } = await threePeople(tx);
      await tx`savepoint s`;
      const got = await cancelAs(tx, actor, bia).catch((error: { code: string }) => error.code);
      if (got !== SAVED) await tx`rollback to savepoint s`;
      expect(got).toBe(answer);
    }),
  );

  it("is not the organiser of another event, and the organiser says why", () =>
    asOwner(async (tx) => {
      const { bia, event } = await threePeople(tx);
      expect(await cancelAs(tx, "user", bia, " ")).toBe("reason_missing");
      await tx`update public.events set organizer_id = ${ID_OF.editor} where id = ${event}`;
      await orderEvent(tx);
      await expect(cancelAs(tx, "user", bia)).rejects.toMatchObject({ code: "42501" });
    }));
});

describe("money of the portal for a person who leaves a paid order", () => {
  it("goes back by law within 7 days, only the part of that person, once", () =>
    asOwner(async (tx) => {
      const { id, bia, token, event } = await threePeople(tx);
      const payment = await pay(tx, id);
      expect(await leavingOf(tx, token, 1)).toMatchObject({ less_cents: 0, full_cents: 9000, rules_cents: 0 });
      expect(await leave(tx, token, bia)).toBe(SAVED);
      expect(await statuses(tx, id)).toEqual(["confirmed", "cancelled", "confirmed"]);
      expect(await owedOf(tx, payment)).toMatchObject({ status: "paid", needs_refund: true, law: 9000, due: 9000 });
      const [page] = await tx`select public.read_registration(${token}) ->> 'refund_due_cents' as due`;
      expect(page!.due).toBe("9000");
      expect(await notesOf(tx, id)).toContainEqual(expect.stringMatching(/^left:[A-Z0-9]{8}:9000$/));
      expect((await mailsOf(tx, id))[0]!.facts).toMatchObject({ person: "Bia Lima", full: 90, part: 0 });
      const returned = () =>
        callAs(tx, "main_admin", (as) =>
          keyOf(as`select public.mark_refunded(${payment}, 'saiu do pedido') as answer`),
        );
      expect([await returned(), await returned()]).toEqual([SAVED, "not_refundable"]);
      expect(await owedOf(tx, payment)).toMatchObject({ status: "paid", refunded_cents: 9000, needs_refund: false });
      expect(await statuses(tx, id)).toEqual(["confirmed", "cancelled", "confirmed"]);
      const [row] = await callAs(
        tx,
        "another_user",
        (as) => as<{ net: number; refunds: number }[]>`
          select (statement ->> 'net_cents')::integer as net, (statement ->> 'refunded_cents')::integer as refunds
          from public.event_statement(${event}) as statement`,
      );
      expect(row).toEqual({ net: 8000, refunds: 9000 });
    }));

  it("follows the rules of the event after 7 days, and is all of it when the organiser removes the person", () =>
    asOwner(async (tx) => {
      const { id, bia, caio, token } = await threePeople(tx);
      const payment = await pay(tx, id);
      await age(tx, payment);
      expect(await leavingOf(tx, token, 2)).toMatchObject({ full_cents: 0, full_until: null, rules_cents: 4000 });
      expect(await leave(tx, token, caio)).toBe(SAVED);
      expect(await owedOf(tx, payment)).toMatchObject({ law: 0, rules: 4000, due: 4000 });
      expect(await cancelAs(tx, "user", bia)).toBe(SAVED);
      expect(await owedOf(tx, payment)).toMatchObject({ law: 9000, rules: 4000, due: 13_000 });
    }));

  it("is requested at the provider for the part, and the second request has the same amount", () =>
    asOwner(async (tx) => {
      const { id, bia, token } = await threePeople(tx);
      const payment = await pay(tx, id);
      await tx`update public.payments set method = 'card', provider = 'stripe', payment_intent = 'pi_1' where id = ${payment}`;
      await leave(tx, token, bia);
      const request = (cents: number | null = null) =>
        callAs(
          tx,
          "main_admin",
          (as) =>
            as<{ answer: Record<string, unknown> }[]>`
              select public.request_refund(${payment}, 'saiu do pedido', ${cents}) as answer`,
        ).then(([row]) => row!.answer);
      expect(await request()).toMatchObject({ outcome: SAVED, cents: 9000, refunded_cents: 0 });
      expect(await request()).toMatchObject({ cents: 9000, refunded_cents: 0 });
      await tx`select private.advance_payment(${payment}, 'paid', 9000)`;
      expect(await request()).toMatchObject({ outcome: "refused", reason: "not_refundable" });
      expect(await request(8001)).toMatchObject({ outcome: "refused", reason: "not_refundable" });
      // The provider reports that the refund failed: it is owed again.
      await tx`select private.advance_payment(${payment}, 'paid', 0)`;
      expect(await owedOf(tx, payment)).toMatchObject({ needs_refund: true, due: 9000 });
    }));

  it("is never more than was paid, and ends in the refund of the whole order", () =>
    asOwner(async (tx) => {
      const { id, bia, token } = await threePeople(tx);
      const payment = await pay(tx, id);
      await tx`update public.event_registrations set order_cents = 50000 where id = ${bia}`;
      await tx`select private.advance_payment(${payment}, 'paid', 1000)`;
      expect(await leave(tx, token, bia)).toBe(SAVED);
      expect(await owedOf(tx, payment)).toMatchObject({ law: 17_000, refunded_cents: 1000, due: 16_000 });
      expect(await keyOf(tx`select public.cancel_own_registration(${token}) as answer`)).toBe(SAVED);
      expect(await owedOf(tx, payment)).toMatchObject({ needs_refund: true, law: 0, rules: 0, due: 16_000 });
    }));

  it("does not take what the order still owes back, which is asked for no more", () =>
    asOwner(async (tx) => {
      const { id, bia, token } = await threePeople(tx);
      const payment = await pay(tx, id);
      await tx`update public.event_registrations set price_cents = 20000, difference_cents = 3000 where id = ${id}`;
      expect(await leavingOf(tx, token, 1)).toMatchObject({ less_cents: 3000, full_cents: 6000 });
      expect(await leave(tx, token, bia)).toBe(SAVED);
      expect(await owedOf(tx, payment)).toMatchObject({ law: 6000 });
      const [buyer] = await tx`select price_cents, difference_cents from public.event_registrations where id = ${id}`;
      expect(buyer).toEqual({ price_cents: 17_000, difference_cents: 0 });
    }));

  it("stays out of the payout and of the fee of the portal", () =>
    asOwner(async (tx) => {
      const { id, bia, token, event } = await threePeople(tx);
      await pay(tx, id);
      await leave(tx, token, bia);
      const [sums] = await tx`
        select owed_back_cents::integer as back, left_cents::integer as rest from private.event_payout_sums(${event})`;
      expect(sums).toMatchObject({ back: 9000, rest: 8000 });
      const [fee] = await tx`select base_cents::integer as base from private.event_fee_terms(${event})`;
      expect(fee).toEqual({ base: 8000 });
    }));
});

describe("money of the organiser for a person who leaves a paid order", () => {
  const TODAY = brazilianDay(Date.now());
  const record = async (tx: TransactionSql, payment: string, cents: number, left: number, isFinal = false) => {
    const path = `${payment}/${randomUUID()}.pdf`;
    await tx`insert into storage.objects (bucket_id, name) values ('refund-proofs', ${path})`;
    return callAs(tx, "another_user", (as) =>
      keyOf(as`
        select public.record_event_refund(${payment}, ${cents}, ${TODAY}, ${path}, ${isFinal}, ${left}) as answer`),
    );
  };
  const paidToOrganiser = async (tx: TransactionSql) => {
    const made = await threePeople(tx, { own: true });
    await setClaims(tx, "anon");
    const link = await addRegistrationLink(tx, "registration", made.id);
    const [row] = await tx<{ id: string }[]>`select public.open_payment('pix', ${link}) ->> 'id' as id`;
    await callAs(tx, "another_user", (as) => as`select public.confirm_event_pix(${row!.id}, 17000, ${TODAY})`);
    await setClaims(tx, "anon");
    return { ...made, payment: row!.id };
  };
  const owedList = async (tx: TransactionSql, event: string) =>
    (
      await callAs(
        tx,
        "another_user",
        (as) => as<{ owed: Record<string, unknown>[] }[]>`select public.event_money(${event}) -> 'owed' as owed`,
      )
    )[0]!.owed;

  it("is owed with the names, recorded once with its proof, and in the statement", () =>
    asOwner(async (tx) => {
      const { event, id, bia, token, payment } = await paidToOrganiser(tx);
      expect(await leave(tx, token, bia)).toBe(SAVED);
      expect(await owedList(tx, event)).toMatchObject([
        { id: payment, law_cents: 9000, rules_cents: 0, people_left: ["Bia Lima"], registration_status: "confirmed" },
      ]);
      expect(
        await callAs(tx, "another_user", (as) =>
          keyOf(as`select public.undo_event_pix(${payment}, 'engano') as answer`),
        ),
      ).toBe("person_left");
      expect([
        await record(tx, payment, 17_001, 17_000),
        await record(tx, payment, 9000, 17_000),
        await record(tx, payment, 9000, 17_000),
      ]).toEqual(["amount", SAVED, "not_refundable"]);
      expect(await owedList(tx, event)).toEqual([]);
      expect(await statuses(tx, id)).toEqual(["confirmed", "cancelled", "confirmed"]);
      const [row] = await callAs(
        tx,
        "another_user",
        (as) => as<{ net: string }[]>`select public.event_statement(${event}) ->> 'net_cents' as net`,
      );
      expect(row!.net).toBe("8000");
    }));

  it("may be ended by the rules of the event, never below the law", () =>
    asOwner(async (tx) => {
      const { event, bia, caio, token, payment } = await paidToOrganiser(tx);
      expect(await leave(tx, token, caio)).toBe(SAVED);
      await age(tx, payment);
      expect(await leave(tx, token, bia)).toBe(SAVED);
      expect(await owedList(tx, event)).toMatchObject([{ law_cents: 4000, rules_cents: 9000 }]);
      expect(await record(tx, payment, 3000, 17_000, true)).toBe("law");
      expect(await record(tx, payment, 5000, 17_000, true)).toBe(SAVED);
      expect(await owedOf(tx, payment)).toMatchObject({ needs_refund: false, law: 4000, rules: 1000, due: 0 });
      expect(await owedList(tx, event)).toEqual([]);
    }));
});

it("an order that was not confirmed by its address has nobody to take out for a stranger", () =>
  asOwner(async (tx) => {
    const made = await orderEvent(tx, { price: 0 });
    const { id } = await submit(tx, made.type, { people: [{ type: made.type }] });
    const [, second] = await peopleOf(tx, id);
    expect(await leave(tx, await addRegistrationLink(tx, "registration", id), second!.id)).toBe(GONE);
  }));
