import { randomUUID } from "node:crypto";
import postgres from "postgres";
import type { TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP, NOBODY, type Actor } from "../actors";
import { asOwner, asRole, becomeRole, callAs, sql } from "../as-role";
import { keyOf, SAVED } from "../outcomes";
import { EVENTS, factsOf, makeSale, openCard, openPix, send, stateOf } from "./money";

/** Concurrent callers need separate connections. */
const parallelSql = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 20, onnotice: () => {} });
afterAll(async () => {
  await parallelSql.end();
  // Concurrent transactions were committed and are not rolled back.
  await sql`truncate public.sellers, public.payments, public.payment_webhook_events cascade`;
  await sql`delete from public.publication_plans where name = 'Estrada'`;
});

const THEIRS: readonly Actor[] = ["vendedor", ...MAIN_ADMINS_UP];

/** A paid sale of the acting seller, with commission, payout and event. */
async function paidSale(tx: TransactionSql) {
  const sale = await makeSale(tx);
  const card = await openCard(tx, sale);
  await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents), "evt_access");
  await tx`insert into public.commission_payouts (seller_id, total_cents, commissions, note) values (${sale.seller}, 4500, 1, 'access')`;
}
const otherSale = async (tx: TransactionSql) => {
  const sale = await makeSale(tx, { account: "another_user" });
  const card = await openCard(tx, sale);
  await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents), "evt_stranger");
};

describeAccess("payments", paidSale, [
  ["select of an own sale", THEIRS, "select 1 from public.payments"],
  ["select of another seller's sale", ["another_user", ...MAIN_ADMINS_UP], "select 1 from public.payments", otherSale],
  [
    "insert",
    NOBODY,
    "insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status, paid_at) values ('sale', gen_random_uuid(), 'pix', 100, 'pix', 'paid', now())",
    paidSale,
  ],
  ["update", NOBODY, "update public.payments set status = 'paid', paid_at = now()"],
  ["delete", NOBODY, "delete from public.payments"],
]);

describeAccess("commissions", paidSale, [
  ["select", THEIRS, "select 1 from public.commissions"],
  ["select of another account", ["another_user", ...MAIN_ADMINS_UP], "select 1 from public.commissions", otherSale],
  [
    "insert",
    NOBODY,
    "insert into public.commissions (sale_id, seller_id, amount_cents) values (gen_random_uuid(), gen_random_uuid(), 100)",
    paidSale,
  ],
  ["update", NOBODY, "update public.commissions set status = 'paid', amount_cents = 1"],
  ["delete", NOBODY, "delete from public.commissions"],
]);

describeAccess("commission_payouts", paidSale, [
  ["select", THEIRS, "select 1 from public.commission_payouts"],
  [
    "insert",
    NOBODY,
    "insert into public.commission_payouts (seller_id, total_cents, commissions) values (gen_random_uuid(), 1, 1)",
    paidSale,
  ],
  ["update", NOBODY, "update public.commission_payouts set total_cents = 0"],
  ["delete", NOBODY, "delete from public.commission_payouts"],
]);

describeAccess("payment_webhook_events", paidSale, [
  ["select", MAIN_ADMINS_UP, "select 1 from public.payment_webhook_events"],
  [
    "insert",
    NOBODY,
    "insert into public.payment_webhook_events (provider, event_id, type, outcome) values ('stripe', 'evt_forged', 'x', 'paid')",
    paidSale,
  ],
  ["update", NOBODY, "update public.payment_webhook_events set outcome = 'paid'"],
  ["delete", NOBODY, "delete from public.payment_webhook_events"],
]);

describe("server functions", () => {
  const CALLS: readonly [string, (tx: TransactionSql, id: string) => Promise<unknown>][] = [
    [
      "record_stripe_event",
      (tx) => tx`select public.record_stripe_event('evt_forged', 'checkout.session.completed', now(), '{}')`,
    ],
    ["attach_checkout", (tx, id) => tx`select public.attach_checkout(${id}, 'cs_x', 'https://evil.example', now())`],
    ["attach_pix", (tx, id) => tx`select public.attach_pix(${id}, 'forged')`],
    ["attach_receipt", (tx, id) => tx`select public.attach_receipt('x', ${id}, 'x')`],
    ["read_contract", (tx) => tx`select public.read_contract('x')`],
  ];
  it.each(CALLS.flatMap(([name, run]) => ACTORS.map((actor) => [name, actor, run] as const)))(
    "%s refuses %s",
    async (_, actor, run) => {
      await expect(asRole(actor, async (tx) => run(tx, randomUUID()))).rejects.toMatchObject({ code: "42501" });
    },
  );
});

