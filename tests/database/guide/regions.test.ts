import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, connect } from "../as-role";

const sql = connect();

const add = (status: string, deletedAt: string | null) => (tx: TransactionSql) =>
  tx`
  insert into public.regions (name, slug, state_abbr, status, deleted_at)
  values ('Rota de teste', 'rota-de-teste', 'SC', ${status}, ${deletedAt})`;
const published = add("published", null);
const draft = add("draft", null);
const trashed = add("published", "2026-01-01");
const select = (tx: TransactionSql) => tx`select 1 from public.regions where slug = 'rota-de-teste'`;
const update = (tx: TransactionSql) => tx`update public.regions set summary = 'Novo' where slug = 'rota-de-teste'`;

describeAccess(sql, "regions", [
  { verb: "select", what: "a published route", can: ACTORS, arrange: published, run: select },
  { verb: "select", what: "a draft", can: EDITORS_UP, arrange: draft, run: select },
  { verb: "select", what: "a route in the trash", can: EDITORS_UP, arrange: trashed, run: select },
  { verb: "insert", can: EDITORS_UP, run: draft },
  { verb: "update", what: "a published route", can: EDITORS_UP, arrange: published, run: update },
  { verb: "update", what: "a draft", can: EDITORS_UP, arrange: draft, run: update },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: published,
    run: (tx) => tx`delete from public.regions where slug = 'rota-de-teste'`,
  },
]);

describe("a route", () => {
  it.each([
    ["a slug with capitals", { slug: "Rota-Nova" }],
    ["a slug with two dashes", { slug: "rota--nova" }],
    ["an unknown biome", { biome: "deserto" }],
    ["a month 13", { best_months: [13] }],
    ["an unknown surface", { surface: "gelo" }],
    ["an unknown status", { status: "live" }],
    ["translations that are a list", { translations: [] }],
    ["a blank name", { name: " " }],
  ])("cannot have %s", async (_, change) => {
    const row = { name: "Rota", slug: "rota-de-teste", state_abbr: "SC", ...change };
    const insert = asOwner(sql, (tx) => tx`insert into public.regions ${tx(row)}`);
    await expect(insert).rejects.toMatchObject({ code: "23514" });
  });

  it("may have the slug of a route in another state, but not in its own", async () => {
    const insert = (...states: string[]) =>
      asOwner(
        sql,
        (tx) => tx`
        insert into public.regions (name, slug, state_abbr)
        select 'Rota', 'rota-de-teste', abbr from unnest(${states}::text[]) as abbr`,
      );
    await expect(insert("SC", "PR")).resolves.toMatchObject({ count: 2 });
    await expect(insert("SC", "SC")).rejects.toMatchObject({ code: "23505" });
  });
});
