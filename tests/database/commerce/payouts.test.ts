import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { MAIN_ADMINS_UP, NOBODY, type Account } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { makeKind } from "../events/registration-support";
import { addCollectedEvent, addPaid, recordPayout, TODAY } from "./payout-rows";

const record = (tx: TransactionSql, event: string, payout: Parameters<typeof recordPayout>[2]) =>
  callAs(tx, "main_admin", (as) => keyOf(recordPayout(as, event, payout)));
const cancel = (tx: TransactionSql, item: string, reason = "Valor errado") =>
  callAs(tx, "main_admin", (as) => keyOf(as`select public.cancel_event_payout(${item}, ${reason}) as answer`));
type Sums = Record<"collected" | "refunded" | "owed_back" | "pending" | "paid_out" | "left", number>;
type Page = { sums: Record<`${keyof Sums}_cents`, number>; payouts: { id: string; by: string | null }[] };
const pageOf = async (tx: TransactionSql, by: Account, event: string) =>
  (await callAs(tx, by, (as) => as<{ answer: Page }[]>`select public.event_payouts_of(${event}) as answer`))[0]!.answer;
const sumsOf = async (tx: TransactionSql, event: string) => {
  const { sums } = await pageOf(tx, "another_user", event);
  return Object.fromEntries(Object.entries(sums).map(([name, cents]) => [name.replace("_cents", ""), cents]));
};
const mailsOf = async (tx: TransactionSql, template: string) =>
  (
    await tx<{ to: string }[]>`
      select data ->> 'to' as to from private.outbox
      where job = 'send-mail' and data ->> 'template' = ${template} order by 1`
  ).map(({ to }) => to);

const addRows = async (tx: TransactionSql) => {
  const kind = await addCollectedEvent(tx);
  await addPaid(tx, kind);
  expect(await record(tx, kind.event, { cents: 1000 })).toBe("saved");
};

describeAccess("event_payouts", addRows, [
  ["select", ["user", "another_user", ...MAIN_ADMINS_UP], "select amount_cents from public.event_payouts"],
  [
    "insert",
    NOBODY,
    `insert into public.event_payouts (event_id, request_id, amount_cents, on_day, destination, reference)
     select event_id, gen_random_uuid(), 1, on_day, 'x', 'x' from public.event_payouts limit 1`,
    addRows,
  ],
  ["update", NOBODY, "update public.event_payouts set amount_cents = 1"],
  ["delete", NOBODY, "delete from public.event_payouts"],
]);

describe("what is left to pay of an event", () => {
  it("is what the portal collected without refunds, money to refund and payouts", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      const [partly, cancelled] = [await addPaid(tx, kind), await addPaid(tx, kind)];
      await addPaid(tx, kind);
      await addPaid(tx, kind, { cents: 700, status: "review" });
      await addPaid(tx, kind, { cents: 900, status: "expired" });
      await addPaid(tx, kind, { cents: 100_000, toOrganiser: true });
      await tx`update public.payments set refunded_cents = 500 where id = ${partly}`;
      await tx`update public.payments set needs_refund = true where id = ${cancelled}`;
      expect(await record(tx, kind.event, { cents: 2000 })).toBe("saved");
      expect(await sumsOf(tx, kind.event)).toEqual({
        collected: 15_000,
        refunded: 500,
        owed_back: 5000,
        pending: 700,
        paid_out: 2000,
        left: 7500,
      });
    }));

  it("is less than zero after a refund of money that was passed on", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      const payment = await addPaid(tx, kind);
      expect(await record(tx, kind.event, { cents: 5000 })).toBe("saved");
      await tx`update public.payments set refunded_cents = 5000, status = 'refunded' where id = ${payment}`;
      expect(await sumsOf(tx, kind.event)).toMatchObject({ left: -5000 });
      expect(await record(tx, kind.event, { cents: 1 })).toBe("too_much");
    }));

  it("counts what the payer disputes as not collected until the dispute is won", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      const payment = await addPaid(tx, kind);
      await tx`update public.payments set disputed_cents = 5000, dispute_status = 'needs_response' where id = ${payment}`;
      expect(await sumsOf(tx, kind.event)).toMatchObject({ left: 0 });
      await tx`update public.payments set disputed_cents = 0, dispute_status = 'won' where id = ${payment}`;
      expect(await sumsOf(tx, kind.event)).toMatchObject({ left: 5000, refunded: 0 });
    }));
});

