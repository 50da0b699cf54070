import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, MAIN_ADMINS_UP } from "../actors";
import { asOwner, callAs, sql } from "../as-role";
import { addAd, addSale, paySale } from "./ad-rows";
import { makeSale } from "./money";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const remind = (tx: TransactionSql) => tx`select private.mail_sale_reminders()`;

/** Templates of the reminders enqueued for a sale, in order. */
const remindersOf = async (tx: TransactionSql, sale: string) =>
  (
    await tx<{ template: string }[]>`
      select data ->> 'template' as template from private.outbox
      where job = 'send-mail' and data -> 'data' ->> 'ends_sale' = ${sale} order by 1`
  ).map(({ template }) => template);

const unsigned = { contract_sha256: null, terms_accepted_at: null, client_signature_url: null };

describe("a client", () => {
  it("is reminded once of a missing signature, payment and art", async () => {
    const mailed = await asOwner(async (tx) => {
      const sales = [
        await addSale(tx, { ...unsigned, created_at: daysAgo(3) }),
        await addSale(tx, { terms_accepted_at: daysAgo(3) }),
        await addSale(tx, { terms_accepted_at: daysAgo(3) }),
        await addSale(tx, { terms_accepted_at: daysAgo(1) }),
      ];
      await paySale(tx, sales[2]!);
      await tx`update public.sales set paid_at = ${daysAgo(3)} where id = ${sales[2]!}`;
      await remind(tx);
      await remind(tx);
      return Promise.all(sales.map((sale) => remindersOf(tx, sale)));
    });
    expect(mailed).toEqual([["sale_unsigned"], ["sale_unpaid"], ["art_due"], []]);
  });

  it("is not reminded of a payment whose receipt is under review, nor of a cancelled or past sale", async () => {
    const mailed = await asOwner(async (tx) => {
      const facts = { terms_accepted_at: daysAgo(3) };
      const sales = [
        await addSale(tx, facts),
        await addSale(tx, { ...facts, cancelled_at: new Date(), cancel_reason: "x" }),
        await addSale(tx, { ...facts, start_date: "2026-01-01", end_date: "2026-01-31" }),
      ];
      await tx`insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status)
        values ('sale', ${sales[0]!}, 'pix', 10000, 'pix', 'review')`;
      await remind(tx);
      return Promise.all(sales.map((sale) => remindersOf(tx, sale)));
    });
    expect(mailed).toEqual([[], [], []]);
  });

  it("is told 15 and 3 days before the end, again when the end moves, and once when both are late", async () => {
    const mailed = await asOwner(async (tx) => {
      const running = async (days: number) => {
        const { id } = await makeSale(tx);
        await paySale(tx, id);
        await tx`delete from public.ads where sale_id = ${id}`;
        await addAd(tx, { sale_id: id, ends_at: daysAgo(-days) });
        return id;
      };
      const [early, late, moved] = [await running(14), await running(2), await running(14)];
      await remind(tx);
      await remind(tx);
      await tx`update public.ads set ends_at = ends_at - interval '12 days' where sale_id = ${early}`;
      await tx`update public.ads set ends_at = ends_at + interval '12 hours' where sale_id = ${moved}`;
      await remind(tx);
      return Promise.all([early, late, moved].map((sale) => remindersOf(tx, sale)));
    });
    const end = "ad_ending";
    expect(mailed).toEqual([[end, end], [end], [end, end]]);
  });

  it("stops the reminders of one sale with its link; a wrong token changes nothing", async () => {
    const mailed = await asOwner(async (tx) => {
      const [stopped, other] = [await makeSale(tx), await makeSale(tx)];
      await tx`update public.sales set terms_accepted_at = ${daysAgo(3)} where id in (${stopped.id}, ${other.id})`;
      await tx`select public.stop_sale_reminders(${"0".repeat(64)})`;
      await tx`select public.stop_sale_reminders(${stopped.token})`;
      await remind(tx);
      const pages = await tx<{ on: boolean }[]>`
        select (public.read_payment_page(token) -> 'has_reminders')::boolean as on
        from unnest(${[stopped.token, other.token]}::text[]) as token`;
      return [await remindersOf(tx, stopped.id), await remindersOf(tx, other.id), pages.map(({ on }) => on)];
    });
    expect(mailed).toEqual([[], ["sale_unpaid"], [false, true]]);
  });

  it("gets a reminder once when runs are aborted 50 times and two run at once", async () => {
    const { id } = await makeSale(sql);
    const count = () => asOwner((tx) => remindersOf(tx, id));
    try {
      await sql`update public.sales set terms_accepted_at = ${daysAgo(3)} where id = ${id}`;
      for (let kill = 0; kill < 50; kill++) {
        const connection = await sql.reserve();
        await connection`begin`;
        await connection`select private.mail_sale_reminders()`;
        // A worker that is killed here leaves an open transaction, which the server rolls back.
        await connection`rollback`;
        connection.release();
      }
      expect(await count()).toEqual([]);
      await Promise.all([1, 2].map(() => sql`select private.mail_sale_reminders()`));
      await sql`select private.mail_sale_reminders()`;
      expect(await count()).toEqual(["sale_unpaid"]);
    } finally {
      await sql`delete from private.outbox where data -> 'data' ->> 'ends_sale' = ${id}`;
      await sql`update public.sales set reminders_stopped_at = now() where id = ${id}`;
    }
  });
});

describe("the number of the service invoice", () => {
  it.each(ACTORS.map((actor) => [actor, MAIN_ADMINS_UP.some((writer) => writer === actor)] as const))(
    "%s stores it: %s",
    async (actor, can) => {
      const stored = asOwner(async (tx) => {
        const { id } = await makeSale(tx);
        await paySale(tx, id);
        return callAs(
          tx,
          actor,
          (caller) =>
            caller<{ answer: { outcome: string } }[]>`select public.set_sale_invoice(${id}, '2026/15') as answer`,
        );
      }).then(
        ([row]) => row!.answer.outcome,
        (error: { code: string }) => error.code,
      );
      expect(await stored).toBe(can ? "saved" : "42501");
    },
  );
});
