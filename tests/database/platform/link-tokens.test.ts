import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { addLink, daysFromNow, hashOf, newToken } from "../../support/link-rows";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP, NOBODY, type Actor } from "../actors";
import { addAd, paySale } from "../commerce/ad-rows";
import { asOwner, asRole, becomeRole, callAs, sql } from "../as-role";
import { makeSale } from "../commerce/money";
import { addPlan, addSeller, salePayload } from "../commerce/sale-support";
import { keyOf } from "../outcomes";

const withSale = (tx: TransactionSql) => makeSale(tx);
const withReport = (tx: TransactionSql) => addAd(tx);

describeAccess("link_tokens", withSale, [
  ["select of a sale", ["vendedor", ...MAIN_ADMINS_UP], "select from public.link_tokens where kind = 'payment'"],
  [
    "select of a banner without a sale",
    ["editor", "admin", ...MAIN_ADMINS_UP],
    "select from public.link_tokens where kind = 'report'",
    withReport,
  ],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.link_tokens (kind, sale_id, version, token_hash, expires_at) select 'payment', id, 9, ${hashOf("x")}, now() + interval '1 day' from public.sales`,
    withSale,
  ],
  ["update", NOBODY, "update public.link_tokens set expires_at = now() + interval '9 years'"],
  ["delete", NOBODY, "delete from public.link_tokens"],
]);

/** All text values of all rows of a schema that the given caller can read. */
async function everythingReadBy(tx: TransactionSql): Promise<string> {
  const tables = await tx<
    { name: string }[]
  >`select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await tx
      .savepoint(
        (inner) =>
          inner<
            { all: string }[]
          >`select coalesce(string_agg(to_jsonb(row)::text, ' '), '') as all from ${inner.unsafe(name)} as row`,
      )
      .catch(() => []);
    texts.push(rows[0]?.all ?? "");
  }
  return texts.join(" ");
}

const read = async (
  tx: TransactionSql,
  call: "read_payment_page" | "read_ad_report" | "read_contract",
  token: string,
) =>
  (await tx<{ found: Record<string, unknown> | null }[]>`select ${tx.unsafe(`public.${call}`)}(${token}) as found`)[0]!
    .found;

