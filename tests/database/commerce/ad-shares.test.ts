import postgres, { type TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { NATIONWIDE, offeredPlacements } from "@/lib/commerce/ads/rules";
import { PLACEMENTS } from "@/lib/panel/record-choices/rules";
import { addDays, brazilianDay } from "@/lib/platform/dates";
import { addLink } from "../../support/link-rows";
import { repetitions } from "../../support/repetitions";
import { sessionOf } from "../actors";
import { asOwner, becomeRole, callAs, setClaims, sql } from "../as-role";
import { refused } from "../outcomes";
import { addAd, ART, cancelSale, paySale } from "./ad-rows";
import { addPlan, addSeller, fileHash, salePayload } from "./sale-support";

/** Concurrent buyers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 20, onnotice: () => {} });
afterAll(() => many.end());

const BUYERS = repetitions(40, 1000);
const SHARES = 10;
const PLACES = { placements: ["route_page"], states: ["SC"] };
type Row = { id: string; placements: string[]; states: string[]; start_date: string };

/** A plan with one placement of the portal and one state, unless `values` say otherwise. */
async function addLimitedPlan(tx: TransactionSql, values: Record<string, unknown> = {}): Promise<string> {
  const plan = await addPlan(tx);
  const limits = { placements_limit: 1, states_limit: 1, ...values };
  await tx`update public.publication_plans set ${tx(limits)} where id = ${plan}`;
  return plan;
}

/** Runs as the owner, with a seller and a plan, in a portal with one share of each placement. */
const withShop = <T>(
  run: (
    tx: TransactionSql,
    sell: (change?: object, plan?: string) => Promise<Row>,
    shop: { seller: string; plan: string },
  ) => Promise<T>,
) =>
  asOwner(async (tx) => {
    await tx`update public.ad_placements set max_ads = 1`;
    const [seller, plan] = [await addSeller(tx, "vendedor"), await addLimitedPlan(tx)];
    const sell = async (change: object = {}, of = plan) => {
      const payload = { ...(await salePayload(tx, seller, of)), ...PLACES, ...change };
      return tx.savepoint(async (inner) => {
        await becomeRole(inner, "vendedor");
        const [row] = await inner<{ sale: Row }[]>`select public.create_sale(${inner.json(payload as never)}) as sale`;
        await inner`reset role`;
        return row!.sale;
      });
    };
    return run(tx, sell, { seller, plan });
  });

const reason = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "saved",
    ({ message, detail }: Error & { detail?: string }) => (detail ? `${message} ${detail}` : message),
  );
const inDays = (days: number) => addDays(brazilianDay(Date.now()), days);
const endHold = (tx: TransactionSql, { id }: Row) =>
  tx`update public.sales set held_until = now() - interval '1 second' where id = ${id}`;

it("the code knows which placements belong to no state", async () => {
  const rows = await sql<{ key: string }[]>`select key from public.ad_placements where is_nationwide`;
  expect(rows.map(({ key }) => key)).toEqual([...NATIONWIDE]);
});

