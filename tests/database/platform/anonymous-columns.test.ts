import { expect, it } from "vitest";
import { asRole, sql } from "../as-role";
import { addEvent } from "../events/rows";

it("no column that names an account or a note of the team is readable without an account", async () => {
  const columns = await sql<{ at: string }[]>`
    select relation.relname || '.' || attname as at
    from pg_attribute join pg_class as relation on relation.oid = attrelid
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
      and has_column_privilege('anon', relation.oid, attnum, 'select')
      and exists (
        select from pg_policy where polrelid = relation.oid and polcmd in ('r', '*') and polpermissive
          and (polroles = '{0}' or 'anon'::regrole = any (polroles))
      )
      and (attname in ('status_note', 'decision_note', 'internal_note') or attname ~ '_by$' or exists (
        select from pg_constraint as link
        where link.conrelid = relation.oid and link.contype = 'f' and attnum = any (link.conkey)
          and link.confrelid in ('auth.users'::regclass, 'public.profiles'::regclass)
      ))
    order by 1`;
  expect(columns.map(({ at }) => at)).toEqual([]);
});

it.each([
  ["postponed", "chuva"],
  ["cancelled", "chuva"],
  ["published", null],
])("visitors read the note of a %s event as %s", async (status, note) => {
  const rows = await asRole(
    "anon",
    (tx) => addEvent(tx, { slug: "note-of-the-team", status, status_note: "chuva" }),
    (tx) => tx`select public_note from public.events where slug = 'note-of-the-team'`,
  );
  expect(rows).toEqual([{ public_note: note }]);
});

it("visitors do not read who uploaded a picture or the note of an event", async () => {
  for (const query of [
    "select uploaded_by from public.media_assets",
    "select * from public.media_assets",
    "select status_note from public.events",
  ])
    await expect(asRole("anon", (tx) => tx.unsafe(query))).rejects.toMatchObject({ code: "42501" });
  await asRole("anon", (tx) => tx`select id, path, alt, credit, licence, translations from public.media_assets`);
});
