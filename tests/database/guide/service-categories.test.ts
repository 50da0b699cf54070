import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP } from "../actors";
import { asOwner, connect } from "../as-role";

const sql = connect();

const add = (isActive: boolean) => (tx: TransactionSql) =>
  tx`
  insert into public.service_categories (key, kind, icon, color, name, is_active)
  values ('test_kind', 'other', 'map-pin', '#000000', 'Teste', ${isActive})`;
const select = (tx: TransactionSql) => tx`select 1 from public.service_categories where key = 'test_kind'`;

describeAccess(sql, "service_categories", [
  { verb: "select", what: "an active category", can: ACTORS, arrange: add(true), run: select },
  { verb: "select", what: "an inactive category", can: MAIN_ADMINS_UP, arrange: add(false), run: select },
  { verb: "insert", can: MAIN_ADMINS_UP, run: add(true) },
  {
    verb: "update",
    can: MAIN_ADMINS_UP,
    arrange: add(true),
    run: (tx) => tx`update public.service_categories set name = 'Outro' where key = 'test_kind'`,
  },
  {
    verb: "delete",
    can: MAIN_ADMINS_UP,
    arrange: add(true),
    run: (tx) => tx`delete from public.service_categories where key = 'test_kind'`,
  },
]);

describe("the categories", () => {
  it("include what a traveller needs, in three languages", async () => {
    const rows = await sql<{ key: string }[]>`
      select key from public.service_categories where translations -> 'en' ? 'name' and translations -> 'es' ? 'name'`;
    const keys = rows.map((row) => row.key);
    expect(keys).toEqual(
      expect.arrayContaining([
        "lodging",
        "food",
        "workshop",
        "tow",
        "fuel",
        "museum",
        "viewpoint",
        "historic",
        "attraction",
      ]),
    );
  });

  it("cannot be deleted while a place uses them", async () => {
    const removal = asOwner(sql, async (tx) => {
      await add(true)(tx);
      await tx`
        insert into public.services (category_key, name, slug, state_abbr) values ('test_kind', 'Lugar', 'lugar-de-teste', 'SC')`;
      await tx`delete from public.service_categories where key = 'test_kind'`;
    });
    await expect(removal).rejects.toMatchObject({ code: "23503" });
  });
});
