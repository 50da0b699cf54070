import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner } from "../as-role";

const add = (status: string, deletedAt: string | null) => (tx: TransactionSql) =>
  tx`
  insert into public.regions (name, slug, state_abbr, status, deleted_at)
  values ('Rota de teste', 'rota-de-teste', 'SC', ${status}, ${deletedAt})`;
const published = add("published", null);
const draft = add("draft", null);
const trashed = add("published", "2026-01-01");
const select = (tx: TransactionSql) => tx`select 1 from public.regions where slug = 'rota-de-teste'`;
const update = (tx: TransactionSql) => tx`update public.regions set summary = 'Novo' where slug = 'rota-de-teste'`;

describeAccess("regions", published, [
  ["select a published route", ACTORS, select],
  ["select a draft", EDITORS_UP, select, draft],
  ["select a route in the trash", EDITORS_UP, select, trashed],
  ["insert", EDITORS_UP, draft],
  ["update a published route", EDITORS_UP, update],
  ["update a draft", EDITORS_UP, update, draft],
  ["delete", EDITORS_UP, "delete from public.regions where slug = 'rota-de-teste'"],
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
    const insert = asOwner((tx) => tx`insert into public.regions ${tx(row)}`);
    await expect(insert).rejects.toMatchObject({ code: "23514" });
  });

  it("may have the slug of a route in another state, but not in its own", async () => {
    const insert = (...states: string[]) =>
      asOwner(
        (tx) => tx`
        insert into public.regions (name, slug, state_abbr)
        select 'Rota', 'rota-de-teste', abbr from unnest(${states}::text[]) as abbr`,
      );
    await expect(insert("SC", "PR")).resolves.toMatchObject({ count: 2 });
    await expect(insert("SC", "SC")).rejects.toMatchObject({ code: "23505" });
  });
});
