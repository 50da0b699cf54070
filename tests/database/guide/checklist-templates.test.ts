import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, connect } from "../as-role";

const sql = connect();

const LIST = "00000000-0000-4000-8000-00000000c001";

const add = (isPublic: boolean) => (tx: TransactionSql) =>
  tx`
  insert into public.checklist_templates (id, key, title, is_public) values (${LIST}, 'lista-de-teste', 'Teste', ${isPublic})`;
const addItem = (tx: TransactionSql) => tx`
  insert into public.checklist_template_items (template_id, position, key, section_key, section, text)
  values (${LIST}, 1, 'oleo', 'fluids', 'Fluidos', 'Óleo')`;
const withItem = (isPublic: boolean) => async (tx: TransactionSql) => {
  await add(isPublic)(tx);
  await addItem(tx);
};
const select = (tx: TransactionSql) => tx`select 1 from public.checklist_templates where id = ${LIST}`;
const selectItem = (tx: TransactionSql) =>
  tx`select 1 from public.checklist_template_items where template_id = ${LIST}`;

describeAccess(sql, "checklist_templates", [
  { verb: "select", what: "a public list", can: ACTORS, arrange: add(true), run: select },
  { verb: "select", what: "an internal list", can: EDITORS_UP, arrange: add(false), run: select },
  { verb: "insert", can: EDITORS_UP, run: add(true) },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: add(true),
    run: (tx) => tx`update public.checklist_templates set title = 'Outra' where id = ${LIST}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: add(true),
    run: (tx) => tx`delete from public.checklist_templates where id = ${LIST}`,
  },
]);

describeAccess(sql, "checklist_template_items", [
  { verb: "select", what: "of a public list", can: ACTORS, arrange: withItem(true), run: selectItem },
  { verb: "select", what: "of an internal list", can: EDITORS_UP, arrange: withItem(false), run: selectItem },
  { verb: "insert", can: EDITORS_UP, arrange: add(true), run: addItem },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: withItem(true),
    run: (tx) => tx`update public.checklist_template_items set why = 'Porque sim' where template_id = ${LIST}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: withItem(true),
    run: (tx) => tx`delete from public.checklist_template_items where template_id = ${LIST}`,
  },
]);

it("an item uses only the kinds defined in the code", async () => {
  const insert = (kinds: string[]) =>
    asOwner(sql, async (tx) => {
      await add(true)(tx);
      return tx`
        insert into public.checklist_template_items (template_id, position, key, section_key, section, text, car_kinds)
        values (${LIST}, 1, 'oleo', 'fluids', 'Fluidos', 'Óleo', ${kinds})`;
    });
  await expect(insert(["air_cooled", "pickup"])).resolves.toMatchObject({ count: 1 });
  await expect(insert(["Fusca 1300"])).rejects.toMatchObject({ code: "23514" });
});