describe("the places of a sale", () => {
  it("are those that were chosen, and go into contract and banner", async () => {
    await withShop(async (tx, sell) => {
      const sale = await sell();
      expect(sale).toMatchObject(PLACES);
      const [ad] = await tx`select placements, states from public.ads where sale_id = ${sale.id}`;
      expect(ad).toEqual(PLACES);
      const hash = async () =>
        (await tx`select public.contract_hash(${sale.id}, ${fileHash("seller")}, ${fileHash("client")}) as hash`)[0]!
          .hash as string;
      const signed = await hash();
      await tx`update public.sales set states = '{PR}' where id = ${sale.id}`;
      expect(await hash()).not.toBe(signed);
    });
  });

  it.each([
    ["invalid placements", { placements: [] }],
    ["invalid placements", { placements: ["route_page", "city_page"] }],
    ["invalid placements", { placements: ["nowhere"] }],
    ["invalid placements", { placements: ["home_top"] }],
    ["invalid states", { states: [] }],
    ["invalid states", { states: ["SC", "PR"] }],
    ["invalid states", { states: ["XX"] }],
    ["invalid states", { states: "SC" }],
  ])("are refused as %s: %j", async (answer, change) => {
    expect(await withShop((_, sell) => reason(sell(change)))).toBe(answer);
  });

  it("cannot be chosen where the plan does not limit them", async () => {
    await withShop(async (tx, sell) => {
      const open = await addPlan(tx);
      expect(await reason(sell({ placements: [], states: ["SC"] }, open))).toBe("invalid states");
      expect(await reason(sell({ placements: ["blog_inline"], states: [] }, open))).toBe("invalid placements");
      expect(await sell({ placements: [], states: [] }, open)).toMatchObject({ placements: [], states: [] });
    });
  });

  it("of a plan with a limit of states are its placements that belong to a state", async () => {
    await withShop(async (tx, sell) => {
      const plan = await addLimitedPlan(tx, { placements_limit: null });
      const { placements } = await sell({ placements: [] }, plan);
      expect(placements).toEqual(offeredPlacements({ placements: [], states_limit: 1 }, PLACEMENTS));
    });
  });

  it("of the contract are not changed by the art", async () => {
    await withShop(async (tx, sell) => {
      const sale = await sell();
      await paySale(tx, sale.id);
      const [ad] = await tx<{ id: string }[]>`select id from public.ads where sale_id = ${sale.id}`;
      const token = await addLink(tx, "report", ad!.id);
      const art = { ...ART, states: ["PR"] };
      await tx`select public.submit_ad_art(${token}, ${tx.json(art)})`;
      expect((await tx`select states from public.ads where id = ${ad!.id}`)[0]).toEqual({ states: ["SC"] });
      const [report] = await tx`select public.read_ad_report(${token}) as report`;
      expect(report!.report).toMatchObject({ statesLimit: null });
    });
  });
});

describe("the last share", () => {
  it.each([
    ["the same place and days", {}, "shares_taken"],
    ["another state", { states: ["PR"] }, "saved"],
    ["another placement", { placements: ["city_page"] }, "saved"],
    ["days of which the first is the last taken one", { start_date: inDays(29) }, "shares_taken"],
    ["days after its end", { start_date: inDays(31) }, "saved"],
  ])("is taken for %s", async (_, change, answer) => {
    await withShop(async (__, sell) => {
      await sell();
      expect(await reason(sell(change))).toBe(answer);
    });
  });

  it("is taken for the whole country by one state", async () => {
    await withShop(async (tx, sell) => {
      await sell();
      const open = await addPlan(tx);
      expect(await reason(sell({ placements: [], states: [] }, open))).toBe("shares_taken");
      await tx`update public.publication_plans set placements = '{home_top}' where id = ${open}`;
      expect(await reason(sell({ placements: [], states: [] }, open))).toBe("saved");
    });
  });

  it("is free again after a cancellation, and when the hold of an unpaid sale is over", async () => {
    await withShop(async (tx, sell) => {
      const first = await sell();
      await cancelSale(tx, first.id);
      const second = await sell();
      await endHold(tx, second);
      const third = await sell();
      await endHold(tx, third);
      await paySale(tx, third.id);
      expect(await reason(sell())).toBe("shares_taken");
    });
  });

  it("is kept while a receipt is under review", async () => {
    await withShop(async (tx, sell) => {
      const sale = await sell();
      await tx`
        insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status)
        values ('sale', ${sale.id}, 'pix', 19050, 'pix', 'review')`;
      await endHold(tx, sale);
      expect(await reason(sell())).toBe("shares_taken");
    });
  });

  it("is taken by a banner of the team, and counted by day and state", async () => {
    await withShop(async (tx, sell) => {
      await tx`update public.ad_placements set max_ads = 2`;
      const [at, end] = [(days: number) => new Date(Date.now() + days * 86_400_000), 15];
      await addAd(tx, { ...PLACES, starts_at: at(0), ends_at: at(end - 5) });
      await addAd(tx, { ...PLACES, starts_at: at(end), ends_at: at(end + 5) });
      await addAd(tx, { ...PLACES, states: ["PR"], starts_at: at(0), ends_at: at(60) });
      // Two banners of the state, but never both on one day.
      expect(await reason(sell())).toBe("saved");
      expect(await reason(sell())).toBe("shares_taken");
    });
  });

  it("does not count the sale that is corrected", async () => {
    await withShop(async (_, sell) => {
      const wrong = await sell();
      expect(await reason(sell({ replaces_sale_id: wrong.id }))).toBe("saved");
    });
  });

  it("stays with its buyer when the number of shares is lowered", async () => {
    await withShop(async (tx, sell) => {
      await tx`update public.ad_placements set max_ads = 2`;
      const [one] = [await sell(), await sell()];
      await tx`update public.ad_placements set max_ads = 1`;
      await paySale(tx, one.id);
      expect((await tx`select status from public.ads where sale_id = ${one.id}`)[0]).toEqual({
        status: "awaiting_art",
      });
    });
  });
});

