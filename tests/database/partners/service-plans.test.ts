import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner } from "../as-role";
import { factsOf, send, type Card } from "../commerce/money";
import { keyOf } from "../outcomes";
import { acting, addOwnedPlace, addPlan, OTHER_PLACE, PLACE } from "./place-rows";

const PRICE = 12_000;

async function arrange(tx: TransactionSql): Promise<string> {
  await addOwnedPlace(tx);
  return addPlan(tx);
}

describeAccess("service_plans", arrange, [
  [
    "select",
    ["user", ...EDITORS_UP],
    (tx) => tx`select plan_name from public.service_plans where service_id = ${PLACE}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.service_plans (id, service_id, plan_name, price_cents, duration_days)
      values (gen_random_uuid(), ${PLACE}, 'Grátis', 1, 1100)`,
    addOwnedPlace,
  ],
  ["update", NOBODY, (tx) => tx`update public.service_plans set price_cents = 1 where service_id = ${PLACE}`],
  ["delete", NOBODY, (tx) => tx`delete from public.service_plans where service_id = ${PLACE}`],
]);

async function addOffer(
  tx: TransactionSql,
  { type = "listing", cents = PRICE, active = true, example = false } = {},
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into public.publication_plans (name, price, plan_type, duration_days, is_active, is_example)
    values ('Destaque', ${cents / 100}, ${type}, 30, ${active}, ${example}) returning id`;
  return row!.id;
}

type Ordered = { outcome: string; id?: string };
async function order(tx: TransactionSql, plan: string, request = randomUUID(), place = PLACE): Promise<Ordered> {
  const [row] = await acting(
    tx,
    "user",
    (me) => me<{ answer: Ordered }[]>`select public.order_service_plan(${place}, ${plan}, ${request}) as answer`,
  );
  return row!.answer;
}

/** A place with one unpaid order; returns its id. */
async function ordered(tx: TransactionSql): Promise<string> {
  await addOwnedPlace(tx);
  return (await order(tx, await addOffer(tx))).id!;
}

async function openPayment(tx: TransactionSql, plan: string, method: "card" | "pix"): Promise<string> {
  const [row] = await acting(
    tx,
    "user",
    (me) => me<{ id: string }[]>`select public.open_plan_payment(${plan}, ${method}) ->> 'id' as id`,
  );
  return row!.id;
}

async function openCard(tx: TransactionSql, plan: string): Promise<Card> {
  const id = await openPayment(tx, plan, "card");
  const session = `cs_test_${id.replaceAll("-", "")}`;
  await tx`select public.attach_checkout(${id}, ${session}, 'https://pay.example.org/x', now() + interval '32 minutes')`;
  return { id, session, intent: `pi_test_${id.replaceAll("-", "")}` };
}

const pay = (tx: TransactionSql, card: Card, event: string, cents = PRICE) =>
  send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, cents), event);

const decidePix = (tx: TransactionSql, id: string, decision = "approve") =>
  acting(tx, "main_admin", (me) => me`select public.decide_pix(${id}, ${decision}, 'não chegou')`);

/** Status and days until start and end of a plan, counted from today. */
async function stateOf(tx: TransactionSql, plan: string) {
  const [row] = await tx<{ status: string; starts: number | null; ends: number | null }[]>`
    select status, starts_on - private.brazilian_today() as starts, ends_on - private.brazilian_today() as ends
    from public.service_plans where id = ${plan}`;
  return [row!.status, row!.starts, row!.ends];
}

const refundOf = async (tx: TransactionSql, id: string) =>
  (await tx<{ needs_refund: boolean }[]>`select needs_refund from public.payments where id = ${id}`)[0]!.needs_refund;
const sponsored = async (tx: TransactionSql) =>
  (await tx<{ id: string }[]>`select public.sponsored_places('SC') as id`).map(({ id }) => id).includes(PLACE);
const today = (days: number) => `private.brazilian_today() + ${days}`;

describe("an order", () => {
  it("is stored once for a repeated request and for a second click", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      const [plan, request] = [await addOffer(tx), randomUUID()];
      const answers = [await order(tx, plan, request), await order(tx, plan, request), await order(tx, plan)];
      expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([request]));
      const [row] = await tx`select count(*)::integer as orders, max(price_cents) as price, max(account_id::text) as by
        from public.service_plans where service_id = ${PLACE}`;
      expect(row).toEqual({ orders: 1, price: PRICE, by: ID_OF.user });
    }));

  it("is replaced by another plan, unless somebody is paying it", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      const [first, second] = [await addOffer(tx), await addOffer(tx, { cents: 30_000 })];
      const old = (await order(tx, first)).id!;
      const card = await openCard(tx, old);
      const chosen = (await order(tx, second)).id!;
      expect([await stateOf(tx, old), await stateOf(tx, chosen)]).toEqual([
        ["cancelled", null, null],
        ["ordered", null, null],
      ]);
      // The card page of the replaced order was completed before it ended: that money goes back.
      await pay(tx, card, "evt_plan_replaced");
      expect([(await stateOf(tx, old))[0], await refundOf(tx, card.id)]).toEqual(["cancelled", true]);
      await tx`update public.payments set status = 'review' where id = ${await openPayment(tx, chosen, "pix")}`;
      expect(await order(tx, first)).toEqual({ outcome: "conflict", id: chosen });
    }));

  it("takes plans of places on offer only, and only for an own place", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      const wrong = [
        await addOffer(tx, { type: "ad_banner" }),
        await addOffer(tx, { active: false }),
        await addOffer(tx, { example: true }),
        randomUUID(),
      ];
      for (const plan of wrong) expect(await order(tx, plan)).toEqual({ outcome: "gone" });
      await expect(order(tx, await addOffer(tx), randomUUID(), OTHER_PLACE)).rejects.toMatchObject({ code: "42501" });
    }));

  it("ends after a month without a payment", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      const plan = await addPlan(tx, { created: "now() - interval '31 days'" });
      await tx`select private.end_service_plans()`;
      expect(await stateOf(tx, plan)).toEqual(["cancelled", null, null]);
    }));
});

describe("a payment", () => {
  it("starts the plan once, however often its events come", () =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const card = await openCard(tx, plan);
      expect(await openPayment(tx, plan, "card")).toBe(card.id);
      for (const event of ["evt_plan_1", "evt_plan_1", "evt_plan_2"]) await pay(tx, card, event);
      expect([await stateOf(tx, plan), await refundOf(tx, card.id), await sponsored(tx)]).toEqual([
        ["active", 0, 29],
        false,
        true,
      ]);
      const [{ expired, notices }] = (await tx`
        select (select count(*)::integer from private.expired_tags where 'services:SC' = any (tags)) as expired,
          (select count(*)::integer from public.notifications where user_id = ${ID_OF.user} and title = 'Plano pago') as notices`) as unknown as [
        { expired: number; notices: number },
      ];
      expect([expired > 0, notices]).toEqual([true, 1]);
    }));

  it("by Pix starts the plan when a financial manager confirms it, once", () =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const pix = await openPayment(tx, plan, "pix");
      await decidePix(tx, pix);
      await decidePix(tx, pix);
      expect([await stateOf(tx, plan), await refundOf(tx, pix)]).toEqual([["active", 0, 29], false]);
      await expect(openPayment(tx, plan, "card")).rejects.toThrow("nothing_to_pay");
    }));

  it.each([["card first"], ["Pix first"]])("goes back when the plan is paid already: %s", (sequence) =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const [card, pix] = [await openCard(tx, plan), await openPayment(tx, plan, "pix")];
      const steps = [() => pay(tx, card, "evt_plan_twice"), () => decidePix(tx, pix)];
      for (const step of sequence === "card first" ? steps : steps.toReversed()) await step();
      expect(await stateOf(tx, plan)).toEqual(["active", 0, 29]);
      expect([await refundOf(tx, card.id), await refundOf(tx, pix)]).toEqual(
        sequence === "card first" ? [false, true] : [true, false],
      );
    }),
  );

  it.each([
    ["card", "pix", "refund"],
    ["card", "refund", "pix"],
    ["pix", "card", "refund"],
    ["pix", "refund", "card"],
    ["refund", "card", "pix"],
    ["refund", "pix", "card"],
  ] as const)("is counted once and nothing is kept without a plan: %s, %s, %s", (...sequence) =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const [card, pix] = [await openCard(tx, plan), await openPayment(tx, plan, "pix")];
      const steps = {
        card: () => pay(tx, card, "evt_plan_any"),
        pix: () => decidePix(tx, pix),
        refund: () => send(tx, "charge.refunded", factsOf("charge.refunded", card, PRICE), "evt_plan_back"),
      };
      // Every event comes twice.
      for (const step of sequence) for (const _ of "12") await steps[step]();
      const [row] = await tx<{ status: string; payment_id: string }[]>`
        select status, payment_id from public.service_plans where id = ${plan}`;
      const isPaidByPix = sequence.indexOf("pix") < sequence.indexOf("card") || sequence[0] === "refund";
      expect(row).toEqual(
        isPaidByPix ? { status: "active", payment_id: pix } : { status: "cancelled", payment_id: card.id },
      );
      expect([await refundOf(tx, card.id), await refundOf(tx, pix)]).toEqual([false, !isPaidByPix]);
      const [booked] = await tx`
        select sum(amount_cents)::integer as cents from public.payment_entries where payment_id in (${card.id}, ${pix})`;
      expect(booked!.cents).toBe(PRICE);
    }),
  );

  it("of another amount pays nothing and is marked for a refund", () =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const card = await openCard(tx, plan);
      expect(await pay(tx, card, "evt_plan_amount", PRICE - 1)).toBe("amount_mismatch");
      expect([(await stateOf(tx, plan))[0], await refundOf(tx, card.id)]).toEqual(["ordered", true]);
    }));

  it("for a cancelled order or a deleted place is marked for a refund", () =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const card = await openCard(tx, plan);
      await tx`update public.services set deleted_at = now() where id = ${PLACE}`;
      await pay(tx, card, "evt_plan_deleted");
      expect([(await stateOf(tx, plan))[0], await refundOf(tx, card.id)]).toEqual(["ordered", true]);
    }));

  it("that is refunded ends the plan, also when the refund comes before the payment", () =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const card = await openCard(tx, plan);
      await pay(tx, card, "evt_plan_paid");
      await send(tx, "charge.refunded", factsOf("charge.refunded", card, PRICE), "evt_plan_refund");
      expect([(await stateOf(tx, plan))[0], await refundOf(tx, card.id), await sponsored(tx)]).toEqual([
        "cancelled",
        false,
        false,
      ]);
      const next = (await order(tx, await addOffer(tx))).id!;
      const other = await openCard(tx, next);
      await send(tx, "charge.refunded", factsOf("charge.refunded", other, PRICE), "evt_plan_early_refund");
      await pay(tx, other, "evt_plan_late_payment");
      expect([(await stateOf(tx, next))[0], await sponsored(tx)]).toEqual(["ordered", false]);
    }));

  it("of a renewal appends it, and the refund of the first plan closes the gap", () =>
    asOwner(async (tx) => {
      const first = await ordered(tx);
      const card = await openCard(tx, first);
      await pay(tx, card, "evt_plan_first");
      const second = (await order(tx, await addOffer(tx))).id!;
      await decidePix(tx, await openPayment(tx, second, "pix"));
      expect([await stateOf(tx, first), await stateOf(tx, second)]).toEqual([
        ["active", 0, 29],
        ["active", 30, 59],
      ]);
      await send(tx, "charge.refunded", factsOf("charge.refunded", card, PRICE), "evt_plan_first_refund");
      expect(await stateOf(tx, second)).toEqual(["active", 0, 29]);
    }));

  it("is opened and receives a receipt for the place of the owner only", () =>
    asOwner(async (tx) => {
      const plan = await ordered(tx);
      const pix = await openPayment(tx, plan, "pix");
      const path = `${pix}/${randomUUID()}.pdf`;
      await tx`insert into storage.objects (bucket_id, name) values ('payment-receipts', ${path})`;
      const attach = async (wanted: string) =>
        keyOf(tx`select public.attach_plan_receipt(${wanted}, ${pix}, ${path}) as answer`);
      expect([await attach(randomUUID()), await attach(plan)]).toEqual(["gone", "saved"]);
      await expect(openPayment(tx, plan, "card")).rejects.toThrow("in_progress");
      await decidePix(tx, pix, "reject");
      const [{ notices }] = (await tx`
        select count(*)::integer as notices from public.notifications where user_id = ${ID_OF.user} and title = 'Comprovante recusado'`) as unknown as [
        { notices: number },
      ];
      expect(notices).toBe(1);
    }));
});

it("orders and payments of plans are listed among the payments of the account that ordered", () =>
  asOwner(async (tx) => {
    const plan = await ordered(tx);
    const listed = (actor: "user" | "vendedor") =>
      acting(tx, actor, async (me) => [
        ...(await me`select plan_id, place, registration_id, amount_cents, method, status from public.own_payments()`),
      ]);
    const row = {
      plan_id: plan,
      place: "Oficina do Teste",
      registration_id: null,
      amount_cents: PRICE,
      method: null,
      status: "open",
    };
    expect([await listed("user"), await listed("vendedor")]).toEqual([[row], []]);
    await decidePix(tx, await openPayment(tx, plan, "pix"));
    expect(await listed("user")).toEqual([{ ...row, method: "pix", status: "paid" }]);
  }));

describe("the end of a plan", () => {
  it("lowers the place by date, before the job marks it, and never changes the place", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      const placeNow = async () => (await tx`select * from public.services where id = ${PLACE}`)[0];
      const before = await placeNow();
      const plan = await addPlan(tx, { status: "active", starts: today(-29), ends: today(0) });
      expect(await sponsored(tx)).toBe(true);
      await tx`update public.service_plans set starts_on = starts_on - 1, ends_on = ends_on - 1 where id = ${plan}`;
      expect(await sponsored(tx)).toBe(false);
      const [first] = await tx`select private.end_service_plans() as ended`;
      const [second] = await tx`select private.end_service_plans() as ended`;
      expect([first!.ended > 0, second!.ended, (await stateOf(tx, plan))[0]]).toEqual([true, 0, "ended"]);
      expect(await placeNow()).toEqual(before);
    }));

  it("is not shown for a place that is not published", () =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await addPlan(tx, { status: "active", starts: today(0), ends: today(29) });
      await tx`update public.services set status = 'draft' where id = ${PLACE}`;
      expect(await sponsored(tx)).toBe(false);
    }));

  it.each([
    ["once, 15 days ahead", 15, false, 1],
    ["not 16 days ahead", 16, false, 0],
    ["not when it is renewed", 15, true, 0],
  ])("is mailed to owners %s", (_name, days, isRenewed, mails) =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await tx`update public.profiles set email_verified_at = now() where id in (${ID_OF.user}, ${ID_OF.vendedor})`;
      await addPlan(tx, { status: "active", starts: today(-10), ends: today(days) });
      if (isRenewed) await addPlan(tx, { status: "active", starts: today(days + 1), ends: today(days + 30) });
      await tx`select private.end_service_plans()`;
      await tx`select private.end_service_plans()`;
      const sent = await tx<{ data: { to: string; data: object } }[]>`
        select data from private.outbox where job = 'send-mail' and data ->> 'template' = 'plan_ending'`;
      expect(sent.map(({ data }) => data.to)).toEqual(Array(mails).fill("user@actors.example.org"));
    }),
  );
});

it("the wish of an approved request is preselected, and a plan that is not on offer is refused", () =>
  asOwner(async (tx) => {
    await addOwnedPlace(tx);
    const plan = await addOffer(tx);
    const payload = (wish: string) => ({
      kind: "claim",
      state_abbr: "SC",
      service_id: PLACE,
      requester_name: "Ana",
      requester_email: "ana@example.org",
      message: "É meu",
      plan_id: wish,
      plan_name: "Outro nome",
    });
    await tx`select public.submit_service_request(${tx.json(payload(plan))})`;
    const [request] = await tx`
      update public.service_requests set status = 'approved' where service_id = ${PLACE} and kind = 'claim' returning payload`;
    expect(request!.payload).toMatchObject({ plan_id: plan, plan_name: "Destaque" });
    const [row] = await acting(
      tx,
      "user",
      (me) => me<{ plans: object }[]>`select public.read_place_plans(${PLACE}) as plans`,
    );
    expect(row!.plans).toEqual({ orders: [], wish: plan });
    for (const wish of [randomUUID(), await addOffer(tx, { example: true })])
      await expect(
        tx.savepoint((inner) => inner`select public.submit_service_request(${tx.json(payload(wish))})`),
      ).rejects.toThrow(/^invalid$/);
  }));