describe("a link token", () => {
  it("of a sale by create_sale is not readable in any column by any caller", async () => {
    const sale = await asOwner(async (tx) => {
      const payload = await salePayload(tx, await addSeller(tx, "vendedor"), await addPlan(tx));
      await becomeRole(tx, "vendedor");
      return (await tx<{ sale: object }[]>`select public.create_sale(${tx.json(payload as never)}) as sale`)[0]!.sale;
    });
    const columns =
      await sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name ~ '_token$'`;
    expect([Object.keys(sale).filter((key) => key.includes("token")), [...columns]]).toEqual([[], []]);
  });

  it.each(["service_role", "vendedor", "main_admin", "superadministrador"] as const)(
    "is stored only as a hash, which is what %s reads",
    async (actor) => {
      let [token, report] = ["", ""];
      const seen = await asRole(
        actor,
        async (tx) => {
          token = (await makeSale(tx)).token;
          report = (await addAd(tx)).report_token;
        },
        everythingReadBy,
      );
      expect(seen).toContain(hashOf(token));
      expect([seen.includes(token), seen.includes(report)]).toEqual([false, false]);
    },
  );

  it("is compared by its hash: neither the hash nor the row id is accepted", async () => {
    await asOwner(async (tx) => {
      const { token, id } = await makeSale(tx);
      await becomeRole(tx, "anon");
      expect(await read(tx, "read_payment_page", token)).toMatchObject({ sale_id: id });
      for (const wrong of [hashOf(token), id, `${token}x`, token.slice(1), newToken(), ""])
        expect(await read(tx, "read_payment_page", wrong)).toBeNull();
    });
  });

  it.each([
    ["expired", { issued_at: daysFromNow(-200), expires_at: daysFromNow(-1) }],
    ["revoked", { revoked_at: new Date() }],
  ])("that is %s opens no page, payment, contract, receipt, report or art", async (_, changes) => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const link = await addLink(tx, "payment", sale.id, { ...changes, version: 2 });
      const contract = await addLink(tx, "contract", sale.id, changes);
      const ad = await addAd(tx);
      const report = await addLink(tx, "report", ad.id, { ...changes, version: 2 });
      expect(await read(tx, "read_payment_page", link)).toBeNull();
      expect(await read(tx, "read_contract", link)).toBeNull();
      expect(await read(tx, "read_contract", contract)).toBeNull();
      expect(await read(tx, "read_ad_report", report)).toBeNull();
      await expect(tx.savepoint((inner) => inner`select public.open_payment('pix', ${link})`)).rejects.toMatchObject({
        message: "sale_missing",
      });
      expect((await tx`select public.submit_ad_art(${report}, '{}') ->> 'outcome' as outcome`)[0]?.outcome).toBe(
        "gone",
      );
    });
  });

  it("opens only resources of its kind", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const contract = await addLink(tx, "contract", sale.id);
      const { report_token: report } = await addAd(tx);
      expect(await read(tx, "read_contract", contract)).toMatchObject({ id: sale.id });
      expect(await read(tx, "read_payment_page", contract)).toBeNull();
      expect(await read(tx, "read_payment_page", report)).toBeNull();
      expect(await read(tx, "read_contract", report)).toBeNull();
      expect(await read(tx, "read_ad_report", sale.token)).toBeNull();
    });
  });

  it("is deleted with its sale or banner", async () => {
    await asOwner(async (tx) => {
      const { id } = await addAd(tx);
      await tx`delete from public.ads where id = ${id}`;
      expect((await tx`select from public.link_tokens where ad_id = ${id}`).count).toBe(0);
    });
  });
});

describe("the contract behind a payment link", () => {
  const at = (days: number) =>
    asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const token = await addLink(tx, "payment", sale.id, { version: 2, issued_at: daysFromNow(-days) });
      return [await read(tx, "read_contract", token), await read(tx, "read_payment_page", token)] as const;
    });

  it("opens for 90 days; after that, the page still opens and shows that the contract is not available", async () => {
    const [young, youngPage] = await at(89.9);
    const [old, oldPage] = await at(90.1);
    expect([young !== null, youngPage?.is_contract_open]).toEqual([true, true]);
    expect([old, oldPage?.is_contract_open, oldPage?.masked_email]).toEqual([null, false, "a***@example.org"]);
    expect(JSON.stringify(oldPage)).not.toContain("ana@example.org");
  });
});

describe("issue_link", () => {
  const issue = async (
    tx: TransactionSql,
    kind: string,
    subject: string,
    version: number,
    { hash = hashOf(newToken()), isReplacing = false } = {},
  ) => {
    return keyOf(tx`select public.issue_link(${kind}, ${subject}, ${version}, ${hash}, ${isReplacing}) as answer`);
  };
  const attempt = (actor: Actor, kind: string) =>
    asOwner(async (tx) => {
      const subject = kind === "report" ? (await addAd(tx)).id : (await makeSale(tx)).id;
      await becomeRole(tx, actor);
      return issue(tx, kind, subject, kind === "contract" ? 1 : 2).catch(({ code }: { code: string }) => code);
    });

  it.each(ACTORS)("for %s requires an account that may share the link", async (actor) => {
    const managers: readonly Actor[] = MAIN_ADMINS_UP;
    const sells = actor === "vendedor" || managers.includes(actor);
    const hasAds = ["editor", "admin", ...managers].includes(actor);
    expect([await attempt(actor, "payment"), await attempt(actor, "report"), await attempt(actor, "contract")]).toEqual(
      [sells ? "saved" : "42501", hasAds ? "saved" : "42501", "42501"],
    );
  });

  it("uses only the next version, so that two concurrent calls create one link", async () => {
    await asOwner(async (tx) => {
      const { id } = await makeSale(tx);
      await becomeRole(tx, "vendedor");
      expect([
        await issue(tx, "payment", id, 1),
        await issue(tx, "payment", id, 3),
        await issue(tx, "payment", id, 2),
        await issue(tx, "payment", id, 2),
      ]).toEqual(["conflict", "conflict", "saved", "conflict"]);
    });
  });

  it("leaves the earlier link valid unless it replaces it", async () => {
    await asOwner(async (tx) => {
      const { id, token } = await makeSale(tx);
      await becomeRole(tx, "vendedor");
      await issue(tx, "payment", id, 2);
      expect(await read(tx, "read_payment_page", token)).not.toBeNull();
      await issue(tx, "payment", id, 3, { isReplacing: true });
      expect(await read(tx, "read_payment_page", token)).toBeNull();
    });
  });

  it("sets the expiry: 90 days after the period, at least 30 days from now, one week for a contract", async () => {
    const days = await asOwner(async (tx) => {
      const { id } = await makeSale(tx);
      const over = await makeSale(tx);
      await tx`update public.sales set start_date = '2020-01-01', end_date = '2020-01-31' where id = ${over.id}`;
      const ad = await addAd(tx, { ends_at: daysFromNow(30) });
      await becomeRole(tx, "service_role");
      const found = [];
      for (const [kind, subject, version] of [
        ["payment", id, 2],
        ["payment", over.id, 2],
        ["report", ad.id, 2],
        ["contract", id, 1],
      ] as const) {
        await tx`select public.issue_server_link(${kind}, ${subject}, ${version}, ${hashOf(newToken())})`;
        const [row] = await tx<
          { days: number }[]
        >`select round(extract(epoch from expires_at - now()) / 86400)::int as days from public.link_tokens where subject_id = ${subject} and kind = ${kind} and version = ${version}`;
        found.push(row!.days);
      }
      return found;
    });
    expect(days[0]).toBeGreaterThanOrEqual(119);
    expect(days[0]).toBeLessThanOrEqual(121);
    expect(days.slice(1)).toEqual([30, 120, 7]);
  });

  it("follows a banner whose period is extended", async () => {
    await asOwner(async (tx) => {
      const { id, report_token: token } = await addAd(tx, { ends_at: daysFromNow(1) });
      await tx`update public.ads set ends_at = ${daysFromNow(365)} where id = ${id}`;
      const [row] = await tx<
        { days: number }[]
      >`select round(extract(epoch from expires_at - now()) / 86400)::int as days from public.link_tokens where token_hash = ${hashOf(token)}`;
      expect(row!.days).toBe(455);
    });
  });
});

describe("server functions for links", () => {
  it.each(ACTORS)("are refused for %s", async (actor) => {
    for (const call of [
      "issue_server_link('payment', gen_random_uuid(), 1, repeat('0', 64))",
      "find_link('x')",
      "ad_of_payment('x')",
      "contract_of_sale(gen_random_uuid())",
      "read_contract('x')",
    ]) {
      await expect(asRole(actor, (tx) => tx.unsafe(`select public.${call}`))).rejects.toMatchObject({
        code: "42501",
      });
    }
  });

  it("find the subject of a link, even of an expired or revoked one, and nothing for any other token", async () => {
    await asOwner(async (tx) => {
      const sale = await makeSale(tx);
      const token = await addLink(tx, "payment", sale.id, {
        version: 2,
        issued_at: daysFromNow(-300),
        expires_at: daysFromNow(-1),
        revoked_at: new Date(),
      });
      await paySale(tx, sale.id);
      const [ad] = await tx<{ id: string }[]>`select id from public.ads where sale_id = ${sale.id}`;
      const report = await addLink(tx, "report", ad!.id, { expires_at: daysFromNow(0.001) });
      const find = async (wanted: string) =>
        (await tx<{ found: unknown }[]>`select public.find_link(${wanted}) as found`)[0]!.found;
      expect(await find(token)).toMatchObject({
        kind: "payment",
        subject_id: sale.id,
        sale_id: sale.id,
        client_email: "ana@example.org",
        client_company_name: "Hotel Serra",
      });
      expect(await find(report)).toMatchObject({
        kind: "report",
        subject_id: ad!.id,
        sale_id: sale.id,
        client_email: "ana@example.org",
      });
      expect(await find(newToken())).toBeNull();
      expect(await find((await addAd(tx)).report_token)).toMatchObject({ kind: "report", client_email: null });
    });
  });
});

describe("note_opened_link", () => {
  const opened = async (actor: Actor, change: (sale: { id: string }) => Parameters<typeof addLink>[3] = () => ({})) =>
    asOwner(async (tx) => {
      const sale = await makeSale(tx);
      await tx`delete from public.link_tokens`;
      const token = await addLink(tx, "payment", sale.id, change(sale));
      await callAs(tx, actor, () => tx`select public.note_opened_link(${token})`);
      const [row] = await tx<
        { opened: boolean }[]
      >`select opened_at is not null as opened from public.link_tokens where sale_id = ${sale.id}`;
      return row!.opened;
    });

  it("records that the client opened the link, but not that its seller did", async () => {
    expect([await opened("anon"), await opened("user"), await opened("vendedor")]).toEqual([true, true, false]);
  });

  it("does nothing for an expired link", async () => {
    expect(await opened("anon", () => ({ issued_at: daysFromNow(-9), expires_at: daysFromNow(-1) }))).toBe(false);
  });
});
