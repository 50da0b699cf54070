import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { MAIN_ADMINS_UP } from "../actors";
import { asOwner } from "../as-role";

const ID = "00000000-0000-4000-8000-0000000000aa";
const add = (tx: TransactionSql) =>
  tx`insert into public.form_templates (id, key, name, kind) values (${ID}, 'teste', 'Teste', 'contract')`;
const addVersion = (tx: TransactionSql) =>
  tx`insert into public.form_template_versions (template_id, version, title, body) values (${ID}, 1, 'Um', 'Texto')`;
const addBoth = async (tx: TransactionSql) => {
  await add(tx);
  await addVersion(tx);
};

describeAccess("form_templates", add, [
  ["select", MAIN_ADMINS_UP, "select 1 from public.form_templates where key = 'teste'"],
  ["insert", MAIN_ADMINS_UP, add],
  ["update", MAIN_ADMINS_UP, "update public.form_templates set name = 'Outro' where key = 'teste'"],
  ["delete", MAIN_ADMINS_UP, "delete from public.form_templates where key = 'teste'", addBoth],
]);

describeAccess("form_template_versions", addBoth, [
  ["select", MAIN_ADMINS_UP, (tx) => tx`select 1 from public.form_template_versions where template_id = ${ID}`],
  ["insert", MAIN_ADMINS_UP, addVersion, add],
  [
    "update",
    MAIN_ADMINS_UP,
    (tx) => tx`update public.form_template_versions set body = 'Novo' where template_id = ${ID}`,
  ],
  ["delete", MAIN_ADMINS_UP, (tx) => tx`delete from public.form_template_versions where template_id = ${ID}`],
]);

const published = async (tx: TransactionSql) => {
  await addBoth(tx);
  await tx`update public.form_template_versions set published_at = now() where template_id = ${ID}`;
};

it.each([
  ["changed", "update public.form_template_versions set body = 'Outro'"],
  ["deleted", "delete from public.form_template_versions"],
])("a published version is not %s", async (_, statement) => {
  await expect(
    asOwner(async (tx) => {
      await published(tx);
      await tx.unsafe(statement);
    }),
  ).rejects.toMatchObject({ code: "23514" });
});

it("a published version is deleted with its template", async () => {
  const rows = await asOwner(async (tx) => {
    await published(tx);
    await tx`delete from public.form_templates where id = ${ID}`;
    return tx`select 1 from public.form_template_versions where template_id = ${ID}`;
  });
  expect(rows).toHaveLength(0);
});
