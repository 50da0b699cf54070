import { describe, expect, it } from "vitest";
import { parseMarkdown } from "@/components/ui/markdown-blocks";
import { RESOURCES } from "@/lib/panel/admin/registry";
import { asOwner, sql } from "../as-role";

describe("texts damaged by the visual editor", () => {
  it.each([
    ["Bed &amp; Breakfast", "Bed & Breakfast"],
    ["Um\n\n&nbsp;\n\nDois\n\n&nbsp;", "Um\n\nDois"],
    ["2 &lt; 3 &gt; 1", "2 < 3 > 1"],
    ["&gt; não é citação", "&gt; não é citação"],
    ["&lt;b&gt; e &amp;nbsp;", "&lt;b> e &amp;nbsp;"],
    ["escapado \\&amp; fica", "escapado \\&amp; fica"],
    ["em `&amp;` fica", "em `&amp;` fica"],
    ["A & B", "A & B"],
  ])("%j becomes %j", async (before, after) => {
    const [row] = await sql<{ text: string }[]>`select private.without_entities(${before}::text) as text`;
    expect(row?.text).toBe(after);
  });

  it.each([
    "Bed &amp; Breakfast",
    "2 &lt; 3 &gt; 1",
    "&gt; não é citação",
    "&lt;b&gt; e &amp;nbsp;",
    "escapado \\&amp; fica",
    "em `&amp;` fica",
  ])("%j renders the same afterwards", async (before) => {
    const [row] = await sql<{ text: string }[]>`select private.without_entities(${before}::text) as text`;
    expect(parseMarkdown(row?.text ?? "")).toEqual(parseMarkdown(before));
  });

  it("are repaired in columns and translations, with an audit entry", async () => {
    const changed = await asOwner(async (tx) => {
      const [{ id }] = await tx<[{ id: string }]>`
        insert into public.blog_posts (slug, title, category_key, body, translations)
        values ('texto-danificado', 'Texto', 'viagem', 'A &amp; B', ${tx.json({ en: { body: "C &amp; D" } })}) returning id`;
      const answer = await tx<
        { changed_column: string; before: string; after: string }[]
      >`select changed_column, before, after from private.repair_editor_texts() where changed_id = ${id}`;
      const trail = await tx<
        { after: { body?: string } }[]
      >`select after from public.audit_log where entity = 'blog_posts' and entity_id = ${id} and action = 'update' order by id`;
      const again = await tx`select 1 from private.repair_editor_texts() where changed_id = ${id}`;
      return { answer: [...answer], bodies: trail.map(({ after }) => after.body).filter(Boolean), again: again.length };
    });
    expect(changed.answer).toEqual([
      { changed_column: "body", before: "A &amp; B", after: "A & B" },
      { changed_column: "translations", before: '{"en": {"body": "C &amp; D"}}', after: '{"en": {"body": "C & D"}}' },
    ]);
    expect([changed.bodies, changed.again]).toEqual([["A & B"], 0]);
  });

  it("are searched in every markdown field", async () => {
    const [{ source }] = await sql<
      [{ source: string }]
    >`select prosrc as source from pg_proc where proname = 'repair_editor_texts'`;
    // Published versions are immutable: a trigger refuses changes.
    const kept = ["legal_documents", "form_template_versions"];
    const fields = RESOURCES.flatMap(({ table, fields: own }) => [
      { table, own },
      ...own.flatMap(({ name, rows }) => (rows ? [{ table: name, own: rows.fields }] : [])),
    ]);
    const columns = fields.flatMap(({ table, own }) =>
      own.filter(({ kind, readOnly }) => kind === "markdown" && !readOnly).map(({ name }) => [table, name] as const),
    );
    expect(
      columns.filter(
        ([table, name]) => !kept.includes(table) && !new RegExp(`'${table}', '\\w+', '${name}'`).test(source),
      ),
    ).toEqual([]);
  });
});
