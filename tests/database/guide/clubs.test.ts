import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner } from "../as-role";

const add =
  (status: string, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.clubs (name, slug, state_abbr, sources, status, deleted_at)
  values ('Clube de teste', 'clube-de-teste', 'SC', '{jornal da cidade}', ${status}, ${deletedAt})`;
const select = (tx: TransactionSql) => tx`select 1 from public.clubs where slug = 'clube-de-teste'`;

describeAccess("clubs", add("published"), [
  ["select a published club", ACTORS, select],
  ["select an unconfirmed club", ACTORS, select, add("to_confirm")],
  ["select a draft", EDITORS_UP, select, add("draft")],
  ["select a club in the trash", EDITORS_UP, select, add("published", "2026-01-01")],
  ["insert", EDITORS_UP, add("draft")],
  ["update", EDITORS_UP, "update public.clubs set story = 'Desde 1990' where slug = 'clube-de-teste'"],
  ["delete", EDITORS_UP, "delete from public.clubs where slug = 'clube-de-teste'"],
]);

it("a club is not shown without a source", async () => {
  const insert = asOwner(
    (tx) => tx`
    insert into public.clubs (name, slug, state_abbr, status) values ('Clube', 'clube-de-teste', 'SC', 'to_confirm')`,
  );
  await expect(insert).rejects.toMatchObject({ code: "23514" });
});