describe("financial decisions", () => {
  const CALLS: readonly [string, (tx: TransactionSql) => Promise<unknown>][] = [
    ["decide_pix", (tx) => tx`select public.decide_pix(${randomUUID()}, 'approve')`],
    ["mark_refunded", (tx) => tx`select public.mark_refunded(${randomUUID()}, 'motivo')`],
    ["request_refund", (tx) => tx`select public.request_refund(${randomUUID()}, 'motivo')`],
    ["approve_commissions", (tx) => tx`select public.approve_commissions(array[]::uuid[])`],
    ["pay_commissions", (tx) => tx`select public.pay_commissions(array[]::uuid[])`],
  ];
  it.each(
    CALLS.flatMap(([name, run]) =>
      ACTORS.filter((actor) => !(MAIN_ADMINS_UP as readonly Actor[]).includes(actor)).map(
        (actor) => [name, actor, run] as const,
      ),
    ),
  )("%s refuses %s", async (_, actor, run) => {
    await expect(asRole(actor, run)).rejects.toMatchObject({ code: "42501" });
  });
});

/** All permutations of a list. */
function orders<T>(list: readonly T[]): T[][] {
  return list.length < 2
    ? [[...list]]
    : list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

const REFUNDED = {
  payment_status: "pending",
  cancelled: true,
  cancel_reason: "refunded",
  has_payment: true,
  commission: "reversed",
  commission_cents: 4500,
};

describe("Stripe events", () => {
  it("delivered 50 times concurrently cause one transition", async () => {
    const sale = await makeSale(parallelSql);
    const card = await openCard(parallelSql, sale);
    const facts = factsOf("checkout.session.completed", card, sale.cents);
    const result = await Promise.all(
      Array.from({ length: 50 }, () => send(parallelSql, "checkout.session.completed", facts, `evt_${card.id}`)),
    );
    expect(result.filter((one) => one === "paid")).toHaveLength(1);
    expect(result.filter((one) => one === "duplicate")).toHaveLength(49);
    expect(await stateOf(parallelSql, sale)).toMatchObject({
      payment_status: "paid",
      commission: "pending",
      commission_cents: 4500,
      payments: ["paid 0 false"],
    });
    const [kept] =
      await parallelSql`select count(*)::int as events from public.payment_webhook_events where event_id = ${`evt_${card.id}`}`;
    expect(kept?.events).toBe(1);
  });

  it("five concurrent ones for one payment, ten times, give the same result as in sequence", async () => {
    for (let round = 0; round < 10; round++) {
      const sale = await makeSale(parallelSql);
      const card = await openCard(parallelSql, sale);
      await Promise.all(EVENTS.map((type) => send(parallelSql, type, factsOf(type, card, sale.cents))));
      expect(await stateOf(parallelSql, sale)).toMatchObject({ ...REFUNDED, payments: ["refunded 45000 false"] });
    }
  });

  it("in all 120 orders give the same final state", async () => {
    const ends = new Set<string>();
    const all = orders(EVENTS);
    for (const order of all) {
      const sale = await makeSale(sql);
      const card = await openCard(sql, sale);
      for (const type of order) await send(sql, type, factsOf(type, card, sale.cents));
      ends.add(JSON.stringify(await stateOf(sql, sale)));
    }
    expect(all).toHaveLength(120);
    expect([...ends].map((end) => JSON.parse(end) as unknown)).toEqual([
      { ...REFUNDED, payments: ["refunded 45000 false"] },
    ]);
  }, 120_000);

  it("without a refund, in all 24 orders, leave the sale paid", async () => {
    const ends = new Set<string>();
    for (const order of orders(EVENTS.filter((type) => type !== "charge.refunded"))) {
      const sale = await makeSale(sql);
      const card = await openCard(sql, sale);
      for (const type of order) await send(sql, type, factsOf(type, card, sale.cents));
      ends.add(JSON.stringify(await stateOf(sql, sale)));
    }
    expect([...ends]).toHaveLength(1);
    expect(JSON.parse([...ends][0]!)).toMatchObject({
      payment_status: "paid",
      cancelled: false,
      commission: "pending",
      payments: ["paid 0 false"],
    });
  }, 60_000);

  it("with a wrong or missing amount or a wrong currency never mark a sale as paid", async () => {
    for (const wrong of [
      { amount_cents: 1 },
      { amount_cents: undefined },
      { currency: "usd" },
      { currency: undefined },
    ]) {
      const result = await asOwner(async (tx) => {
        const sale = await makeSale(tx);
        const card = await openCard(tx, sale);
        const outcome = await send(
          tx,
          "checkout.session.completed",
          JSON.parse(
            JSON.stringify({ ...factsOf("checkout.session.completed", card, sale.cents), ...wrong }),
          ) as object,
        );
        return { outcome, ...(await stateOf(tx, sale)) };
      });
      expect(result).toMatchObject({
        outcome: "amount_mismatch",
        payment_status: "pending",
        commission: null,
        payments: ["pending 0 true"],
      });
    }
  });

  it("about unknown objects are stored and change nothing", async () => {
    const result = await asOwner(async (tx) => [
      await send(tx, "checkout.session.completed", { session_id: "cs_other", payment_status: "paid" }),
      (await tx`select outcome from public.payment_webhook_events order by created_at desc limit 1`)[0]?.outcome,
    ]);
    expect(result).toEqual(["unknown", "unknown"]);
  });

  it("cannot use the id of another payment", async () => {
    await asOwner(async (tx) => {
      const [first, second] = [await makeSale(tx), await makeSale(tx)];
      const [one, other] = [await openCard(tx, first), await openCard(tx, second)];
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", one, first.cents));
      const result = await send(tx, "checkout.session.completed", {
        ...factsOf("checkout.session.completed", other, second.cents),
        payment_intent: one.intent,
      });
      expect(result).toBe("paid");
    });
  });
});

describe("double payments and refunds", () => {
  it("a second payment is stored and flagged, and the first one remains valid", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      const pix = await openPix(tx, sale);
      await tx`update public.payments set status = 'review' where id = ${pix}`;
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
      const [decided] = await callAs(tx, "main_admin", () => tx`select public.decide_pix(${pix}, 'approve') as result`);
      expect(decided?.result).toMatchObject({ outcome: "saved", status: "paid" });
      const [row] = await tx`select payment_id from public.sales where id = ${sale.id}`;
      expect(row?.payment_id).toBe(card.id);
      const payments =
        await tx`select id, status, needs_refund from public.payments where subject_id = ${sale.id} order by method`;
      expect([...payments]).toEqual([
        { id: card.id, status: "paid", needs_refund: false },
        { id: pix, status: "paid", needs_refund: true },
      ]);
      // Refunding the second payment does not change the sale.
      await callAs(tx, "main_admin", () => tx`select public.mark_refunded(${pix}, 'pagou duas vezes')`);
      expect(await stateOf(tx, sale)).toMatchObject({
        payment_status: "paid",
        cancelled: false,
        commission: "pending",
      });
    });
  });

  it("concurrent card and Pix payments: one is valid, the other is flagged", async () => {
    for (let round = 0; round < 10; round++) {
      const sale = await makeSale(parallelSql);
      const [card, pix] = [await openCard(parallelSql, sale), await openPix(parallelSql, sale)];
      await Promise.all([
        send(parallelSql, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents)),
        parallelSql.begin(async (tx) => {
          await becomeRole(tx, "main_admin");
          await tx`select public.decide_pix(${pix}, 'approve')`;
        }),
      ]);
      const payments =
        await parallelSql`select needs_refund from public.payments where subject_id = ${sale.id} and status = 'paid' order by needs_refund`;
      expect(payments.map(({ needs_refund: flagged }) => flagged as boolean)).toEqual([false, true]);
    }
  });

  it("a partial refund keeps the sale, a refund of the rest ends it", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
      await send(tx, "charge.refunded", factsOf("charge.refunded", card, sale.cents, 10_000));
      expect(await stateOf(tx, sale)).toMatchObject({
        payment_status: "paid",
        cancelled: false,
        commission: "pending",
        payments: ["paid 10000 false"],
      });
      await send(tx, "charge.refunded", factsOf("charge.refunded", card, sale.cents, 45_000));
      expect(await stateOf(tx, sale)).toMatchObject({ ...REFUNDED, payments: ["refunded 45000 false"] });
      // Final state: no event marks it as paid again, and no new payment can be opened.
      await send(
        tx,
        "checkout.session.async_payment_succeeded",
        factsOf("checkout.session.async_payment_succeeded", card, sale.cents),
      );
      expect(await stateOf(tx, sale)).toMatchObject(REFUNDED);
      await expect(tx.savepoint((inner) => openPix(inner, sale))).rejects.toMatchObject({ message: "nothing_to_pay" });
    });
  });

  it("a card refund requires a reason, is limited to the remaining amount, and is logged with its actor", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
      await becomeRole(tx, "main_admin");
      const [asked] = await tx`select public.request_refund(${card.id}, 'cliente desistiu', 10000) as result`;
      expect(asked?.result).toEqual({ ...SAVED, payment_intent: card.intent, refunded_cents: 0, cents: 10_000 });
      expect(await keyOf(tx`select public.request_refund(${card.id}, 'demais', 45001) as answer`)).toBe(
        "not_refundable",
      );
      await expect(tx.savepoint((inner) => inner`select public.request_refund(${card.id}, ' ')`)).rejects.toMatchObject(
        { message: "invalid" },
      );
      await tx`reset role`;
      const [trail] =
        await tx`select reason from public.audit_log where entity = 'payments' and entity_id = ${card.id} and reason is not null order by id desc limit 1`;
      expect(trail?.reason).toBe("cliente desistiu");
    });
  });

  it("a payment after the cancellation of the sale is flagged and does not mark it as paid", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await tx`update public.sales set cancelled_at = now(), cancel_reason = 'desistiu' where id = ${sale.id}`;
      await send(tx, "checkout.session.completed", factsOf("checkout.session.completed", card, sale.cents));
      expect(await stateOf(tx, sale)).toMatchObject({
        payment_status: "pending",
        cancelled: true,
        commission: null,
        payments: ["paid 0 true"],
      });
    });
  });
});