describe("a sale whose hold is over", () => {
  const payAs = (tx: TransactionSql, token: string) =>
    reason(tx.savepoint((inner) => inner`select public.open_payment('pix', ${token})`));

  it("can be paid while its shares are free, which keeps them again", async () => {
    await withShop(async (tx, sell) => {
      const late = await sell();
      const token = await addLink(tx, "payment", late.id);
      await endHold(tx, late);
      expect(await payAs(tx, token)).toBe("saved");
      expect(await reason(sell())).toBe("shares_taken");
    });
  });

  it("cannot be paid or signed after somebody else got one", async () => {
    await withShop(async (tx, sell) => {
      const late = await sell();
      const unsigned = await sell({ states: ["PR"], is_remote_signing: true, client_signature_url: null });
      const [token, other] = [await addLink(tx, "payment", late.id), await addLink(tx, "payment", unsigned.id)];
      for (const sale of [late, unsigned]) await endHold(tx, sale);
      await sell();
      await sell({ states: ["PR"] });
      expect(await payAs(tx, token)).toBe("shares_taken");
      const signature = { client_signed_name: "João Lima", accepts_terms: true, client_document: "52998224725" };
      const [answer] = await tx`select public.sign_contract(${other}, ${tx.json(signature)}) as signed`;
      expect(answer!.signed).toEqual(refused("shares_taken"));
    });
  });

  it("is not paid by money that arrives after somebody else got one; the money must be refunded", async () => {
    await withShop(async (tx, sell) => {
      const late = await sell();
      const token = await addLink(tx, "payment", late.id);
      const [opened] = await tx<{ payment: { id: string } }[]>`select public.open_payment('pix', ${token}) as payment`;
      await endHold(tx, late);
      const second = await sell();
      await tx`select private.advance_payment(${opened!.payment.id}, 'paid')`;
      const stateOf = async ({ id }: Row) =>
        (
          await tx`
            select sales.payment_status, (select bool_or(needs_refund) from public.payments where subject_id = sales.id) as owes
            from public.sales where id = ${id}`
        )[0];
      expect(await stateOf(late)).toEqual({ payment_status: "pending", owes: true });
      expect(await stateOf(second)).toEqual({ payment_status: "pending", owes: null });
      await tx`select private.advance_payment(${opened!.payment.id}, 'refunded', 19050)`;
      expect(await stateOf(late)).toEqual({ payment_status: "pending", owes: false });
    });
  });

  it("is paid by late money while its shares are free", async () => {
    await withShop(async (tx, sell) => {
      const late = await sell();
      const token = await addLink(tx, "payment", late.id);
      const [opened] = await tx<{ payment: { id: string } }[]>`select public.open_payment('pix', ${token}) as payment`;
      await endHold(tx, late);
      await tx`select private.advance_payment(${opened!.payment.id}, 'paid')`;
      expect((await tx`select payment_status from public.sales where id = ${late.id}`)[0]).toEqual({
        payment_status: "paid",
      });
    });
  });
});

