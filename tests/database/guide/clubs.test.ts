import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, connect } from "../as-role";

const sql = connect();

const add =
  (status: string, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.clubs (name, slug, state_abbr, sources, status, deleted_at)
  values ('Clube de teste', 'clube-de-teste', 'SC', '{jornal da cidade}', ${status}, ${deletedAt})`;
const select = (tx: TransactionSql) => tx`select 1 from public.clubs where slug = 'clube-de-teste'`;

describeAccess(sql, "clubs", [
  { verb: "select", what: "a published club", can: ACTORS, arrange: add("published"), run: select },
  { verb: "select", what: "an unconfirmed club", can: ACTORS, arrange: add("to_confirm"), run: select },
  { verb: "select", what: "a draft", can: EDITORS_UP, arrange: add("draft"), run: select },
  {
    verb: "select",
    what: "a club in the trash",
    can: EDITORS_UP,
    arrange: add("published", "2026-01-01"),
    run: select,
  },
  { verb: "insert", can: EDITORS_UP, run: add("draft") },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: add("published"),
    run: (tx) => tx`update public.clubs set story = 'Desde 1990' where slug = 'clube-de-teste'`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: add("published"),
    run: (tx) => tx`delete from public.clubs where slug = 'clube-de-teste'`,
  },
]);

it("a club is not shown without a source", async () => {
  const insert = asOwner(
    sql,
    (tx) => tx`
    insert into public.clubs (name, slug, state_abbr, status) values ('Clube', 'clube-de-teste', 'SC', 'to_confirm')`,
  );
  await expect(insert).rejects.toMatchObject({ code: "23514" });
});