describe("opening a payment", () => {
  it("twenty concurrent calls open one payment", async () => {
    const sale = await makeSale(parallelSql);
    const opened = await Promise.all(Array.from({ length: 20 }, () => openPix(parallelSql, sale)));
    expect(new Set(opened).size).toBe(1);
  });

  it("is allowed for the token's holder and the sale's own seller", async () => {
    const attempt = (
      actor: Actor,
      call: (tx: TransactionSql, sale: { id: string; token: string }) => Promise<unknown>,
    ) =>
      asOwner(async (tx) => {
        const sale = await makeSale(tx);
        await becomeRole(tx, actor);
        return call(tx, sale).then(
          () => "opened",
          ({ message }: Error) => message,
        );
      });
    const bySale = (tx: TransactionSql, { id }: { id: string }) => tx`select public.open_payment('card', null, ${id})`;
    for (const actor of ACTORS)
      expect([actor, await attempt(actor, bySale)]).toEqual([actor, actor === "vendedor" ? "opened" : "sale_missing"]);
    expect(await attempt("anon", (tx, { token }) => tx`select public.open_payment('card', ${token})`)).toBe("opened");
    expect(await attempt("anon", (tx) => tx`select public.open_payment('card', ${"0".repeat(64)})`)).toBe(
      "sale_missing",
    );
  });
});