describe("the approval of a banner", () => {
  it("is refused while other sales have its shares, and possible beside them", async () => {
    await withShop(async (tx, sell) => {
      await sell();
      const decide = async (values: object) => {
        const { id } = await addAd(tx, { status: "rejected", ...values });
        await tx`update public.ads set status = 'in_review' where id = ${id}`;
        const [row] = await tx.savepoint(async (inner) => {
          await becomeRole(inner, "editor");
          const rows = await inner`select public.decide_ad(${id}, 'approve') as answer`;
          await inner`reset role`;
          return rows;
        });
        return row!.answer as object;
      };
      expect(await decide(PLACES)).toEqual(refused("placement_full"));
      expect(await decide({ ...PLACES, states: ["RS"] })).toMatchObject({ outcome: "saved" });
    });
  });
});

describe("ad_availability", () => {
  type Free = { placement: string; state: string; shares: number; free: number; taken: object[] };
  const availability = async (
    tx: TransactionSql,
    { placements = [] as string[], states = [] as string[], days = 40 },
  ) =>
    callAs(tx, "user", async (inner) => {
      const from = inDays(0);
      const [row] = await inner<{ rows: Free[] }[]>`
        select public.ad_availability(${placements}, ${states}, ${from}, ${from}::date + ${days}::int) as rows`;
      return row!.rows;
    });

  it("says how many shares are free and on which days none is", async () => {
    await withShop(async (tx, sell) => {
      const { start_date: from } = await sell();
      const [day] = await tx<{ until: string }[]>`select to_char(${from}::date + 29, 'YYYY-MM-DD') as until`;
      expect(await availability(tx, PLACES)).toEqual([
        { placement: "route_page", state: "SC", shares: 1, free: 0, taken: [{ from, until: day!.until }] },
      ]);
      expect(await availability(tx, { ...PLACES, states: ["PR"] })).toEqual([
        { placement: "route_page", state: "PR", shares: 1, free: 1, taken: [] },
      ]);
      expect(await availability(tx, {})).toHaveLength(PLACEMENTS.length * 27);
    });
  });

  it.each([0, 1101])("refuses %d days", async (days) => {
    await expect(asOwner((tx) => availability(tx, { days }))).rejects.toMatchObject({ message: "invalid" });
  });
});

describe("buyers at the same time", () => {
  it(`get ${SHARES} shares, whoever they are: ${BUYERS} buyers @stress`, { timeout: 600_000 }, async () => {
    const [before] = await sql`select max_ads from public.ad_placements where key = 'route_page'`;
    const { seller, plan } = (await sql.begin(async (tx) => {
      await tx`update public.ad_placements set max_ads = ${SHARES} where key = 'route_page'`;
      return { seller: await addSeller(tx, "vendedor"), plan: await addLimitedPlan(tx) };
    })) as { seller: string; plan: string };
    const payloads = (await sql.begin(async (tx) => {
      const all: object[] = [];
      for (let buyer = 0; buyer < BUYERS; buyer++)
        all.push({ ...(await salePayload(tx, seller, plan)), ...PLACES, start_date: inDays(200) });
      return all;
    })) as object[];
    try {
      const answers = await Promise.all(
        payloads.map((payload) =>
          reason(
            many.begin(async (tx) => {
              await setClaims(tx, "vendedor");
              await tx`set local role authenticated`;
              await tx`select public.create_sale(${tx.json(payload as never)})`;
            }),
          ),
        ),
      );
      expect(answers.filter((answer) => answer === "saved")).toHaveLength(SHARES);
      expect(answers.filter((answer) => answer === "shares_taken")).toHaveLength(BUYERS - SHARES);
      expect((await sql`select from public.sales where plan_id = ${plan}`).count).toBe(SHARES);
    } finally {
      await sql`delete from public.ads where sale_id in (select id from public.sales where plan_id = ${plan})`;
      await sql`delete from public.sales where plan_id = ${plan}`;
      await sql`delete from storage.objects where bucket_id = 'sales-assets' and split_part(name, '/', 1) = ${seller}`;
      await sql`delete from public.sellers where id = ${seller}`;
      await sql`delete from public.publication_plans where id = ${plan}`;
      await sql`delete from auth.sessions where id = ${sessionOf("vendedor")}`;
      await sql`update public.ad_placements set max_ads = ${before!.max_ads as number} where key = 'route_page'`;
    }
  });
});
