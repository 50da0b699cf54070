import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, MAIN_ADMINS_UP } from "../actors";
import { asOwner, sql } from "../as-role";

const add = (isActive: boolean) => (tx: TransactionSql) =>
  tx`
  insert into public.service_categories (key, kind, icon, color, name, is_active)
  values ('test_kind', 'other', 'map-pin', '#000000', 'Teste', ${isActive})`;
const select = (tx: TransactionSql) => tx`select 1 from public.service_categories where key = 'test_kind'`;

describeAccess("service_categories", add(true), [
  ["select an active category", ACTORS, select],
  ["select an inactive category", MAIN_ADMINS_UP, select, add(false)],
  ["insert", MAIN_ADMINS_UP, add(true)],
  ["update", MAIN_ADMINS_UP, "update public.service_categories set name = 'Outro' where key = 'test_kind'"],
  ["delete", MAIN_ADMINS_UP, "delete from public.service_categories where key = 'test_kind'"],
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
    const removal = asOwner(async (tx) => {
      await add(true)(tx);
      await tx`
        insert into public.services (category_key, name, slug, state_abbr) values ('test_kind', 'Lugar', 'lugar-de-teste', 'SC')`;
      await tx`delete from public.service_categories where key = 'test_kind'`;
    });
    await expect(removal).rejects.toMatchObject({ code: "23503" });
  });
});