describe("commissions", () => {
  it("are paid once for concurrent calls, with one payout per seller", async () => {
    const sales = [
      await makeSale(parallelSql),
      await makeSale(parallelSql, { cents: 10_000 }),
      await makeSale(parallelSql, { account: "another_user" }),
    ];
    for (const sale of sales)
      await send(
        parallelSql,
        "checkout.session.completed",
        factsOf("checkout.session.completed", await openCard(parallelSql, sale), sale.cents),
      );
    const rows = await parallelSql<
      { id: string }[]
    >`select id from public.commissions where sale_id in ${parallelSql(sales.map(({ id }) => id))}`;
    const items = rows.map(({ id }) => id);
    const asAdmin = async <T>(call: (tx: TransactionSql) => Promise<T>): Promise<T> =>
      parallelSql.begin(async (tx) => {
        await becomeRole(tx, "main_admin");
        return call(tx);
      }) as Promise<T>;
    const note = randomUUID();
    // Only approved commissions can be paid.
    expect(
      await asAdmin(
        async (tx) => (await tx`select public.pay_commissions(${items}, ${note}) as paid`)[0]?.paid as unknown,
      ),
    ).toBe(0);
    await asAdmin((tx) => tx`select public.approve_commissions(${items})`);
    const paid = await Promise.all(
      Array.from({ length: 10 }, () =>
        asAdmin(async (tx) => (await tx`select public.pay_commissions(${items}, ${note}) as paid`)[0]?.paid as number),
      ),
    );
    expect(paid.toSorted((a, b) => b - a)).toEqual([3, ...Array.from({ length: 9 }, () => 0)]);
    const payouts =
      await parallelSql`select total_cents, commissions from public.commission_payouts where note = ${note} order by total_cents`;
    expect([...payouts]).toEqual([
      { total_cents: 4500, commissions: 1 },
      { total_cents: 5500, commissions: 2 },
    ]);
  });
});

it("a receipt is accepted only for its own sale and only when its file exists", async () => {
  await asOwner(async (tx) => {
    const [sale, other] = [await makeSale(tx), await makeSale(tx)];
    const pix = await openPix(tx, sale);
    const path = `${pix}/${randomUUID()}.png`;
    const attach = async (token: string, name: string) =>
      keyOf(tx`select public.attach_receipt(${token}, ${pix}, ${name}) as answer`);
    expect(await attach(sale.token, path)).toBe("gone");
    await tx`insert into storage.objects (bucket_id, name) values ('payment-receipts', ${path})`;
    expect(await attach(other.token, path)).toBe("gone");
    expect(await attach(sale.token, `../${path}`)).toBe("gone");
    expect(await attach(sale.token, path)).toBe("saved");
    expect(await stateOf(tx, sale)).toMatchObject({ payment_status: "pending", payments: ["review 0 false"] });
  });
});
