import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ADMINS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";

const add = (tx: TransactionSql) =>
  tx`insert into public.page_view_daily (day, page_path, locale, views) values ('2020-01-01', '/teste', 'pt-BR', 3)`;

describeAccess("page_view_daily", add, [
  ["select", ADMINS_UP, "select 1 from public.page_view_daily where page_path = '/teste'"],
  ["insert", NOBODY, add],
  ["update", NOBODY, "update public.page_view_daily set views = 9 where page_path = '/teste'"],
  ["delete", NOBODY, "delete from public.page_view_daily where page_path = '/teste'"],
]);

const addSource = (tx: TransactionSql) =>
  tx`insert into public.page_source_daily (day, source, locale, views) values ('2020-01-01', 'teste.example', 'pt-BR', 3)`;

describeAccess("page_source_daily", addSource, [
  ["select", ADMINS_UP, "select 1 from public.page_source_daily where source = 'teste.example'"],
  ["insert", NOBODY, addSource],
  ["update", NOBODY, "update public.page_source_daily set views = 9 where source = 'teste.example'"],
  ["delete", NOBODY, "delete from public.page_source_daily where source = 'teste.example'"],
]);

/** Four views of one account; deletes counts from workers of other tests. */
const view = async (tx: TransactionSql) => {
  await tx`delete from public.page_view_daily`;
  await tx`update private.page_view_rollup set until = current_date - 30`;
  return tx`
  insert into public.page_views (page_path, user_id, state_abbr, created_at)
  select '/sc/home', ${ID_OF.user}, 'SC', moment from unnest(array[now(), now() - interval '3 days', now() - interval '3 days', now() - interval '9 days']) as moment`;
};
const report = (tx: TransactionSql) => tx`
  select public.page_view_report((now() at time zone 'America/Sao_Paulo')::date - 6, (now() at time zone 'America/Sao_Paulo')::date) as result`;

type Report = { total: number; previous: number; days: unknown[]; pages: unknown[]; states: unknown[] };

describe("the report of page views", () => {
  it.each(ACTORS.map((actor) => [actor, ADMINS_UP.some((admin) => admin === actor)] as const))(
    "can be read by %s: %s",
    async (actor, can) => {
      expect(
        await asRole(actor, report).then(
          () => true,
          () => false,
        ),
      ).toBe(can);
    },
  );

  it("counts finished days and today once, next to the previous period, without personal data", async () => {
    const result = await asOwner(async (tx) => {
      await view(tx);
      await becomeRole(tx, "admin");
      await report(tx);
      return (await report(tx))[0]!.result as Report;
    });
    expect(result).toMatchObject({
      total: 3,
      previous: 1,
      pages: [{ page_path: "/sc/home", views: 3, previous: 1 }],
      states: [{ key: "SC", views: 3 }],
    });
    expect(result.days).toHaveLength(7);
    expect(JSON.stringify(result)).not.toContain(ID_OF.user);
  });

  it("adds up referrers of one site and compares states and languages with the previous period", async () => {
    const result = await asOwner(async (tx) => {
      await view(tx);
      await tx`
        insert into public.page_views (page_path, locale, referrer_host, created_at)
        select '/blog', 'en-US', host, now() - make_interval(days => age)
        from (values ('www.facebook.com', 0), ('m.facebook.com', 2), ('l.facebook.com', 8), ('www.google.com', 1)) as row (host, age)`;
      await becomeRole(tx, "admin");
      await report(tx);
      return (await report(tx))[0]!.result as unknown;
    });
    expect(result).toMatchObject({
      states: [{ key: "SC", views: 3, previous: 1 }],
      locales: [
        { key: "en-US", views: 3, previous: 1 },
        { key: "pt-BR", views: 3, previous: 1 },
      ],
      sources: [
        { key: "", views: 3, previous: 1 },
        { key: "facebook.com", views: 2, previous: 1 },
        { key: "google.com", views: 1, previous: 0 },
      ],
    });
  });

  it("refuses a period that ends before it starts or is decades long", async () => {
    for (const [from, to] of [
      ["2026-02-01", "2026-01-01"],
      ["1990-01-01", "2026-01-01"],
    ]) {
      await expect(asRole("admin", (tx) => tx`select public.page_view_report(${from!}, ${to!})`)).rejects.toMatchObject(
        { code: "22007" },
      );
    }
  });
});
