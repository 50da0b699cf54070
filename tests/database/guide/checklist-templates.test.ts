import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner } from "../as-role";

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

describeAccess("checklist_templates", add(true), [
  ["select a public list", ACTORS, select],
  ["select an internal list", EDITORS_UP, select, add(false)],
  ["insert", EDITORS_UP, add(true)],
  ["update", EDITORS_UP, (tx) => tx`update public.checklist_templates set title = 'Outra' where id = ${LIST}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.checklist_templates where id = ${LIST}`],
]);

describeAccess("checklist_template_items", withItem(true), [
  ["select of a public list", ACTORS, selectItem],
  ["select of an internal list", EDITORS_UP, selectItem, withItem(false)],
  ["insert", EDITORS_UP, addItem, add(true)],
  [
    "update",
    EDITORS_UP,
    (tx) => tx`update public.checklist_template_items set why = 'Porque sim' where template_id = ${LIST}`,
  ],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.checklist_template_items where template_id = ${LIST}`],
]);

it("an item uses only the kinds defined in the code", async () => {
  const insert = (kinds: string[]) =>
    asOwner(async (tx) => {
      await add(true)(tx);
      return tx`
        insert into public.checklist_template_items (template_id, position, key, section_key, section, text, car_kinds)
        values (${LIST}, 1, 'oleo', 'fluids', 'Fluidos', 'Óleo', ${kinds})`;
    });
  await expect(insert(["air_cooled", "pickup"])).resolves.toMatchObject({ count: 1 });
  await expect(insert(["Fusca 1300"])).rejects.toMatchObject({ code: "23514" });
});
