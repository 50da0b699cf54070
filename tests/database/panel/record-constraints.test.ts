import { describe, expect, it } from "vitest";
import { errorOfConstraint } from "@/lib/panel/admin/constraints";
import { RESOURCES } from "@/lib/panel/admin/registry";
import type { Field, Resource } from "@/lib/panel/admin/resource";
import { columnsOf, emptyValues } from "@/lib/panel/admin/rules";
import { rowSchema } from "@/lib/panel/admin/schema";
import { LOCALES } from "@/lib/platform/supabase/database-constants/platform";
import { messagesOf } from "../../support/messages";
import { asOwner, sql } from "../as-role";

const messages = LOCALES.map((locale) => messagesOf(locale));

const written = (fields: readonly Field[]) => fields.filter(({ readOnly, kind }) => !readOnly && kind !== "rows");
const columnsWritten = (fields: readonly Field[]) => [
  ...written(fields).flatMap(({ name, kind }) => (kind === "coordinates" ? ["lat", "lng"] : [name])),
  ...(fields.some(({ translated }) => translated) ? ["translations"] : []),
];
/** The tables that a form writes: its own table and those of its children. */
const formsOf = (resource: Resource) => [
  { table: resource.table, fields: resource.fields, parent: null },
  ...resource.fields.flatMap(({ name, rows }) => (rows ? [{ table: name, fields: rows.fields, parent: rows }] : [])),
];
const editable = RESOURCES.filter(({ fields }) => written(fields).length > 0);

type Constraint = { name: string; columns: string[] };
const constraintsOf = (table: string) => sql<Constraint[]>`
  select conname as name, array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
  from pg_constraint where conrelid = ${`public.${table}`}::regclass and contype in ('c', 'f', 'u', 'x')
  union
  select relname, array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey::int2[]))
  from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = ${`public.${table}`}::regclass and indisunique and not indisprimary`;

/** Constraints that a form cannot violate, because `save_record` numbers the children itself. */
const ORDERED = /_(position|page|version)_key$/;

describe.each(editable.map((resource) => [resource.key, resource] as const))("constraints of %s", (_, resource) => {
  it("each have an error message at a field of the form", async () => {
    const unclear: string[] = [];
    for (const { table, fields, parent } of formsOf(resource)) {
      const own = columnsWritten(fields);
      for (const { name, columns } of await constraintsOf(table)) {
        if (!columns.some((column) => own.includes(column)) || (parent && ORDERED.test(name))) continue;
        const found = errorOfConstraint(resource, name);
        const field = resource.fields.find((one) => one.name === found?.field && !one.readOnly);
        const isSaid = found && messages.every((texts) => texts.has(`panel/records.errors.${found.code}`));
        if (!field || !isSaid || found.code === "invalid") unclear.push(`${name}: ${JSON.stringify(found)}`);
      }
    }
    expect(unclear).toEqual([]);
  });

  it("an empty field is rejected by the form or accepted by the column", async () => {
    const refused: string[] = [];
    for (const { table, fields } of formsOf(resource)) {
      const needed = await sql<{ name: string }[]>`
        select attname as name from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attnotnull`;
      for (const field of written(fields)) {
        for (const empty of ["", null, undefined, emptyValues([field])[field.name]]) {
          const parsed = rowSchema([{ ...field, translated: false }]).safeParse({ [field.name]: empty });
          if (!parsed.success) continue;
          const nulls = Object.entries(columnsOf([field], parsed.data))
            .filter(([, value]) => value === null)
            .map(([column]) => column);
          refused.push(
            ...nulls
              .filter((column) => needed.some(({ name }) => name === column))
              .map((column) => `${table}.${column}: ${JSON.stringify(empty)}`),
          );
        }
      }
    }
    expect(refused).toEqual([]);
  });

  it("every required column has a field", async () => {
    const missing: string[] = [];
    for (const { table, fields, parent } of resource.canCreate ? formsOf(resource) : []) {
      const needed = await sql<{ name: string }[]>`
        select attname as name from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef`;
      const filled = [...columnsWritten(fields), ...(parent ? [parent.parent, parent.order] : [])];
      missing.push(
        ...needed
          .map(({ name }) => name)
          .filter((name) => !filled.includes(name))
          .map((name) => `${table}.${name}`),
      );
    }
    expect(missing).toEqual([]);
  });
});

describe("a post without a date", () => {
  const POST = { slug: "post-sem-data", title: "Post sem data", category_key: "viagem" };

  it("is published with the current time", async () => {
    const [row] = await asOwner(
      (tx) =>
        tx<
          { dated: boolean }[]
        >`insert into public.blog_posts ${tx({ ...POST, status: "published" })} returning publish_at = now() as dated`,
    );
    expect(row?.dated).toBe(true);
  });

  it("cannot be scheduled", async () => {
    await expect(
      asOwner((tx) => tx`insert into public.blog_posts ${tx({ ...POST, status: "scheduled" })}`),
    ).rejects.toMatchObject({ constraint_name: "post_out_of_draft_has_its_time" });
  });
});