describe("a payout", () => {
  it("is recorded once for a form that is sent twice, and not for another transfer with its key", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      await addPaid(tx, kind);
      const request = randomUUID();
      expect(await record(tx, kind.event, { cents: 1000, request })).toBe("saved");
      expect(await record(tx, kind.event, { cents: 1000, request })).toBe("saved");
      expect(await record(tx, kind.event, { cents: 1500, request })).toBe("conflict");
      expect(await sumsOf(tx, kind.event)).toMatchObject({ paid_out: 1000 });
      expect(await mailsOf(tx, "event_payout_recorded")).toEqual([
        "another_user@actors.example.org",
        "user@actors.example.org",
      ]);
    }));

  it("is not more than what is left", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      await addPaid(tx, kind);
      expect(await record(tx, kind.event, { cents: 5001 })).toBe("too_much");
      expect(await record(tx, kind.event, { cents: 3000 })).toBe("saved");
      expect(await record(tx, kind.event, { cents: 2001 })).toBe("too_much");
      expect(await record(tx, kind.event, { cents: 2000 })).toBe("saved");
    }));

  it("that was cancelled stays with its reason and can be paid again", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      await addPaid(tx, kind);
      await record(tx, kind.event, { cents: 5000 });
      const { id } = (await pageOf(tx, "main_admin", kind.event)).payouts[0]!;
      expect(await cancel(tx, id)).toBe("saved");
      expect(await cancel(tx, id)).toBe("conflict");
      expect(await cancel(tx, randomUUID())).toBe("gone");
      expect(await sumsOf(tx, kind.event)).toMatchObject({ paid_out: 0, left: 5000 });
      expect((await pageOf(tx, "another_user", kind.event)).payouts).toMatchObject([
        { id, cancel_reason: "Valor errado", by: null },
      ]);
      expect(await mailsOf(tx, "event_payout_cancelled")).toHaveLength(2);
    }));

  it.each([
    ["cents", { cents: 0 }],
    ["on_day", { cents: 1, day: "2999-01-01" }],
    ["destination", { cents: 1, destination: "  " }],
    ["reference", { cents: 1, reference: "" }],
  ])("with a wrong %s is refused", (field, payout) =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      await addPaid(tx, kind);
      const wrong = tx.savepoint((inner) => record(inner, kind.event, payout));
      await expect(wrong).rejects.toMatchObject({ message: "invalid", detail: field });
    }),
  );

  it("needs a recent proof of identity", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      await becomeRole(tx, "main_admin");
      await tx`reset role`;
      await tx`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`;
      await tx`set local role authenticated`;
      const wrong = tx.savepoint((as) => recordPayout(as, kind.event, { cents: 1 }));
      await expect(wrong).rejects.toMatchObject({ code: "28000" });
    }));

  it("does not exist for an event that the portal organises", () =>
    asOwner(async (tx) => {
      const kind = await makeKind(tx, { price: 5000 });
      await addPaid(tx, kind);
      expect(await record(tx, kind.event, { cents: 1 })).toBe("gone");
    }));

  it("is in the statement of the event, but not in its net sum", () =>
    asOwner(async (tx) => {
      const kind = await addCollectedEvent(tx);
      await addPaid(tx, kind);
      await record(tx, kind.event, { cents: 2000 });
      await record(tx, kind.event, { cents: 100 });
      const { payouts } = await pageOf(tx, "main_admin", kind.event);
      await cancel(tx, payouts.find(({ id }) => id !== payouts[0]!.id)!.id);
      const [row] = await callAs(
        tx,
        "another_user",
        (as) => as<{ answer: Record<string, unknown> }[]>`select public.event_statement(${kind.event}) as answer`,
      );
      const kept = (await pageOf(tx, "main_admin", kind.event)).sums.paid_out_cents;
      expect(row!.answer).toMatchObject({
        net_cents: 5000,
        paid_out_cents: kept,
        payouts: [{ day: TODAY, amount_cents: kept, destination: "Pix clube@example.org", reference: "E123" }],
      });
    }));
});

describe("the list of payouts", () => {
  const listed = async (tx: TransactionSql, all: boolean) => {
    const [row] = await callAs(
      tx,
      "main_admin",
      (as) =>
        as<
          { answer: { total: number; events: { event_id: string; left_cents: number }[] } }[]
        >`select public.list_event_payouts(${all}) as answer`,
    );
    return row!.answer;
  };

  it("has events of organisers with money that the portal collected, paid ones only when asked", () =>
    asOwner(async (tx) => {
      const [open, settled, own] = [
        await addCollectedEvent(tx),
        await addCollectedEvent(tx),
        await makeKind(tx, { price: 5000 }),
      ];
      for (const kind of [open, settled, own]) await addPaid(tx, kind);
      await record(tx, settled.event, { cents: 5000 });
      const eventsOf = async (all: boolean) => (await listed(tx, all)).events.map(({ event_id: id }) => id);
      const unsettled = await eventsOf(false);
      expect([open, settled, own].map(({ event }) => unsettled.includes(event))).toEqual([true, false, false]);
      const everything = await eventsOf(true);
      expect([open, settled, own].map(({ event }) => everything.includes(event))).toEqual([true, true, false]);
    }));
});
