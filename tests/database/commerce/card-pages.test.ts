import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, becomeRole, callAs } from "../as-role";
import { factsOf, makeSale, openCard, openPix, send, stateOf, type Card, type Sale } from "./money";

const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    ({ message }: Error) => message,
  );
const expiring = async (tx: TransactionSql, card: Card) =>
  (await tx`select 1 from private.outbox where job = 'expire-card-page' and data ->> 'session' = ${card.session}`)
    .length;
const statusOf = async (tx: TransactionSql, id: string) =>
  (await tx<{ status: string }[]>`select status from public.payments where id = ${id}`)[0]!.status;

const ENDINGS: readonly [string, (tx: TransactionSql, sale: Sale) => Promise<unknown>][] = [
  [
    "paid by Pix",
    async (tx, sale) => {
      const pix = await openPix(tx, sale);
      await callAs(tx, "main_admin", () => tx`select public.decide_pix(${pix}, 'approve')`);
    },
  ],
  [
    "cancelled",
    async (tx, sale) => {
      await callAs(tx, "main_admin", () => tx`select public.cancel_sale(${sale.id}, 'desistiu')`);
    },
  ],
  [
    "waiting for a receipt to be checked",
    async (tx, sale) => {
      const pix = await openPix(tx, sale);
      const path = `${pix}/${randomUUID()}.pdf`;
      await tx`insert into storage.objects (bucket_id, name) values ('payment-receipts', ${path})`;
      await tx`select public.attach_receipt(${sale.token}, ${pix}, ${path})`;
    },
  ],
];

describe("open card pages", () => {
  it.each(ENDINGS)("of a sale %s are expired in the database and at Stripe", async (_, end) => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await end(tx, sale);
      expect([await statusOf(tx, card.id), await expiring(tx, card)]).toEqual(["expired", 1]);
    });
  });

  it("attached after the sale was cancelled are expired", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const [row] = await tx<{ id: string }[]>`select public.open_payment('card', ${sale.token}) ->> 'id' as id`;
      await tx`update public.sales set cancelled_at = now(), cancel_reason = 'desistiu' where id = ${sale.id}`;
      await tx`select public.attach_checkout(${row!.id}, 'cs_late', 'https://pay.example.org/x', now() + interval '1 hour')`;
      expect(await expiring(tx, { id: row!.id, session: "cs_late", intent: "" })).toBe(1);
    });
  });
});

describe("a payment in progress", () => {
  it("by a delayed method is shown as pending and blocks a second payment until it ends", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const card = await openCard(tx, sale);
      await send(tx, "checkout.session.completed", {
        ...factsOf("checkout.session.completed", card, sale.cents),
        payment_status: "unpaid",
      });
      expect(await statusOf(tx, card.id)).toBe("processing");
      expect(await refusal(tx.savepoint((inner) => openPix(inner, sale)))).toBe("in_progress");
      await send(
        tx,
        "checkout.session.async_payment_failed",
        factsOf("checkout.session.async_payment_failed", card, sale.cents),
      );
      expect(await refusal(tx.savepoint((inner) => openPix(inner, sale)))).toBeNull();
    });
  });

  it("with a receipt under review blocks a card payment", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      await tx`update public.payments set status = 'review' where id = ${await openPix(tx, sale)}`;
      expect(await refusal(tx.savepoint((inner) => openCard(inner, sale)))).toBe("in_progress");
    });
  });
});

it("a double payment is reported to the client and the financial team, once", async () => {
  await asOwner(async (tx) => {
    const sale = await makeSale(tx);
    const client = `${randomUUID()}@example.org`;
    await tx`update public.sales set client_email = ${client} where id = ${sale.id}`;
    const [card, pix] = [await openCard(tx, sale), await openPix(tx, sale)];
    await callAs(tx, "main_admin", () => tx`select public.decide_pix(${pix}, 'approve')`);
    for (const type of ["checkout.session.completed", "checkout.session.async_payment_succeeded"] as const)
      await send(tx, type, factsOf(type, card, sale.cents));
    expect(await stateOf(tx, sale)).toMatchObject({ payment_status: "paid" });
    const mails =
      await tx`select data -> 'data' ->> 'amount' as amount from private.outbox where job = 'send-mail' and data ->> 'template' = 'payment_to_refund' and data ->> 'to' = ${client}`;
    expect([...mails]).toEqual([{ amount: expect.stringMatching(/^450(\.0+)?$/) as string }]);
    const [told] =
      await tx`select bool_or(role = 'main_admin') as manager, bool_or(role = 'vendedor') as seller from public.notifications join public.profiles on profiles.id = user_id where title = 'Pagamento a devolver'`;
    expect(told).toMatchObject({ manager: true, seller: false });
    const [page] = await tx`select public.read_payment_page(${sale.token}) ->> 'refund_due_cents' as due`;
    expect(page?.due).toBe("45000");
    await becomeRole(tx, "main_admin");
    const [asked] = await tx`select public.request_refund(${card.id}, 'pagou duas vezes') as result`;
    expect(asked?.result).toMatchObject({ cents: 45_000 });
  });
});

it("an event of the other Stripe mode is stored and changes nothing", async () => {
  await asOwner(async (tx) => {
    const sale = await makeSale(tx);
    const card = await openCard(tx, sale);
    expect(
      await send(tx, "checkout.session.completed", {
        ...factsOf("checkout.session.completed", card, sale.cents),
        is_other_mode: true,
      }),
    ).toBe("other_mode");
    expect(await stateOf(tx, sale)).toMatchObject({ payment_status: "pending", payments: ["pending 0 false"] });
  });
});
